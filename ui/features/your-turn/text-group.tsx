import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { copyText } from '@/domain/publishing/composer.tsx';
import type { DeliveredPost } from '@/domain/publishing/deliveries.ts';
import { ThreadText } from '@/domain/publishing/thread-text.tsx';
import { FirstComment, wordsOf } from '@/domain/publishing/your-turn.tsx';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import type { LinkTags } from '../../../shared/posts/link-tags.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type TextGroupProps = {
  parts: readonly string[];
  comment: string;
  where: string;
  /** The rows of its platforms, which report how many of the parts they have copied. */
  children: (onCopied: (count: number) => void) => ReactNode;
};

/** A text with the platforms and accounts that it is for. */
export function TextGroup({ parts, comment, where, children }: TextGroupProps) {
  const [copied, setCopied] = useState(0);
  return (
    <section className="flex flex-col rounded-lg border bg-card">
      {parts.length > 1 ? (
        <div className="px-5 py-4">
          <ThreadText parts={parts} where={where} copied={copied} onCopied={setCopied} />
        </div>
      ) : (
        <TextPart caption={parts[0] ?? ''} where={where} />
      )}
      <ul className="divide-y border-t">{children(setCopied)}</ul>
      {comment ? (
        <div className="border-t px-5 py-4">
          <FirstComment comment={comment} />
        </div>
      ) : null}
    </section>
  );
}

/** The text as it will be published, to read and copy. */
function TextPart({ caption, where }: { caption: string; where: string }) {
  if (!caption) return <p className="px-5 py-4 text-sm text-muted-foreground">{words.noText}</p>;
  return (
    <>
      <div className="flex items-center justify-between gap-3 px-5 pt-3.5">
        <p className="text-sm font-medium">{words.text}</p>
        <Button
          variant="outline"
          size="sm"
          aria-label={`${words.copy}: ${where}`}
          onClick={() => void copyText(caption, words.copied(where))}
        >
          <Copy aria-hidden="true" />
          {words.copy}
        </Button>
      </div>
      <section
        aria-label={words.textFor(where)}
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable for the arrow keys.
        tabIndex={0}
        className="max-h-52 overflow-y-auto px-5 pt-2 pb-4 text-sm leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {caption}
      </section>
    </>
  );
}

/** Groups the deliveries by the text to copy for them. */
export function groupsOf(
  deliveries: readonly PostDeliveriesRow[],
  { generated_content: content }: DeliveredPost,
  linkTags: Partial<LinkTags> | undefined,
) {
  const groups = new Map<string, ReturnType<typeof wordsOf> & { key: string; members: PostDeliveriesRow[] }>();
  for (const delivery of deliveries) {
    const text = wordsOf(delivery, content, linkTags);
    const key = JSON.stringify(text);
    const group = groups.get(key) ?? { ...text, key, members: [] };
    group.members.push(delivery);
    groups.set(key, group);
  }
  return [...groups.values()];
}
