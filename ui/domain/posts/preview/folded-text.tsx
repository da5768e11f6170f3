import { type ReactNode, useState } from 'react';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { textParts } from '@/domain/posts/preview/text-parts.ts';
import { cn } from '@/lib/class-names.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';

type FoldedTextProps = {
  platform: Platform;
  text: string;
  /** Rendered before the text, on its line. */
  before?: ReactNode;
  /** The classes of the highlighted parts. */
  markClass?: string;
  className?: string;
};

/**
 * A text as its platform shows it: folded if the platform folds it, with hashtags, names and links highlighted. A click
 * unfolds it.
 */
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

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The start of a text, if the platform shows only that: never half a character, and whole words if it has spaces. Null
 * if the platform shows all of it.
 */
export function foldText(platform: Platform, text: string): string | null {
  const { fold } = platformOf(platform).look;
  if (!fold) return null;
  const lines = text.split('\n').slice(0, fold.lines).join('\n');
  const start = firstSigns(lines, fold.characters);
  return start === text ? null : start.trimEnd();
}

function firstSigns(text: string, most: number): string {
  if (text.length <= most) return text;
  let count = 0;
  for (const { index } of GRAPHEMES.segment(text)) {
    if (count === most) return wholeWords(text.slice(0, index), text.charAt(index));
    count += 1;
  }
  return text;
}

/** Removes the word that was cut, unless no space is nearby, as in scripts without spaces. */
function wholeWords(cut: string, next: string): string {
  if (/\s/u.test(next)) return cut;
  const whole = cut.replace(/\S+$/u, '');
  return whole.length > cut.length - 30 && whole.trim() !== '' ? whole : cut;
}
