import { TriangleAlert } from 'lucide-react';
import { PlatformMark } from '@/components/platform-mark.tsx';
import { TAB_LOOK } from '@/components/tab-look.ts';
import { editorMessages } from '@/features/scheduler/editor/messages.ts';
import { cn } from '@/lib/class-names.ts';
import type { TextCheck } from '../../../../shared/platform-limits.ts';
import { type Platform, platformLabel } from '../../../../shared/platforms.ts';

type VersionTabsProps = {
  checks: { platform: Platform; check: TextCheck; isFine: boolean }[];
  /** Null is the main text. */
  chosen: Platform | null;
  onChoose: (version: Platform | null) => void;
};

/** The main text and each platform's, with how much of the platform's limit it takes. */
export function VersionTabs({ checks, chosen, onChoose }: VersionTabsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="mb-2 text-sm font-medium">{editorMessages.versions}</legend>
      <button type="button" aria-pressed={chosen === null} className={TAB_LOOK} onClick={() => onChoose(null)}>
        {editorMessages.main}
      </button>
      {checks.map(({ platform, check, isFine }) => (
        <button
          key={platform}
          type="button"
          aria-pressed={chosen === platform}
          className={TAB_LOOK}
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
