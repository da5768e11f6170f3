import { CheckCircle2, ChevronRight, CirclePause, Hand, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { type HealthRow, type Issue, issuesOf } from '@/features/dashboard/accounts/health.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { nowDate } from '@/lib/clock.ts';
import { formatRelative } from '@/lib/time.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

const words = dashboardMessages.accounts;

/** How many issues are listed; the rest are on the Accounts screen. */
const ISSUES_SHOWN = 3;

/** The accounts that need the user's attention, then how posts reach the others. */
export function AccountsHealth({ accounts }: { accounts: readonly HealthRow[] }) {
  const now = nowDate();
  const issues = issuesOf(accounts, now);
  const direct = accounts.filter(({ channel }) => channel?.state === 'ready' && !channel.is_paused).length;
  const byHand = accounts.filter(({ channel }) => channel === null).length;
  const more = issues.length - ISSUES_SHOWN;
  return (
    <>
      <ul>
        {issues.slice(0, ISSUES_SHOWN).map(({ account, issue }) => (
          <IssueRow key={account.id} account={account} issue={issue} now={now} />
        ))}
      </ul>
      <div className="flex flex-col gap-1.5 border-t px-5 py-3.5 text-[0.8125rem] text-muted-foreground sm:px-6">
        {more > 0 ? (
          <Link to="/accounts" className="w-fit rounded-sm font-medium text-primary underline-offset-4 hover:underline">
            {words.more(more)}
          </Link>
        ) : null}
        {direct > 0 ? (
          <p className="flex items-center gap-2">
            <CheckCircle2 className="size-4 shrink-0 text-success" aria-hidden="true" />
            {words.direct(direct)}
          </p>
        ) : null}
        {byHand > 0 ? (
          <p className="flex items-center gap-2">
            <Hand className="size-4 shrink-0" aria-hidden="true" />
            {words.byHand(byHand)}
          </p>
        ) : null}
      </div>
    </>
  );
}

function IssueRow({ account, issue, now }: { account: HealthRow; issue: Issue; now: Date }) {
  const Icon = issue.kind === 'paused' ? CirclePause : TriangleAlert;
  return (
    <li className="border-t">
      <Link
        to="/accounts"
        className="flex items-center gap-3.5 px-5 py-2.5 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
      >
        <Icon className="size-4.5 shrink-0 text-warning" strokeWidth={1.8} aria-hidden="true" />
        <span className="min-w-0 flex-1 leading-snug">
          <span className="flex items-center gap-1.5 text-sm font-medium">
            <PlatformMark platform={account.platform} className="text-muted-foreground" />
            <span className="sr-only">{platformLabel(account.platform)}</span>
            <bdi className="min-w-0 truncate">{account.account_label}</bdi>
          </span>
          <span className="block text-[0.8125rem] text-muted-foreground">
            {issue.kind === 'expires' ? words.expires(formatRelative(issue.at, now)) : words[issue.kind]}
          </span>
        </span>
        <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      </Link>
    </li>
  );
}
