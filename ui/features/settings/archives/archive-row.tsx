import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { archiveRemoval, archiveMessages as words } from '@/features/settings/archives/archive-messages.ts';
import { useRemoveArchive } from '@/features/settings/archives/use-archives.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatter } from '@/lib/time.ts';
import type { ArchiveSource } from '../../../../shared/archives/archives.ts';

type ArchiveRowProps = { archive: ArchiveSource; mayRemove: boolean };

/** One archive: its account, its number of posts, and the time they span. */
export function ArchiveRow({ archive, mayRemove }: ArchiveRowProps) {
  const { source, platform, accountId, posts, firstAt, lastAt } = archive;
  const [isAsking, setAsking] = useState(false);
  const removing = useRemoveArchive(archive);
  const timeZone = useTimeZone();
  const accounts = useQuery(publishingAccountsQuery(useSupabase()));
  const account = accounts.data?.find(({ id }) => id === accountId);
  const format = formatter(timeZone, { dateStyle: 'medium' });
  const day = (at: string | null) => (at === null ? null : format.format(new Date(at)));
  return (
    <li className="flex items-start justify-between gap-4 border-t px-5 py-4 sm:px-6">
      <div className="flex min-w-0 items-start gap-3">
        <PlatformMark platform={platform} className="mt-0.5 text-muted-foreground" />
        <div className="flex min-w-0 flex-col gap-1">
          <h3 className="text-sm font-medium [overflow-wrap:anywhere]">{source}</h3>
          <p className="text-sm text-muted-foreground tabular-nums">{words.span(posts, day(firstAt), day(lastAt))}</p>
          {account ? (
            <p className="text-[0.8125rem] text-muted-foreground [overflow-wrap:anywhere]">{words.of(account.label)}</p>
          ) : null}
        </div>
      </div>
      {mayRemove ? (
        <Button
          variant="outline"
          size="sm"
          className="pointer-coarse:h-11"
          aria-label={words.removeOf(source)}
          onClick={() => setAsking(true)}
        >
          {words.remove}
        </Button>
      ) : null}
      {isAsking ? (
        <Confirmation
          title={archiveRemoval.title}
          description={archiveRemoval.description(source, posts)}
          keep={archiveRemoval.keep}
          confirm={archiveRemoval.confirm}
          isBusy={removing.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => removing.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      ) : null}
    </li>
  );
}
