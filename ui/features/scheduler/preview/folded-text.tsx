import { type ReactNode, useState } from 'react';
import { foldText } from '@/features/scheduler/preview/fold.ts';
import { previewMessages } from '@/features/scheduler/preview/messages.ts';
import { textParts } from '@/features/scheduler/preview/text-parts.ts';
import { cn } from '@/lib/class-names.ts';
import type { Platform } from '../../../../shared/platforms.ts';

type FoldedTextProps = {
  platform: Platform;
  text: string;
  /** Stands before the text, in its line. */
  before?: ReactNode;
  /** How the marked pieces look. */
  markClass?: string;
  className?: string;
};

/** A text as its platform shows it: folded where that folds, with hashtags, names and links set apart; a press unfolds it. */
export function FoldedText({ platform, text, before, markClass = 'text-primary', className }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false);
  if (text === '') return null;
  const folded = foldText(platform, text);
  return (
    <p dir="auto" className={cn('whitespace-pre-wrap [overflow-wrap:anywhere]', className)}>
      {before}
      {textParts(platform, isOpen ? text : (folded ?? text)).map((part) => (
        <span key={part.start} className={part.isMark ? markClass : undefined}>
          {part.text}
        </span>
      ))}
      {folded === null ? null : (
        <>
          {' '}
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="rounded-sm font-medium hover:underline pointer-coarse:py-2"
          >
            {isOpen ? previewMessages.less : previewMessages.more}
          </button>
        </>
      )}
    </p>
  );
}
