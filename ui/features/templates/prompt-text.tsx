import { cn } from '@/lib/class-names.ts';

const PLACEHOLDER = '{niche}';

/** A prompt as text, never as markup, with each {niche} highlighted, or replaced by `niche` (§3). */
export function PromptText({ text, niche, className }: { text: string; niche?: string; className?: string }) {
  const [first, ...rest] = text.split(PLACEHOLDER);
  return (
    <p dir="auto" className={cn('text-sm whitespace-pre-line [overflow-wrap:anywhere]', className)}>
      {first}
      {rest.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place.
        <span key={index}>
          <mark className="rounded-sm bg-primary/10 px-1 py-px font-medium text-primary">{niche ?? PLACEHOLDER}</mark>
          {part}
        </span>
      ))}
    </p>
  );
}
