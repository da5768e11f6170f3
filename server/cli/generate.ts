import { type Command, Option } from 'commander';
import { DRY_RUN_DAYS_DEFAULT, DRY_RUN_DAYS_MAX } from '../../shared/dry-run.ts';
import {
  GENERATION_COUNT_MAX,
  GENERATION_EVENTS,
  type GenerationProgress,
  type GenerationRequest,
  type GenerationResult,
  generationProgressSchema,
  generationResultSchema,
} from '../../shared/generation.ts';
import { AppError } from '../errors.ts';
import { type Api, readEvents } from './api.ts';
import { configOf, withWorkspaceOptions } from './config-options.ts';
import { readDryRun, tellDryRun } from './dry-run.ts';
import { CommandFailed } from './exit-code.ts';
import { NO_RESULT, progressInWords, SEE_POSTS } from './messages.ts';
import { note, printJson, printTable, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';
import { withApi } from './workspace.ts';

/**
 * `generate` does what the button does (§7): progress on stderr as it happens, then the result. Exit code 1 when it
 * made nothing. With --dry-run it shows what the autopilot would make on the coming days, and makes nothing.
 */
export function addGenerateCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(program.command('generate').description('make posts for the content project that lacks some'))
    .option(
      '--count <number>',
      'how many posts to make (as many as today still lacks)',
      wholeNumber(1, GENERATION_COUNT_MAX),
    )
    .addOption(
      new Option('--dry-run', 'show what the autopilot would make on the coming days, and make nothing').conflicts(
        'count',
      ),
    )
    .addOption(
      new Option('--days <number>', `how many days --dry-run looks at (${DRY_RUN_DAYS_DEFAULT})`)
        .argParser(wholeNumber(1, DRY_RUN_DAYS_MAX))
        .conflicts('count')
        .implies({ dryRun: true }),
    )
    .action(async (options: { count?: number; dryRun?: true; days?: number }, command: Command) => {
      const config = configOf(command);
      if (options.dryRun) {
        const plan = await withApi('generate', config, terminal, (api) => readDryRun(api, options.days));
        return config.json ? printJson(terminal, plan) : tellDryRun(terminal, plan);
      }
      const body = options.count === undefined ? {} : { count: options.count };
      const result = await withApi('generate', config, terminal, (api) =>
        run(api, body, (progress) => note(terminal, progressInWords(progress))),
      );
      if (config.json) printJson(terminal, result);
      else tell(terminal, result);
      if (!result.success) throw new CommandFailed();
    });
}

async function run(
  api: Api,
  body: Partial<GenerationRequest>,
  onProgress: (progress: GenerationProgress) => void,
): Promise<GenerationResult> {
  const response = await api({ method: 'POST', path: '/api/generation', body, accept: 'text/event-stream' });
  for await (const { event, value } of readEvents(response, NO_RESULT)) {
    if (event === GENERATION_EVENTS.progress) onProgress(generationProgressSchema.parse(value));
    if (event === GENERATION_EVENTS.result) return generationResultSchema.parse(value);
  }
  throw new AppError('internal', NO_RESULT);
}

function tell(terminal: Terminal, { success, template, created, message }: GenerationResult): void {
  if (success) {
    printTable(terminal, ['POSTS', 'TEMPLATE'], [[String(created), template ?? '-']]);
    note(terminal, SEE_POSTS);
  }
  if (message) note(terminal, message);
}
