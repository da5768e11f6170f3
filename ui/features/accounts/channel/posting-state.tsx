import { daysToWarnOf } from '@/features/accounts/channel/channels-query.ts';
import { channelMessages } from '@/features/accounts/channel/messages.ts';
import { cn } from '@/lib/class-names.ts';
import type { ChannelsRow } from '../../../../shared/workspace/database.ts';

const { row } = channelMessages;

/** The account's posting identity, or why it cannot post. */
export function PostingState({ channel }: { channel: ChannelsRow }) {
  const days = daysToWarnOf(channel, new Date());
  const words =
    channel.state === 'reconnect'
      ? row.reconnect
      : channel.is_paused
        ? row.paused(channel.handle)
        : days !== null
          ? row.ends(days)
          : row.ready(channel.handle);
  const isFine = channel.state === 'ready' && !channel.is_paused && days === null;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span
        aria-hidden="true"
        className={cn('size-1.5 shrink-0 -translate-y-px rounded-full', isFine ? 'bg-success' : 'bg-warning')}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
    </span>
  );
}
