import { Check, Copy } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { copyText } from '@/domain/publishing/composer.tsx';
import { threadMessages as words } from '@/domain/publishing/messages.ts';

type ThreadTextProps = {
  parts: readonly string[];
  /** The destination of the thread. */
  where: string;
  /** How many of the posts have been copied. */
  copied: number;
  onCopied: (count: number) => void;
};

/** A thread that the user publishes: one button copies its posts one after another. */
export function ThreadText({ parts, where, copied, onCopied }: ThreadTextProps) {
  const next = copied % parts.length;
  async function copy() {
    const isCopied = await copyText(parts[next] ?? '', words.copied(next + 1, parts.length, where));
    if (isCopied) onCopied(next + 1);
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-sm font-medium">{words.title(parts.length)}</p>
        <Button
          variant="outline"
          size="sm"
          aria-label={`${words.copy(next + 1, parts.length)}: ${where}`}
          onClick={() => void copy()}
        >
          <Copy aria-hidden="true" />
          {words.copy(next + 1, parts.length)}
        </Button>
      </div>
      <p className="text-[0.8125rem] leading-snug text-muted-foreground text-pretty">{words.steps}</p>
      <ol
        aria-label={words.parts(where)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable for the arrow keys.
        tabIndex={0}
        className="flex max-h-80 flex-col gap-2 overflow-y-auto"
      >
        {parts.map((part, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: posts of a thread have nothing else that tells them apart.
            key={index}
            aria-current={index === next ? 'step' : undefined}
            className="rounded-md border bg-card px-3 py-2 text-[0.8125rem] leading-relaxed aria-[current=step]:border-primary/60"
          >
            <p className="flex items-center gap-1.5 text-xs text-muted-foreground tabular-nums">
              {words.part(index + 1, parts.length)}
              {index < copied ? (
                <span className="inline-flex items-center gap-1 text-success">
                  <Check className="size-3.5" aria-hidden="true" />
                  {words.isCopied}
                </span>
              ) : null}
            </p>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {part}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
