import { useId, useState } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldDescription, FieldGroup, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Label } from '@/components/label.tsx';
import { Radio } from '@/components/radio.tsx';
import { InputField, TextareaField } from '@/components/text-fields.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import type { SettingsForm } from '@/features/settings/form.ts';
import { linkTagMessages as words } from '@/features/settings/link-tags/link-tag-messages.ts';
import {
  sitesProblem,
  storedLinkTags,
  type TypedLinkTags,
  textOf,
  typedOf,
} from '@/features/settings/link-tags/link-tags.ts';
import { settingsMessages } from '@/features/settings/messages.ts';
import { SWITCH_ROW, SwitchField } from '@/features/settings/switch-card.tsx';
import { taggingOf, usualSource, withLinkTags } from '../../../../shared/posts/link-tags.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

type LinkTagsCardProps = {
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
  /** Another window's stored values of fields that were changed here. */
  conflicts: Partial<SettingsForm>;
};

/** The UTM parameters that links get when a post is sent. */
export function LinkTagsCard({ form, onChange, conflicts }: LinkTagsCardProps) {
  const tags = typedOf(form.link_tags);
  const change = (next: Partial<TypedLinkTags>) => onChange({ link_tags: textOf({ ...tags, ...next }) });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <SwitchField {...words.isOn} className={SWITCH_ROW} checked={tags.isOn} onChange={(isOn) => change({ isOn })} />
      {tags.isOn || conflicts.link_tags !== undefined ? (
        <CardContent className="border-t pt-5">
          <FieldGroup>
            {tags.isOn ? <Parameters {...{ tags, change }} problem={sitesProblem(form.link_tags)} /> : null}
            {tags.isOn ? <Example text={form.link_tags} /> : null}
            <ConflictNote stored={conflicts.link_tags === undefined ? undefined : settingsMessages.otherValues} />
          </FieldGroup>
        </CardContent>
      ) : null}
    </Card>
  );
}

type ParametersProps = {
  tags: TypedLinkTags;
  change: (next: Partial<TypedLinkTags>) => void;
  problem: string | null;
};

function Parameters({ tags, change, problem }: ParametersProps) {
  const [isTyping, setIsTyping] = useState(false);
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-6">
        <InputField
          {...words.medium}
          {...plain}
          maxLength={100}
          value={tags.medium}
          onChange={({ target }) => change({ medium: target.value })}
        />
        <InputField
          {...words.campaign}
          {...plain}
          maxLength={200}
          placeholder="{project}"
          value={tags.campaign}
          onChange={({ target }) => change({ campaign: target.value })}
        />
      </div>
      <FieldSet>
        <FieldLegend className="mb-1">{words.sources.legend}</FieldLegend>
        <FieldDescription>{words.sources.hint}</FieldDescription>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-2">
          {PLATFORM_IDS.map((platform) => (
            <Source
              key={platform}
              platform={platform}
              value={tags.sources[platform] ?? ''}
              onChange={(source) => {
                const { [platform]: _, ...others } = tags.sources;
                const all = source === '' ? others : { ...others, [platform]: source };
                change({ sources: Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))) });
              }}
            />
          ))}
        </div>
      </FieldSet>
      <FieldSet>
        <FieldLegend>{words.which.legend}</FieldLegend>
        {(['all', 'own'] as const).map((which) => (
          <Radio
            key={which}
            name="tagged-links"
            label={words.which[which]}
            isChosen={tags.isOwnOnly === (which === 'own')}
            onChoose={() => change({ isOwnOnly: which === 'own' })}
          />
        ))}
      </FieldSet>
      {tags.isOwnOnly ? (
        <TextareaField
          {...words.sites}
          {...plain}
          rows={3}
          className="max-w-md"
          error={isTyping ? null : problem}
          value={tags.domains}
          onChange={({ target }) => {
            setIsTyping(true);
            change({ domains: target.value });
          }}
          onBlur={() => setIsTyping(false)}
        />
      ) : null}
    </>
  );
}

type SourceProps = { platform: Platform; value: string; onChange: (source: string) => void };

function Source({ platform, value, onChange }: SourceProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <PlatformMark platform={platform} className="size-4 shrink-0 text-muted-foreground" />
      <Label htmlFor={id} className="w-32 shrink-0 truncate font-normal">
        {platformLabel(platform)}
      </Label>
      <Input
        id={id}
        className="min-w-0 flex-1"
        placeholder={usualSource(platform)}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** An example of a link as it is sent. */
function Example({ text }: { text: string }) {
  const tags = storedLinkTags(text);
  const origin = { content_projects: { niche_name: 'My project' }, template_name: 'My template' };
  const sent = withLinkTags('https://example.com/', taggingOf({ ...tags, domains: [] }, 'instagram', origin));
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">{words.example}</p>
      <p role="status" className="rounded-md border bg-muted px-3 py-2 font-mono text-[0.8125rem] break-all">
        {sent}
      </p>
    </div>
  );
}
