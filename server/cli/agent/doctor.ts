import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { JobList } from '../../../shared/agent/jobs.ts';
import { jobApi } from '../../../shared/api/agent.ts';
import { call, runningApi } from '../../agent-client/api.ts';
import type { AgentConfig } from '../../config/config.ts';
import { findHolder } from '../../data-directory/agent-lock.ts';
import { checkBrowser, isBrowserMissing } from '../../diagnostics/doctor/browser-checks.ts';
import type { Check } from '../../diagnostics/doctor/check.ts';
import { examine } from '../../diagnostics/doctor/examine.ts';
import { attempt } from '../../diagnostics/doctor/service-checks.ts';
import { writeReport } from '../../diagnostics/report/report.ts';
import { AppError } from '../../errors.ts';
import { loadAgentToken } from '../../http/agent-token.ts';
import { environment } from '../../system/environment.ts';
import { thisMachine } from '../../system/machine.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { reportThere, reportWritten } from '../messages.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { orInterrupted } from '../terminal/interruption.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { offerBrowser } from './browser.ts';
import { assertPortIsFree } from './listen.ts';

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;
const NAME_WIDTH = 16;

/**
 * `doctor` examines this machine: Node, folders, disk, memory, port, database, browser. If there is no browser it
 * offers to download one. Exit code 1 when a check fails. With --bundle it writes the results, the log and the settings
 * into a file for support, without secrets.
 */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(program.command('doctor').description('check whether everything works on this machine'))
    .option('--port <number>', 'the port that `start` would use (3001)')
    .option('--bundle <file>', 'write a report without secrets, to send when asking for help')
    .action(async ({ bundle }: { bundle?: string }, command: Command) => {
      const config = configOf(command);
      const holder = await findHolder(config.dataDir);
      const running = holder?.url ? { ...holder, url: holder.url } : null;
      const checkPort = () => attempt('Port', `${config.port} is free`, () => assertPortIsFree(config));
      const checks: Check[] = [];
      const add = (check: Check) => {
        checks.push(check);
        if (!config.json) tell(terminal, check);
      };
      const work = async () => {
        for await (const check of examine(config, environment(), running, checkPort)) add(check);
      };
      await orInterrupted(terminal.ending, work());
      if (config.json) printJson(terminal, checks);
      const missing = checks.findIndex(isBrowserMissing);
      if (missing >= 0 && !config.json && (await offerBrowser(terminal))) {
        checks.splice(missing, 1);
        for (const check of await checkBrowser(environment(), thisMachine())) add(check);
      }
      if (bundle !== undefined) {
        const jobs = running && (await jobsOf(running.url, config, terminal));
        await saveReport(
          resolve(bundle),
          await writeReport({ config, env: environment(), checks, jobs, now: new Date() }),
        );
        note(terminal, reportWritten(resolve(bundle)));
      }
      if (checks.some(({ verdict }) => verdict === 'fail')) throw new CommandFailed();
    });
}

/** Null when the agent does not respond: the rest of the report shows that. */
async function jobsOf(url: string, { dataDir }: AgentConfig, terminal: Terminal): Promise<JobList | null> {
  const api = runningApi(url, await loadAgentToken(dataDir), terminal.ending);
  return call(api, jobApi.listJobs).catch(() => null);
}

async function saveReport(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('bad_input', reportThere(path, cause.code), { cause });
  });
}

function tell(terminal: Terminal, { name, verdict, detail, remedy }: Check): void {
  print(terminal, `${MARKS[verdict]}  ${name.padEnd(NAME_WIDTH)}${detail}`);
  if (remedy) print(terminal, `${' '.repeat(MARKS.ok.length + 2 + NAME_WIDTH)}${remedy}`);
}
