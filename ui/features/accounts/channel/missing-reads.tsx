import { connectedMessages as words } from '@/features/accounts/channel/messages.ts';
import { Renewal } from '@/features/accounts/channel/renewal.tsx';
import { lacksInWords } from '../../../../shared/platforms/reads.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../../shared/workspace/database.ts';

type MissingReadsProps = {
  account: SocialAccountsRow;
  channel: ChannelsRow;
  onRenewed: () => void;
  onReconnect: () => void;
};

/** The read permissions that the login lacks, what the app needs for each, and the renewal that requests it. */
export function MissingReads({ account, channel, onRenewed, onReconnect }: MissingReadsProps) {
  const { platform, limits, state } = channel;
  if (state !== 'ready') return null;
  return limits.lacks?.map((read) => {
    const known = platformOf(platform).reads?.[read];
    if (!known) return null;
    return (
      <section
        key={read}
        aria-label={lacksInWords(known)}
        className="flex flex-col items-start gap-3 rounded-lg border px-4 py-3.5 text-sm text-pretty"
      >
        <p className="[overflow-wrap:anywhere]">{lacksInWords(known)}</p>
        <p className="text-[0.8125rem] leading-snug [overflow-wrap:anywhere] text-muted-foreground">{known.needs}</p>
        <Renewal
          account={account}
          channel={channel}
          reads={[read]}
          words={{ renew: words.allow(known.label), hint: words.allowHint }}
          onDone={onRenewed}
          onReconnect={onReconnect}
        />
      </section>
    );
  });
}
