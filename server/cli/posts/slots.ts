import type { Command } from 'commander';
import { postingTimesApi } from '../../../shared/api/posts.ts';
import type { PostingTimes } from '../../../shared/posts/posting-times-api.ts';
import { call } from '../../agent-client/api.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { note, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { WEEKDAY_NAMES, weekdays } from '../terminal/weekdays.ts';

const NO_TIMES =
  'No posting times: posts are spread evenly over the posting hours. Choose some with `local-agent slots set mon,thu 09:00 12:30`.';
const zone = (name: string) => `Times in ${name}.`;

/** `slots list | set | clear`: the times of the week at which posts are planned. */
export function addSlotsCommand(program: Command, terminal: Terminal): void {
  const slots = program.command('slots').description('choose the times of the week at which posts go out');

  withWorkspaceOptions(slots.command('list').description('list the posting times')).action(
    async (_options: object, command: Command) => {
      const config = configOf(command);
      const all = await withApi('slots list', config, terminal, (api) => call(api, postingTimesApi.getPostingTimes));
      tell(terminal, all, config.json);
    },
  );

  withWorkspaceOptions(
    slots
      .command('set')
      .argument('<days>', 'days of the week such as "mon,thu", or "all"', weekdays)
      .argument('<times...>', 'times such as 09:00')
      .description('choose the times of some days, in place of those they had'),
  ).action((days: number[], times: string[], _options: object, command: Command) =>
    change('set', days, times, command),
  );

  withWorkspaceOptions(
    slots
      .command('clear')
      .argument('[days]', 'days of the week such as "mon,thu"; all without', weekdays, weekdays('all'))
      .description('remove the times of some days, or all'),
  ).action((days: number[], _options: object, command: Command) => change('clear', days, [], command));

  async function change(name: string, days: number[], times: string[], command: Command): Promise<void> {
    const config = configOf(command);
    const body = { days: [...new Set(days)].map((day) => ({ day, times })) };
    const all = await withApi(`slots ${name}`, config, terminal, (api) =>
      call(api, postingTimesApi.setPostingTimes, { body }),
    );
    tell(terminal, all, config.json);
  }
}

function tell(terminal: Terminal, all: PostingTimes, json: boolean): void {
  if (json) printJson(terminal, all);
  else if (all.days.length === 0) note(terminal, NO_TIMES);
  else {
    const rows = all.days.map(({ day, times }) => [WEEKDAY_NAMES[day] ?? '', times.join(', ')]);
    printTable(terminal, ['DAY', 'TIMES'], rows);
    note(terminal, zone(all.timezone));
  }
}
