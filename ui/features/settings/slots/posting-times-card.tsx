import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { Select } from '@/components/select.tsx';
import { toast } from '@/components/toast.tsx';
import { changeSettings, settingsQuery } from '@/domain/workspace/settings.ts';
import { Day, WEEK } from '@/features/settings/slots/day.tsx';
import { type AccountTimes, accountTimesQuery, changeAccountTimes } from '@/features/settings/slots/queries.ts';
import { slotsMessages as words } from '@/features/settings/slots/slots-messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { timesOfDay, withTimesOfDay } from '../../../../shared/posts/posting-times.ts';
import type { AppSettingsRow } from '../../../../shared/workspace/database.ts';

/** The value for all accounts. */
const ALL = 'all';

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;

/** The weekly times for which posts are scheduled: those of all accounts, and each account's own. */
export function PostingTimesCard({ row }: { row: AppSettingsRow }) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const accounts = useQuery(accountTimesQuery(useSupabase()));
  const [chosen, setChosen] = useState<string>(ALL);
  const account = accounts.data?.find(({ id }) => id === chosen);

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId} ref={heading} tabIndex={-1}>
          {words.title}
        </CardTitle>
        {accounts.isError ? (
          <CardDescription className="flex flex-wrap items-center gap-2 max-sm:col-span-2">
            {words.accountsFailed}
            <Button variant="outline" size="sm" onClick={() => void accounts.refetch()}>
              {words.retry}
            </Button>
          </CardDescription>
        ) : null}
        {accounts.data && accounts.data.length > 0 ? (
          <CardAction className="max-sm:col-span-2 max-sm:col-start-1 max-sm:row-span-1 max-sm:row-start-2 max-sm:mt-2 max-sm:w-full">
            <Select
              aria-label={words.account}
              className="w-full sm:w-60"
              value={account?.id ?? ALL}
              onChoose={setChosen}
              options={[
                { value: ALL, label: words.all },
                ...accounts.data.map(({ id, platform, account_label }) => ({
                  value: id,
                  label: `${account_label} · ${platformLabel(platform)}`,
                })),
              ]}
            />
          </CardAction>
        ) : null}
      </CardHeader>
      <Week key={account?.id ?? ALL} row={row} account={account} heading={heading} />
    </Card>
  );
}

type WeekProps = { row: AppSettingsRow; account: AccountTimes | undefined; heading: RefObject<HTMLElement | null> };

/** The days of a week; each change is saved at once. */
function Week({ row, account, heading }: WeekProps) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { queryKey } = account ? accountTimesQuery(supabase) : settingsQuery(supabase);
  const save = useMutation({
    mutationFn: async (posting_times: number[]) => {
      if (account) await changeAccountTimes(supabase, account.id, posting_times);
      else await changeSettings(supabase, row.id, { posting_times });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    onError: (error) => {
      toast({ title: words.failed, description: failureReason(error), variant: 'destructive' });
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const stored = account ? (account.posting_times ?? []) : row.posting_times;
  const times = save.isPending ? save.variables : stored;
  const inherited = account && times.length === 0 ? row.posting_times : times;
  const replace = (next: number[], done: string) => {
    const before = times;
    save.mutate(next, {
      onSuccess: () => void toast({ title: done, action: { label: words.undo, onClick: () => save.mutate(before) } }),
    });
  };

  return (
    <>
      <div className="flex items-start justify-between gap-x-4 gap-y-1 px-5 pb-4 max-sm:flex-col sm:px-6">
        <p className="max-w-prose text-sm text-muted-foreground text-pretty">{aboutTimes(row, account, times)}</p>
        {times.length > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            className="shrink-0 max-sm:-ml-3 sm:-mr-3"
            onClick={() => {
              heading.current?.focus({ preventScroll: true });
              replace([], account ? words.clearedOwn : words.removed);
            }}
          >
            {account ? words.clearOwn : words.clear}
          </Button>
        ) : null}
      </div>
      <ul>
        {WEEK.map((day) => (
          <Day
            key={day}
            day={day}
            times={timesOfDay(times, day)}
            instead={inherited.length > 0 ? timesOfDay(inherited, day).join(', ') || words.noTimes : words.spread}
            onChange={(ofDay) => save.mutate(withTimesOfDay(times, day, ofDay))}
            onCopy={(days) => {
              const ofDay = timesOfDay(times, day);
              replace(
                days.reduce((all, one) => withTimesOfDay(all, one, ofDay), times),
                words.copied(words.days[day] ?? ''),
              );
            }}
          />
        ))}
      </ul>
    </>
  );
}

function aboutTimes(row: AppSettingsRow, account: AccountTimes | undefined, times: readonly number[]): string {
  if (account) return times.length > 0 ? words.own(row.timezone) : words.inherits;
  if (times.length > 0) return words.some(row.timezone);
  return words.none(`${hour(row.posting_hours_start)} to ${hour(row.posting_hours_end)}`);
}
