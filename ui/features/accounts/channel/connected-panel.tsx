import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { toast } from '@/components/toast.tsx';
import { heldCountQuery } from '@/domain/publishing/held-count.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { daysToWarnOf } from '@/features/accounts/channel/channels-query.ts';
import { PlatformLink } from '@/features/accounts/channel/guide.tsx';
import { channelToasts, connectedMessages as words } from '@/features/accounts/channel/messages.ts';
import { MissingReads } from '@/features/accounts/channel/missing-reads.tsx';
import { Renewal } from '@/features/accounts/channel/renewal.tsx';
import { useChannelActions, useQuotas } from '@/features/accounts/channel/use-channel.ts';
import { nowDate } from '@/lib/clock.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { LEAVING, takenBackFirst } from '../../../../shared/publishing/held-in-words.ts';
import { limitsInWords } from '../../../../shared/publishing/limits-in-words.ts';
import type { LeftOver } from '../../../../shared/publishing/publishing-api.ts';
import { leftInWords } from '../../../../shared/publishing/quota.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../../shared/workspace/database.ts';

type ConnectedPanelProps = {
  account: SocialAccountsRow;
  channel: ChannelsRow;
  onReconnect: () => void;
  /** Called with what remains on the platform, or null. */
  onDisconnected: (left: LeftOver | null) => void;
};

/** The posting identity, the state of the login, and the actions. */
export function ConnectedPanel({ account, channel, onReconnect, onDisconnected }: ConnectedPanelProps) {
  const actions = useChannelActions(account);
  const [isAsked, setAsked] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const { mutate, isPending, variables, error, data } = actions;
  const run = (action: Parameters<typeof mutate>[0]) => isPending || mutate(action);
  const isDoing = (action: typeof variables) => isPending && variables === action;

  function disconnect() {
    setAsked(false);
    mutate('disconnect', {
      onSuccess({ left = null, held = null }) {
        if (!left || held) toast(channelToasts.disconnected(account.account_label, held));
        onDisconnected(left);
      },
    });
  }

  return (
    <div ref={panel} tabIndex={-1} className="flex flex-col gap-5 outline-none" aria-busy={isPending}>
      <Facts channel={channel} />
      <Warnings
        account={account}
        channel={channel}
        onReconnect={onReconnect}
        onRenewed={() => panel.current?.focus()}
      />
      <MissingReads
        account={account}
        channel={channel}
        onReconnect={onReconnect}
        onRenewed={() => panel.current?.focus()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" aria-disabled={isPending} onClick={() => run('test')}>
          {isDoing('test') ? <Spinner /> : null}
          {isDoing('test') ? words.testing : words.test}
        </Button>
        <Button variant="outline" aria-disabled={isPending} onClick={() => run('check')}>
          {isDoing('check') ? <Spinner /> : null}
          {isDoing('check') ? words.checking : words.check}
        </Button>
        <Button variant="outline" aria-disabled={isPending} onClick={() => run(channel.is_paused ? 'resume' : 'pause')}>
          {channel.is_paused ? words.resume : words.pause}
        </Button>
        <Button variant="outline" className="text-destructive" aria-disabled={isPending} onClick={() => setAsked(true)}>
          {words.disconnect}
        </Button>
      </div>
      <p role="status" className="text-sm text-pretty [overflow-wrap:anywhere]">
        {error ? <span className="font-medium text-destructive">{failureReason(error)}</span> : null}
        {!isPending && data?.done === 'check' && channel.state === 'ready' ? words.holds : null}
        {!isPending && data?.test?.isDeleted ? words.tested : null}
        {!isPending && data?.test?.isDeleted === false ? (
          <>
            {words.testLeft} <PlatformLink href={data.test.url}>{words.showTest}</PlatformLink>
          </>
        ) : null}
      </p>
      {isAsked ? (
        <DisconnectQuestion
          account={account}
          channel={channel}
          onClose={() => setAsked(false)}
          onConfirm={disconnect}
        />
      ) : null}
    </div>
  );
}

type DisconnectQuestionProps = Pick<ConnectedPanelProps, 'account' | 'channel'> & {
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before disconnecting, and mentions the posts that the platform holds, if their number can be read. */
function DisconnectQuestion({ account, channel, onClose, onConfirm }: DisconnectQuestionProps) {
  const { data: count = 0, isPending } = useQuery(heldCountQuery(useSupabase(), account));
  const held = count > 0 ? ` ${takenBackFirst(account.platform, count)}` : '';
  return (
    <Confirmation
      title={LEAVING.disconnect.question(account.account_label)}
      description={words.consequence(channel.handle, platformLabel(channel.platform)) + held}
      onClose={onClose}
      keep={words.keep}
      confirm={count > 0 ? LEAVING.disconnect.confirm : words.disconnect}
      isBusy={isPending}
      onConfirm={onConfirm}
    />
  );
}

function Facts({ channel }: { channel: ChannelsRow }) {
  const timeZone = useTimeZone();
  const quotas = useQuotas(channel);
  const room = limitsInWords(channel.platform, channel.limits);
  const { handle, profile_url: profile, server, connected_at, checked_at, expires_at } = channel;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      <Fact name={words.account}>{profile ? <PlatformLink href={profile}>{handle}</PlatformLink> : handle}</Fact>
      <Fact name={words.server}>{server.replace(/^https?:\/\//, '')}</Fact>
      <Fact name={words.connected}>{formatDateTime(connected_at, timeZone)}</Fact>
      <Fact name={words.checked}>{formatDateTime(checked_at, timeZone)}</Fact>
      {room.length > 0 ? <Fact name={words.limits}>{room.join(', ')}</Fact> : null}
      {quotas.length > 0 ? <Fact name={words.left}>{quotas.map(leftInWords).join(', ')}</Fact> : null}
      {expires_at ? <Fact name={words.ends}>{formatDateTime(expires_at, timeZone)}</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

type WarningsProps = Pick<ConnectedPanelProps, 'account' | 'channel' | 'onReconnect'> & { onRenewed: () => void };

/** Why posts are not published, or soon will not be, and what the user can do. */
function Warnings({ account, channel, onReconnect, onRenewed }: WarningsProps) {
  const days = daysToWarnOf(channel, nowDate());
  const isRefused = channel.state === 'reconnect';
  if (!isRefused && channel.problem === null && days === null && !channel.is_paused) return null;
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-warning/40 bg-warning/10 px-4 py-3.5 text-sm text-pretty">
      {isRefused ? (
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium text-warning">{words.refused}</span> {channel.problem}
        </p>
      ) : null}
      {!isRefused && channel.problem !== null ? <p className="[overflow-wrap:anywhere]">{channel.problem}</p> : null}
      {!isRefused && days !== null ? <p>{words.endsSoon(days)}</p> : null}
      {channel.is_paused ? <p>{words.paused}</p> : null}
      {isRefused || channel.problem !== null || days !== null ? (
        <Renewal account={account} channel={channel} onDone={onRenewed} onReconnect={onReconnect} />
      ) : null}
    </div>
  );
}

function Spinner() {
  return <LoaderCircle aria-hidden="true" className="animate-spin" />;
}
