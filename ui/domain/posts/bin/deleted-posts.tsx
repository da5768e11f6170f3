import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { useRestorePost } from '@/domain/posts/bin/content-bin.ts';
import { contentBinMessages as words } from '@/domain/posts/bin/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import { useFocusPassedTo } from '@/lib/use-focus-passed-to.ts';
import { hoursUntilPurge } from '../../../../shared/posts/content-retention.ts';
import type { ContentBinRow } from '../../../../shared/workspace/database.ts';

type DeletedPostsProps = {
  rows: readonly ContentBinRow[];
  total: number;
  timezone: string;
  /** The id of the heading that takes the focus when a post is restored. */
  titleId: string;
};

/**
 * The posts deleted in the last day, newest first: when each was deleted, how long it can still be restored, and the
 * button to restore it.
 */
export function DeletedPosts({ rows, total, timezone, titleId }: DeletedPostsProps) {
  return (
    <>
      <ul className="text-sm">
        {rows.map((row) => (
          <DeletedPost key={row.id} row={row} timezone={timezone} titleId={titleId} />
        ))}
      </ul>
      {total > rows.length ? <p className="text-sm text-muted-foreground">{words.more(total - rows.length)}</p> : null}
    </>
  );
}

type DeletedPostProps = Pick<DeletedPostsProps, 'timezone' | 'titleId'> & { row: ContentBinRow };

function DeletedPost({ row, timezone, titleId }: DeletedPostProps) {
  useFocusPassedTo(titleId);
  const restoring = useRestorePost();
  const [now] = useState(() => new Date());
  const caption = row.content.caption.trim().split('\n')[0] || words.noCaption;
  const hours = hoursUntilPurge(row.deleted_at, now);
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p dir="auto" className="truncate">
          {caption}
        </p>
        <p className="text-muted-foreground tabular-nums">
          {words.deleted}
          <time dateTime={row.deleted_at}>{formatDateTime(row.deleted_at, timezone)}</time>
          <span className="block">{hours > 0 ? words.goneIn(hours) : words.goneSoon}</span>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={words.restorePost(caption)}
        aria-disabled={restoring.isPending}
        onClick={() => {
          if (!restoring.isPending) restoring.mutate(row.id);
        }}
      >
        <Undo2 aria-hidden="true" />
        {words.restore}
      </Button>
    </li>
  );
}
