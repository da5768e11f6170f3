import { Sparkline } from '@/components/charts/sparkline.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import type { InsightsOverview } from '../../../../shared/insights/insights.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

const words = insightsMessages.numbers;

/** The followers of each account, or that they are not known. */
export function FollowerList({ accounts }: { accounts: InsightsOverview['followers']['accounts'] }) {
  return (
    <ul aria-label={words.byAccount} className="divide-y border-t">
      {accounts.map(({ accountId, platform, account, isRemoved, now, before, points }) => (
        <li key={accountId} className="flex min-h-12 items-center gap-3 py-2 text-sm">
          <PlatformMark platform={platform} className="text-muted-foreground" />
          <p className="min-w-0 flex-1 truncate">
            <bdi>{account}</bdi>
            <span className="sr-only"> ({platformLabel(platform)})</span>
            {isRemoved ? <span className="text-muted-foreground"> · {words.removed}</span> : null}
          </p>
          <div className="max-sm:hidden">
            <Sparkline values={points.map(({ followers }) => followers)} />
          </div>
          <p className="min-w-16 text-right tabular-nums">
            {now === null ? <span className="text-muted-foreground">{words.unknown}</span> : now.toLocaleString('en')}
            {now !== null && before !== null && now !== before ? (
              <span className="ml-2 text-xs text-muted-foreground">{words.difference(now - before)}</span>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
