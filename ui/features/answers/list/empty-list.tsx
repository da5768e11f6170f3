import { useQuery } from '@tanstack/react-query';
import { BellOff, CircleCheck, Inbox, ListFilter, MailCheck, Plug } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { sourcesQuery } from '@/domain/answers/sources.ts';
import { usePublishingAccounts } from '@/domain/publishing/accounts.ts';
import { answersMessages } from '@/features/answers/messages.ts';
import { anyAnswerQuery } from '@/features/answers/queries.ts';
import { isNarrowed, useShown } from '@/features/answers/shown.ts';
import { useAgent } from '@/lib/agent.ts';
import { paths } from '@/lib/paths.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

const { empty: words, filters } = answersMessages;

/** Why the list is empty, and the next step. */
export function EmptyList() {
  const { filter, setFilter } = useShown();
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        icon={ListFilter}
        {...filters.nothing}
        action={
          <Button variant="outline" onClick={() => setFilter({ platform: null, account: null, post: null })}>
            {filters.clear}
          </Button>
        }
      />
    );
  }
  if (filter.state === 'unread') return <EmptyState icon={MailCheck} {...words.unread} />;
  if (filter.state === 'done') return <EmptyState icon={CircleCheck} {...words.done} />;
  return <NothingOpen isAll={filter.state === 'all'} />;
}

/** Says that nothing is left to do, or that nothing has arrived yet, with the next step. */
function NothingOpen({ isAll }: { isAll: boolean }) {
  const accounts = usePublishingAccounts();
  const { data: sources } = useQuery(sourcesQuery(useAgent()));
  const { data: any } = useQuery(anyAnswerQuery(useAgent()));
  if (!accounts || !sources || any === undefined) return null;
  if (any && !isAll) return <EmptyState icon={CircleCheck} {...words.allDone} />;
  const connected = [...accounts.values()].filter(({ channel }) => channel !== null);
  if (connected.length === 0) {
    const { action, ...rest } = words.noAccounts;
    return <EmptyState icon={Plug} {...rest} action={<LinkButton to="/accounts">{action}</LinkButton>} />;
  }
  if (sources.length > 0 && sources.every(({ state }) => state === 'off')) {
    const { action, ...rest } = words.off;
    return (
      <EmptyState icon={BellOff} {...rest} action={<LinkButton to={paths.settings('answers')}>{action}</LinkButton>} />
    );
  }
  const can = namesOf(sources.filter(({ state }) => state === 'on' || state === 'elsewhere'));
  const cannot = namesOf(connected.filter(({ platform }) => !sources.some((source) => source.platform === platform)));
  return (
    <EmptyState
      icon={Inbox}
      title={words.nothing.title}
      description={[can.length > 0 && words.nothing.can(can), cannot.length > 0 && words.nothing.cannot(cannot)]
        .filter(Boolean)
        .join(' ')}
      action={<LinkButton to={paths.settings('answers')}>{words.nothing.action}</LinkButton>}
    />
  );
}

function LinkButton({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild variant="outline">
      <Link to={to}>{children}</Link>
    </Button>
  );
}

/** The distinct names of the platforms, sorted. */
function namesOf(places: readonly { platform: Platform }[]): string[] {
  return [...new Set(places.map(({ platform }) => platformLabel(platform)))].sort();
}
