import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { editorMessages, warningsOf } from '@/features/scheduler/editor/messages.ts';
import { asTyped, type TextDraft, textFor } from '@/features/scheduler/editor/post-text.ts';
import { VersionFields } from '@/features/scheduler/editor/version-fields.tsx';
import { VersionTabs } from '@/features/scheduler/editor/version-tabs.tsx';
import { checkText } from '../../../../shared/platform-limits.ts';
import type { Platform } from '../../../../shared/platforms.ts';

type VersionsProps = { draft: TextDraft; platforms: readonly Platform[]; onChange: (next: TextDraft) => void };

/** The texts of a post: one for all, and one of its own for each platform that needs it; warns of each limit that is broken. */
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
