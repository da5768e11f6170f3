import { Copy } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';

/** Copies the caption with its hashtags to the clipboard (§2, §8). */
export function CopyButton({ content }: { content: { caption: string; hashtags: string[] } }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(copyText(content));
      toast.success(schedulerToasts.copied);
    } catch {
      toast.error(schedulerToasts.copyFailed);
    }
  }

  return (
    <Button variant="outline" size="sm" onClick={copy}>
      <Copy aria-hidden="true" />
      {schedulerMessages.post.copy}
      <span className="sr-only">{schedulerMessages.post.copyWhat}</span>
    </Button>
  );
}

/**
 * The copied text (§2): the caption, a blank line, then the hashtags separated by spaces; the caption alone without
 * hashtags.
 */
export function copyText({ caption, hashtags }: { caption: string; hashtags: string[] }): string {
  return hashtags.length === 0 ? caption : `${caption}\n\n${hashtags.join(' ')}`;
}
