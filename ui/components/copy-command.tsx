import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/lib/class-names.ts';

/** A command for a terminal, with a button that copies it. */
export function CopyCommand({ command, className }: { command: string; className?: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;

  async function copy() {
    await navigator.clipboard.writeText(command);
    setIsCopied(true);
  }

  return (
    <span
      className={cn(
        'inline-flex max-w-full items-center gap-1 rounded-md border bg-card py-0.5 pr-0.5 pl-2 text-foreground',
        className,
      )}
    >
      <code className="min-w-0 font-mono text-[0.8125rem] break-words select-all [font-variant-ligatures:none]">
        {/* A line breaks only at spaces: after a hyphen, the rest would look like another option. */}
        {command.split(/( )/).map((part, index) =>
          part === ' ' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one command stay in their places
            <span key={index} className="inline-block max-w-full">
              {part}
            </span>
          ),
        )}
      </code>
      {/* Browsers offer no clipboard to pages that another machine serves without encryption. */}
      {navigator.clipboard ? (
        <button
          type="button"
          onClick={() => void copy()}
          className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2 text-xs font-medium hover:bg-accent pointer-coarse:h-11"
        >
          <Icon className="size-3.5" aria-hidden="true" />
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          <span className="sr-only">{command}</span>
        </button>
      ) : null}
    </span>
  );
}
