import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { cn } from '@/lib/class-names.ts';

/** Longer captions are folded to their first lines; the numbers are what fits next to a picture. */
const FOLD_CHARACTERS = 420;
const FOLD_LINES = 9;

function isLong(text: string): boolean {
  return text.length > FOLD_CHARACTERS || text.split('\n').length > FOLD_LINES;
}

/**
 * A caption as text with its line breaks (§2), never as markup; long ones can be unfolded. Larger for a post without a
 * picture.
 */
export function Caption({ text, large }: { text: string; large: boolean }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const long = isLong(text);
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p
        id={id}
        dir="auto"
        className={cn(
          'w-full whitespace-pre-wrap [overflow-wrap:anywhere]',
          large ? 'text-lg leading-relaxed' : 'text-[0.9375rem]',
          long && !open && 'line-clamp-9',
        )}
      >
        {text}
      </p>
      {long ? (
        <Button
          variant="link"
          size="sm"
          className="h-6 px-0"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? schedulerMessages.content.showLess : schedulerMessages.content.showAll}
        </Button>
      ) : null}
    </div>
  );
}
