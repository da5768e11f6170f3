import type { Command } from 'commander';
import { postingTimesApi } from '../../../shared/api/posts.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { PostingTimes } from '../../../shared/posts/posting-times-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { note, printTable, type Terminal } from '../terminal/terminal.ts';
import { WEEKDAY_NAMES, weekdays } from '../terminal/weekdays.ts';

const NO_TIMES =
  'No posting times: posts are spread evenly over the posting hours. Choose some with `local-agent slots set mon,thu 09:00 12:30`.';
const USES_ALL =
  'This account has no separate posting times: it uses the times of all accounts. Choose some with `local-agent slots set mon,thu 09:00 --account <label>`.';
const zone = (name: string) => `Times in ${name}.`;

type SlotOptions = { account?: string };

const ACCOUNT = ['--account <label>', 'its own times, instead of those of all accounts'] as const;

/** `slots list | set | clear`: the times of the week at which posts are planned. */
export function addSlotsCommand(program: Command, terminal: Terminal): void {
  const slots = program.command('slots').description('choose the times of the week at which posts are published');

  const list = slots.command('list').description('list the posting times');
  apiCommand(list.option(...ACCOUNT), terminal, {
    ask: async (api: Api, { account }: SlotOptions) =>
      call(api, postingTimesApi.getPostingTimes, { query: await queryOf(api, account) }),
    tell: (all, { account }) => tell(terminal, all, account),
  });

  const set = slots
    .command('set')
    .argument('<days>', 'days of the week such as "mon,thu", or "all"', weekdays)
    .argument('<times...>', 'times such as 09:00')
    .description('choose the times of some days, replacing those they had');
  apiCommand(set.option(...ACCOUNT), terminal, {
    ask: change,
    tell: (all, _days, _times, { account }) => tell(terminal, all, account),
  });

  const clear = slots
    .command('clear')
    .argument('[days]', 'days of the week such as "mon,thu"; all without', weekdays, weekdays('all'))
    .description('remove the times of some days, or all');
  apiCommand(clear.option(...ACCOUNT), terminal, {
    ask: (api: Api, days: number[], options: SlotOptions) => change(api, days, [], options),
    tell: (all, _days, { account }) => tell(terminal, all, account),
  });
}

async function change(api: Api, days: number[], times: string[], { account }: SlotOptions): Promise<PostingTimes> {
  const body = { days: [...new Set(days)].map((day) => ({ day, times })) };
  return call(api, postingTimesApi.setPostingTimes, { query: await queryOf(api, account), body });
}

async function queryOf(api: Api, label: string | undefined): Promise<{ account?: string }> {
  return label === undefined ? {} : { account: findAccount(await listAccounts(api), label).id };
}

function tell(terminal: Terminal, all: PostingTimes, account: string | undefined): void {
  const own = (all.accounts ?? []).flatMap(({ platform, label, days }) =>
    rowsOf(days).map((row) => [...row, `${platformLabel(platform)} ${label}`]),
  );
  const rows = rowsOf(all.days);
  if (rows.length === 0) note(terminal, account === undefined ? NO_TIMES : USES_ALL);
  if (own.length > 0)
    printTable(terminal, ['DAY', 'TIMES', 'ACCOUNT'], [...rows.map((row) => [...row, 'all others']), ...own]);
  else if (rows.length > 0) printTable(terminal, ['DAY', 'TIMES'], rows);
  if (rows.length + own.length > 0) note(terminal, zone(all.timezone));
}

function rowsOf(days: PostingTimes['days']): string[][] {
  return days.map(({ day, times }) => [WEEKDAY_NAMES[day] ?? '', times.join(', ')]);
}
