import { type Command, InvalidArgumentError, Option } from 'commander';
import { scriptScheduleApi } from '../../../shared/api/scripts.ts';
import {
  SCRIPT_INTERVALS,
  type ScheduledScript,
  type ScriptSchedule,
  scriptScheduleSchema,
} from '../../../shared/scripts/script-schedule.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { NO_SCHEDULES, NOT_SCHEDULED, scheduled, unscheduled } from '../messages.ts';
import { tellRuns } from '../posts/jobs.ts';
import { print, printJson, type Terminal } from '../terminal/terminal.ts';
import { weekdays } from '../terminal/weekdays.ts';
import { findScript } from './script-lookup.ts';
import { list } from './script-sync.ts';

type Options = { daily?: ScriptSchedule; weekly?: ScriptSchedule; every?: ScriptSchedule } & {
  [change in 'on' | 'off' | 'remove']?: true;
};

/** `scripts schedule [script]`: sets when a saved script runs automatically. Without a change, lists the schedules. */
export function addScriptScheduleCommand(scripts: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    scripts
      .command('schedule [script]')
      .description('run a saved script at a time or an interval; without options, list the schedules'),
  )
    .addOption(
      new Option('--daily <time>', 'every day at a time, such as 09:00')
        .argParser(daily)
        .conflicts(['weekly', 'every', 'off', 'remove']),
    )
    .addOption(
      new Option('--weekly <days and time>', 'on days of the week, such as "mon,thu 09:00"')
        .argParser(weekly)
        .conflicts(['every', 'off', 'remove']),
    )
    .addOption(
      new Option('--every <interval>', 'at an interval: 15m, 30m, 1h, 2h, 3h, 4h, 6h or 12h')
        .argParser(interval)
        .conflicts(['off', 'remove']),
    )
    .addOption(new Option('--off', 'keep the schedule, but do not run it').conflicts(['on', 'remove']))
    .addOption(new Option('--on', 'let it run again').conflicts('remove'))
    .option('--remove', 'remove the schedule')
    .action(async (wanted: string | undefined, options: Options, command: Command) => {
      const config = configOf(command);
      const { daily, weekly, every, on, off, remove } = options;
      const schedule = daily ?? weekly ?? every;
      const isChange = schedule !== undefined || on || off || remove;
      if (isChange && wanted === undefined) throw new AppError('bad_input', NO_SCRIPT_NAMED);
      await withApi('scripts schedule', config, terminal, async (api) => {
        const id = wanted === undefined ? null : findScript(await list(api), wanted).id;
        if (id === null || !isChange) {
          const all = await call(api, scriptScheduleApi.listScriptSchedules);
          const shown = { ...all, schedules: all.schedules.filter(({ scriptId }) => id === null || scriptId === id) };
          if (config.json) printJson(terminal, shown);
          else tellRuns(terminal, 'SCRIPT', shown.schedules, all, NO_SCHEDULES);
          return;
        }
        if (remove) {
          await call(api, scriptScheduleApi.unscheduleScript, { params: { id } });
          if (config.json) printJson(terminal, { removed: id });
          else print(terminal, unscheduled(wanted ?? id));
          return;
        }
        const body = { schedule: schedule ?? (await scheduleOf(api, id)), isOn: !off };
        const state = await call(api, scriptScheduleApi.scheduleScript, { params: { id }, body });
        if (config.json) printJson(terminal, state);
        else print(terminal, scheduled(state));
      });
    });
}

const NO_SCRIPT_NAMED = 'Name the script, as in `local-agent scripts schedule "Shop report" --daily 09:00`.';

async function scheduleOf(api: Api, id: string): Promise<ScriptSchedule> {
  const { schedules } = await call(api, scriptScheduleApi.listScriptSchedules);
  const found = schedules.find(({ scriptId }: ScheduledScript) => scriptId === id);
  if (!found) throw new AppError('not_found', NOT_SCHEDULED);
  return found.schedule;
}

function daily(given: string): ScriptSchedule {
  return checked({ every: 'day', at: given }, 'Give a time such as 09:00.');
}

function weekly(given: string): ScriptSchedule {
  const [names = '', at = ''] = given.trim().split(/\s+(?=\S+$)/);
  return checked({ every: 'week', at, days: weekdays(names) }, 'Give days and a time such as "mon,thu 09:00".');
}

function interval(given: string): ScriptSchedule {
  const [, count, unit] = /^(\d+)\s*(m|h)/i.exec(given) ?? [];
  const minutes = Number(count) * (unit?.toLowerCase() === 'h' ? 60 : 1);
  const all = SCRIPT_INTERVALS.map((value) => (value < 60 ? `${value}m` : `${value / 60}h`)).join(', ');
  return checked({ every: 'interval', minutes }, `Choose one of ${all}.`);
}

function checked(schedule: unknown, remedy: string): ScriptSchedule {
  const { data } = scriptScheduleSchema.safeParse(schedule);
  if (!data) throw new InvalidArgumentError(remedy);
  return data;
}
