import type { Command } from 'commander';
import { JOB_EVENTS, type JobEnd, type JobList, type JobState } from '../../../shared/agent/jobs.ts';
import { jobApi } from '../../../shared/api/agent.ts';
import { type Api, call, callForEvents, callWhileEnding } from '../../agent-client/api.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';
import { addCloudCommands } from './cloud.ts';

/** `jobs list | run | pause | resume | cloud`: the agent's automatic jobs. */
export function addJobsCommand(program: Command, terminal: Terminal): void {
  const jobs = program.command('jobs').description('list automatic jobs and run them');

  apiCommand(jobs.command('list').description('list the jobs with their last and next runs'), terminal, {
    ask: (api: Api) => call(api, jobApi.listJobs),
    tell: (list) => tellRuns(terminal, 'JOB', list.jobs, list),
  });

  apiCommand(jobs.command('run <name>').description('run a job now, whether it is due or not'), terminal, {
    ask: (api: Api, name: string) => run(api, name, terminal),
    tell: ({ status, result }) => (status === 'success' ? print : note)(terminal, result),
    hasFailed: ({ status }) => status === 'failed',
  });

  addCloudCommands(jobs, terminal);

  addSwitch('pause', 'pause automation and stop running jobs', true);
  addSwitch('resume', 'resume automation', false);

  function addSwitch(name: string, description: string, paused: boolean): void {
    apiCommand(jobs.command(name).description(description), terminal, {
      ask: (api: Api) => call(api, jobApi.pauseJobs, { body: { paused } }),
      tell: () => print(terminal, paused ? PAUSED : RESUMED),
    });
  }
}

/**
 * Prints automatic runs as a table whose first column is `heading`, and what keeps them from running. Prints `none` if
 * there are no runs.
 */
export function tellRuns(
  terminal: Terminal,
  heading: string,
  runs: readonly Pick<JobState, 'name' | 'when' | 'lastRun' | 'nextRun'>[],
  list: Omit<JobList, 'jobs'>,
  none?: string,
): void {
  if (list.problem) note(terminal, list.problem);
  if (runs.length === 0) {
    if (none) note(terminal, none);
    return;
  }
  const now = new Date();
  printTable(
    terminal,
    [heading, 'WHEN', 'LAST RUN', 'NEXT RUN', 'RESULT'],
    runs.map((run) => [
      run.name,
      run.when,
      lastRunInWords(run),
      nextRunInWords(run, list, now),
      run.lastRun?.result ?? '-',
    ]),
  );
  note(terminal, zonesInWords(list.timezone, localZone()));
  if (list.isPaused) note(terminal, PAUSED);
  if (!list.isWatching && !list.problem) note(terminal, NOT_WATCHING);
}

/** Runs a job and waits until it ends, with its progress on stderr. Ctrl+C stops the job. */
async function run(api: Api, name: string, terminal: Terminal): Promise<JobEnd> {
  let hasBegun = false;
  let stopping: Promise<boolean> | undefined;
  const stop = () => {
    if (!hasBegun) return;
    stopping = callWhileEnding(api, jobApi.stopJob, { params: { name } }).then((answer) => answer !== undefined);
  };
  const begun: Api = async (request) => {
    const answer = await api(request);
    hasBegun = true;
    return answer;
  };
  terminal.ending.addEventListener('abort', stop, { once: true });
  try {
    return await callForEvents(begun, jobApi.runJob, { params: { name } }, NO_END, ({ event, value }) => {
      if (event === JOB_EVENTS.result) return value;
      note(terminal, value.text);
      return undefined;
    });
  } finally {
    terminal.ending.removeEventListener('abort', stop);
    // If the command ended now, an unsent request would be lost.
    if (stopping) note(terminal, (await stopping) ? STOPPED : NOT_STOPPED);
  }
}

const PAUSED = 'Automation paused. Run `local-agent jobs resume` to continue.';
const RESUMED = 'Automation resumed.';
const NOT_WATCHING = 'No agent is running, so no job starts automatically. Start it with `local-agent start`.';
const STOPPED = 'Stopped.';
const NOT_STOPPED =
  'The agent was not asked to stop the job, which may still be running. `local-agent jobs list` shows it.';
const NO_END = 'The job ended without a result. Check the agent’s log, then try again.';

/** Hours are in the workspace's zone, times in this machine's. */
const zonesInWords = (workspace: string, machine: string) => `Hours in ${workspace}, times in ${machine}.`;

/** The last run: its time and result. */
function lastRunInWords({ lastRun }: Pick<JobState, 'lastRun'>): string {
  if (!lastRun) return 'never';
  const time = localTime(lastRun.finishedAt ?? lastRun.startedAt);
  return `${time} ${lastRun.status}${lastRun.byHand ? ' (by hand)' : ''}`;
}

/** The next run: its time, or why there is none. `now` decides what is due. */
function nextRunInWords(
  job: Pick<JobState, 'lastRun' | 'nextRun'>,
  { isPaused }: Pick<JobList, 'isPaused'>,
  now: Date,
): string {
  if (job.lastRun?.status === 'running') return 'running';
  if (job.nextRun === null) return isPaused ? 'paused' : 'off';
  return Date.parse(job.nextRun) <= now.getTime() ? 'due now' : localTime(job.nextRun);
}
