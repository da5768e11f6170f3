import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Field, FieldDescription, FieldGroup, FieldLabel } from '@/components/field.tsx';
import { Input, Textarea } from '@/components/input.tsx';
import { PlatformMark } from '@/components/platform-mark.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { editorMessages, warningsOf } from '@/features/scheduler/editor/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { asTyped, type TextDraft, textFor, type Version } from '@/lib/post-text.ts';
import { checkText, type TextCheck } from '../../../../shared/posts/platform-limits.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

type VersionsProps = { draft: TextDraft; platforms: readonly Platform[]; onChange: (next: TextDraft) => void };

/**
 * The texts of a post: one for all, and one of its own for each platform that needs it; warns of each limit that is
 * broken.
 */
export function Versions({ draft, platforms, onChange }: VersionsProps) {
  const [chosen, choose] = useState<Platform | null>(null);
  const checks = platforms.map((platform) => {
    const { caption, hashtags } = textFor(platform, draft);
    const check = checkText(platform, caption, hashtags);
    const warnings = warningsOf(platform, check);
    return { platform, check, warnings, isFine: warnings.length === 0 };
  });
  const warnings = checks.flatMap((entry) => entry.warnings);
  return (
    <div className="flex flex-col gap-4">
      {platforms.length > 0 ? <VersionTabs checks={checks} chosen={chosen} onChoose={choose} /> : null}
      {chosen === null ? (
        <MainText draft={draft} platforms={platforms} onChange={onChange} />
      ) : (
        <PlatformText key={chosen} platform={chosen} draft={draft} onChange={onChange} />
      )}
      <ul aria-live="polite" className="flex flex-col gap-1 text-[0.8125rem] font-medium text-destructive empty:hidden">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

function MainText({ draft, platforms, onChange }: VersionsProps) {
  const own = platforms.filter((platform) => draft.own[platform]);
  return (
    <>
      <VersionFields version={draft.main} onChange={(main) => onChange({ ...draft, main })} />
      {own.length > 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted-foreground">
          {editorMessages.keepOwn(own)}
          <Button variant="link" size="sm" className="h-6 px-0" onClick={() => onChange({ ...draft, own: {} })}>
            {editorMessages.useEverywhere}
          </Button>
        </p>
      ) : null}
    </>
  );
}

type PlatformTextProps = { platform: Platform; draft: TextDraft; onChange: (next: TextDraft) => void };

function PlatformText({ platform, draft, onChange }: PlatformTextProps) {
  const version = draft.own[platform];
  if (!version) {
    const write = () => onChange({ ...draft, own: { ...draft.own, [platform]: asTyped(textFor(platform, draft)) } });
    return (
      <div className="flex flex-col items-start gap-3 rounded-md border border-dashed p-4 text-sm">
        <p>{editorMessages.usesMain(platform)}</p>
        <Button variant="outline" size="sm" onClick={write}>
          {editorMessages.writeOwn}
        </Button>
      </div>
    );
  }
  const { [platform]: _, ...others } = draft.own;
  return (
    <>
      <VersionFields
        version={version}
        onChange={(next) => onChange({ ...draft, own: { ...draft.own, [platform]: next } })}
      />
      <Button
        variant="link"
        size="sm"
        className="h-6 self-start px-0"
        onClick={() => onChange({ ...draft, own: others })}
      >
        {editorMessages.useMain}
      </Button>
    </>
  );
}

/** Caption and hashtags of one version. */
function VersionFields({ version, onChange }: { version: Version; onChange: (next: Version) => void }) {
  const id = useId();
  return (
    <FieldGroup className="gap-4">
      <Field>
        <FieldLabel htmlFor={`${id}-caption`}>{editorMessages.caption}</FieldLabel>
        <Textarea
          id={`${id}-caption`}
          dir="auto"
          rows={9}
          className="max-h-96 resize-y"
          value={version.caption}
          onChange={(event) => onChange({ ...version, caption: event.target.value })}
        />
      </Field>
      <Field>
        <FieldLabel htmlFor={`${id}-hashtags`}>{editorMessages.hashtags}</FieldLabel>
        <Input
          id={`${id}-hashtags`}
          dir="auto"
          aria-describedby={`${id}-hint`}
          value={version.hashtags}
          onChange={(event) => onChange({ ...version, hashtags: event.target.value })}
        />
        <FieldDescription id={`${id}-hint`}>{editorMessages.hashtagsHint}</FieldDescription>
      </Field>
    </FieldGroup>
  );
}

type VersionTabsProps = {
  checks: { platform: Platform; check: TextCheck; isFine: boolean }[];
  /** Null is the main text. */
  chosen: Platform | null;
  onChoose: (version: Platform | null) => void;
};

/** The main text and each platform's, with how much of the platform's limit it takes. */
function VersionTabs({ checks, chosen, onChoose }: VersionTabsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="mb-2 text-sm font-medium">{editorMessages.versions}</legend>
      <button type="button" aria-pressed={chosen === null} className={TAB_CLASSES} onClick={() => onChoose(null)}>
        {editorMessages.main}
      </button>
      {checks.map(({ platform, check, isFine }) => (
        <button
          key={platform}
          type="button"
          aria-pressed={chosen === platform}
          className={TAB_CLASSES}
          onClick={() => onChoose(platform)}
        >
          <PlatformMark platform={platform} />
          {platformLabel(platform)}
          <span className={cn('tabular-nums', isFine ? 'font-normal' : 'text-destructive')}>
            {check.length.toLocaleString('en')}/{check.limit.toLocaleString('en')}
          </span>
          {isFine ? null : <TriangleAlert className="size-3.5 text-destructive" aria-hidden="true" />}
        </button>
      ))}
    </fieldset>
  );
}
