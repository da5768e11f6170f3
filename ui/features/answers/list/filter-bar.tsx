import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Select } from '@/components/select.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { answersMessages } from '@/features/answers/messages.ts';
import { isNarrowed, STATES, useShown } from '@/features/answers/shown.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { PLATFORMS, platformLabel } from '../../../../shared/posts/platforms.ts';

const words = answersMessages.filters;
/** The value for "all": no id consists of a space. */
const ALL = ' ';
const SELECT = 'h-9 w-auto min-w-0 max-w-44 gap-1 px-2.5 text-[0.8125rem] max-sm:h-11';

/** Which answers the list shows: by state, platform and account, or those to one post. */
export function FilterBar({ unread }: { unread: number | undefined }) {
  const { filter, setFilter } = useShown();
  const { data: accounts = [] } = useQuery(publishingAccountsQuery(useSupabase()));
  const connected = accounts.filter(({ channel }) => channel !== null);
  const platforms = PLATFORMS.filter(
    ({ id }) => id === filter.platform || connected.some(({ platform }) => platform === id),
  );
  const ofPlatform = connected.filter(({ platform }) => filter.platform === null || platform === filter.platform);
  return (
    <search aria-label={words.state} className="flex min-w-0 flex-wrap items-center gap-1.5">
      {STATES.map((state) => (
        <button
          key={state}
          type="button"
          className={TAB_CLASSES}
          aria-pressed={filter.state === state}
          onClick={() => setFilter({ state })}
        >
          {words.states[state]}
          {state === 'unread' && unread ? <span className="tabular-nums">{unread.toLocaleString('en')}</span> : null}
        </button>
      ))}
      {platforms.length > 1 || filter.platform !== null ? (
        <Select
          aria-label={words.platform}
          className={SELECT}
          value={filter.platform ?? ALL}
          onChoose={(id) =>
            setFilter({ platform: platforms.find((platform) => platform.id === id)?.id ?? null, account: null })
          }
          options={[
            { value: ALL, label: words.allPlatforms },
            ...platforms.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      ) : null}
      {ofPlatform.length > 1 || filter.account !== null ? (
        <Select
          aria-label={words.account}
          className={SELECT}
          value={ofPlatform.some(({ id }) => id === filter.account) ? (filter.account ?? ALL) : ALL}
          onChoose={(id) => setFilter({ account: id === ALL ? null : id })}
          options={[
            { value: ALL, label: words.allAccounts },
            ...ofPlatform.map(({ id, label, platform }) => ({
              value: id,
              label: filter.platform ? label : `${label} (${platformLabel(platform)})`,
            })),
          ]}
        />
      ) : null}
      {isNarrowed(filter) ? (
        <Button
          variant="ghost"
          size="sm"
          className="px-2"
          onClick={() => setFilter({ platform: null, account: null, post: null })}
        >
          <X aria-hidden="true" />
          {filter.post === null ? words.clear : words.ofPost}
        </Button>
      ) : null}
    </search>
  );
}
