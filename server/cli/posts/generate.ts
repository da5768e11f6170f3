import { type Command, Option } from 'commander';
import { generationApi } from '../../../shared/api/projects.ts';
import {
  type DayPlan,
  DRY_RUN_DAYS_DEFAULT,
  DRY_RUN_DAYS_MAX,
  type DryRun,
  dryRunSchema,
} from '../../../shared/posts/dry-run.ts';
import {
  destinationsInWords,
  dryRunInWords,
  lateInWords,
  noPostInWords,
  pausedInWords,
} from '../../../shared/posts/dry-run-words.ts';
import { GENERATION_COUNT_MAX, type GenerationResult } from '../../../shared/posts/generation.ts';
import { choicesInWords } from '../../../shared/posts/reason-words.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { runGeneration } from '../../agent-client/generate.ts';
import { progressInWords } from '../../agent-client/messages.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { SEE_POSTS } from '../messages.ts';
import { findProject, listProjects } from '../projects/projects.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { note, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

type GenerateOptions = { count?: number; project?: string; withoutSources?: true; dryRun?: true; days?: number };

/**
 * `generate` does the same as the button (§7): progress on stderr, then the result. Exit code 1 when it made no posts,
 * such as with exhausted or unreadable sources. With --dry-run it shows what the autopilot would make in the coming
 * days, and makes nothing.
 */
export function addGenerateCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    program.command('generate').description('make posts for the content project that still needs some'),
  )
    .option(
      '--count <number>',
      'how many posts to make (as many as today still needs)',
      wholeNumber(1, GENERATION_COUNT_MAX),
    )
    .option('--project <project>', 'the niche or the id of the project to make them for, paused or not')
    .option('--without-sources', 'make posts even if none of the sources can be read')
    .addOption(
      new Option(
        '--dry-run',
        'show what the autopilot would make in the coming days, without making anything',
      ).conflicts(['count', 'project', 'withoutSources']),
    )
    .addOption(
      new Option('--days <number>', `how many days --dry-run covers (${DRY_RUN_DAYS_DEFAULT})`)
        .argParser(wholeNumber(1, DRY_RUN_DAYS_MAX))
        .conflicts(['count', 'project'])
        .implies({ dryRun: true }),
    )
    .action(async (options: GenerateOptions, command: Command) => {
      const config = configOf(command);
      if (options.dryRun) {
        const plan = await withApi('generate', config, terminal, (api) => readDryRun(api, options.days));
        return config.json ? printJson(terminal, plan) : printDryRun(terminal, plan);
      }
      const { count, project, withoutSources } = options;
      const result = await withApi('generate', config, terminal, async (api) => {
        const body = {
          ...(count !== undefined && { count }),
          ...(withoutSources && { withoutSources }),
          ...(project !== undefined && { project: findProject(await listProjects(api), project).id }),
        };
        return runGeneration(api, body, (progress) => note(terminal, progressInWords(progress)));
      });
      if (config.json) printJson(terminal, result);
      else tell(terminal, result);
      if (!result.success) throw new CommandFailed();
    });
}

function tell(terminal: Terminal, { success, template, created, message }: GenerationResult): void {
  if (success) {
    printTable(terminal, ['POSTS', 'TEMPLATE'], [[String(created), template ?? '-']]);
    note(terminal, SEE_POSTS);
  }
  if (message) note(terminal, message);
}

/** Requests a dry run for this many days; seven by default. */
async function readDryRun(api: Api, days: number | undefined): Promise<DryRun> {
  const body = { dryRun: true, ...(days !== undefined && { days }) } as const;
  return dryRunSchema.parse(await call(api, generationApi.generatePosts, { body }));
}

/** The days as a table, with times in the workspace's zone. A note on stderr says that nothing was made. */
function printDryRun(terminal: Terminal, { timezone, autopilot, paused, days }: DryRun): void {
  const headings = ['DATE', `TIME (${timezone})`, 'PROJECT', 'TEMPLATE', 'WHY'];
  printTable(
    terminal,
    headings,
    days.map((day) => rowOf(day, { timezone, autopilot, paused })),
  );
  note(terminal, dryRunInWords(autopilot));
  const left = pausedInWords(paused);
  if (left) note(terminal, left);
}

function rowOf(day: DayPlan, { timezone, autopilot, paused }: Omit<DryRun, 'days'>): string[] {
  if (day.outcome !== 'post') return [day.date, '-', '-', '-', noPostInWords(day, paused)];
  const { project, template, time } = day.reasons;
  const why = choicesInWords(day.reasons).map(({ text }) => text);
  return [
    day.date,
    timeOn(day.date, time.at, timezone),
    project.name,
    template.name,
    [...(day.isLate ? [lateInWords(autopilot)] : []), ...why, destinationsInWords(day.destinations)].join(' '),
  ];
}

/** Such as `08:10`, preceded by its date if that is not `date`. */
function timeOn(date: string, time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const [day, clock = ''] = format.format(new Date(time)).split(' ');
  return day === date ? clock : `${day} ${clock}`;
}
