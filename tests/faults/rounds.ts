import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { killChrome } from '../helpers/chrome-processes.ts';
import { type StartedCli, spawnCli, startCli, stopCli } from '../helpers/cli.ts';
import { databaseOf } from '../helpers/database.ts';
import { leftOfRuns, scratchPrefix } from '../helpers/run-processes.ts';
import { seeded } from '../helpers/seeded.ts';
import type { SystemProcess } from '../helpers/system-processes.ts';
import { newWorkspace } from '../helpers/workspace.ts';
import { halvesOf, lostOf } from './balance.ts';
import { startEndlessSource } from './endless-source.ts';
import { type AgentApi, apiOf, type Ledger, newLedger, startLoad } from './load.ts';
import { processesOf, straysOf } from './own-processes.ts';

/**
 * What is killed (SIGKILL). A backend is any of the server's processes except its first. A frozen agent is stopped
 * (SIGSTOP) instead, until all its claims are an hour old.
 */
export const VICTIMS = [
  'agent',
  'starting agent',
  'stopping agent',
  'server',
  'agent and server',
  'backend',
  'browser',
  'renderer',
  'frozen agent',
] as const;
export type Victim = (typeof VICTIMS)[number];

/** How long recovery may take, and leftover processes may take to end on their own, before it counts as an error. */
const RECOVERY_LIMIT_MS = 90_000;
/** Longer than an agent keeps retrying to store the end of a run (server/runs/record-end.ts). */
const LEFTOVERS_LIMIT_MS = 60_000;
const POLL_MS = 50;
/** The tables of everything that an agent claims for a time. */
const CLAIMED = ['generation_runs', 'job_runs', 'post_deliveries', 'warmup_runs'];

export type RoundsReport = {
  kills: Record<Victim, number>;
  acknowledged: number;
  lost: string[];
  half: string[];
  stray: string[];
  /** Hung requests, agents that ended or did not respond again, and those whose last line does not say why. */
  broken: string[];
  /** Milliseconds from the command to its report: before the first kill, and after a kill. */
  usualStarts: number[];
  starts: number[];
};

export type RoundsOptions = {
  seed: number;
  /** One victim per round. */
  victims: readonly Victim[];
  /** Starts before the first kill, to measure the usual time. */
  usual: number;
  log?: (line: string) => void;
};

/**
 * Starts the built program on a data directory, writes to it through all interfaces, and kills one of its processes per
 * round at a random moment. After each round, it compares what was acknowledged with what exists.
 */
export async function runRounds({ seed, victims, usual, log = () => undefined }: RoundsOptions): Promise<RoundsReport> {
  const chance = seeded(seed);
  const report: RoundsReport = {
    kills: Object.fromEntries(VICTIMS.map((victim) => [victim, 0])) as Record<Victim, number>,
    acknowledged: 0,
    lost: [],
    half: [],
    stray: [],
    broken: [],
    usualStarts: [],
    starts: [],
  };
  const ledger = newLedger();
  const source = await startEndlessSource();
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-faults-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(folder, 0o711);
  const dataDir = await newWorkspace(join(folder, 'data'));
  const life = agentLife(dataDir, report);
  try {
    // The first start creates the database.
    await life.start([]);
    for (let start = 0; start < usual; start++) {
      await life.stop();
      await life.start(report.usualStarts);
    }
    await addProject(await life.api(), source.url);
    let said = new Set<string>();
    for (const [round, victim] of victims.entries()) {
      const before = ledger.acknowledged;
      await playRound({ victim, dataDir, chance, ledger, report, life });
      report.kills[victim] += 1;
      const faults = [report.lost, report.half, report.stray, report.broken, ledger.hung];
      for (const fault of faults.flat()) if (!said.has(fault)) log(`  ${fault}`);
      said = new Set(faults.flat());
      const lastStart = Math.round(report.starts.at(-1) ?? 0);
      log(`round ${round + 1}: ${victim}, ${ledger.acknowledged - before} acknowledged, last start ${lastStart} ms`);
    }
    report.lost.push(...(await lostOf(await life.api(), dataDir, ledger)));
    const { code, stderr } = await life.stop();
    if (code !== 0) report.broken.push(`the last agent ended with ${code}: ${stderr}`);
    report.stray.push(...(await strays(dataDir, null)));
    report.stray.push(...(await leftOfRuns(dataDir)).folders);
    report.acknowledged = ledger.acknowledged;
    report.broken.push(...ledger.hung);
    // A loss is found again in each later round.
    return { ...report, lost: [...new Set(report.lost)], half: [...new Set(report.half)] };
  } finally {
    await life.kill();
    await source.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Round = {
  victim: Victim;
  dataDir: string;
  chance: () => number;
  ledger: Ledger;
  report: RoundsReport;
  life: AgentLife;
};

async function playRound({ victim, dataDir, chance, ledger, report, life }: Round): Promise<void> {
  if (victim === 'starting agent') {
    await life.stop();
    await life.killWhileStarting(chance() * (report.usualStarts[0] ?? 2000));
  } else {
    const before = ledger.acknowledged;
    const load = startLoad(await life.api(), ledger, chance);
    await until(() => ledger.acknowledged > before, RECOVERY_LIMIT_MS);
    await delay(chance() * 1500);
    await life.strike(victim, chance);
    // Everything that keeps running without the victim stays under load.
    if (!life.isOver()) await delay(chance() * 1000);
    await load.stop();
  }
  // Sometimes the next start finds the leftover processes, and sometimes they have to end on their own.
  if (life.isOver() && chance() < 0.5) report.stray.push(...(await strays(dataDir, null)));
  if (life.isOver()) await life.start(report.starts);
  await life.untilItAnswers();
  if (!life.isOver()) {
    report.stray.push(...(await strays(dataDir, life.pid())));
    report.half.push(...(await settled(() => halvesOf(dataDir))));
    report.lost.push(...(await lostOf(await life.api(), dataDir, ledger)));
  }
}

type AgentLife = ReturnType<typeof agentLife>;

/** The agents of a data directory, one after the other. */
function agentLife(dataDir: string, report: RoundsReport) {
  let agent: StartedCli | undefined;
  const running = () => {
    if (!agent) throw new Error('No agent runs.');
    return agent;
  };
  const isOver = () => !agent || agent.child.exitCode !== null || agent.child.signalCode !== null;
  const noteEnd = async () => {
    const { code, stderr } = await running().ended;
    report.broken.push(`the agent ended with ${code}: ${stderr}`);
  };

  return {
    isOver,
    pid: () => running().report.pid,
    api: (): Promise<AgentApi> => apiOf(dataDir, running().report.url),
    async start(times: number[]) {
      const began = performance.now();
      // Log lines must not be mistaken for the command's output.
      agent = await startCli(dataDir, ['--log-level', 'silent']);
      times.push(performance.now() - began);
    },
    stop: () => stopCli(running()),
    async kill() {
      if (agent && !isOver()) await stopCli(agent, 'SIGKILL');
    },
    async killWhileStarting(afterMs: number) {
      const { child, ended } = spawnCli(['start', '--json', '--no-open', '--port', '0', '--data-dir', dataDir]);
      await delay(afterMs);
      child.kill('SIGKILL');
      await ended;
    },
    /** Freezes the agent, and makes its claims an hour older. */
    async freeze() {
      const { child } = running();
      child.kill('SIGSTOP');
      const database = databaseOf(dataDir);
      try {
        await database.script(
          CLAIMED.map((table) => `update ${table} set lease_until = lease_until - interval '1 hour'`).join(';'),
        );
      } finally {
        child.kill('SIGCONT');
        await database.close();
      }
    },
    async strike(victim: Victim, chance: () => number) {
      const { child, report: said, ended } = running();
      const server = Number.parseInt(await readFile(join(String(said.databaseDir), 'postmaster.pid'), 'utf8'), 10);
      const killAgent = async () => {
        child.kill('SIGKILL');
        await ended;
      };
      if (victim === 'frozen agent') await this.freeze();
      else if (victim === 'browser' || victim === 'renderer') {
        await until(async () => (await killChrome(scratchPrefix(dataDir), victim)) > 0, RECOVERY_LIMIT_MS);
      } else if (victim === 'backend') {
        const backends = (await processesOf(dataDir)).filter(({ parent }) => parent === server);
        const chosen = backends[Math.floor(chance() * backends.length)];
        if (chosen) signal(chosen.pid);
      } else {
        if (victim === 'stopping agent') {
          child.kill('SIGTERM');
          await delay(chance() * 300);
        }
        if (victim.includes('server')) signal(server);
        if (victim.includes('agent')) await killAgent();
      }
    },
    /** Waits until a write is acknowledged again; starts an agent if it has ended. */
    async untilItAnswers() {
      const { client } = await this.api();
      const unchanged = { timezone: 'UTC' };
      const answers = async () => {
        if (isOver()) return true;
        const { error } = await client.from('app_settings').update(unchanged).not('id', 'is', null);
        return error === null;
      };
      if (!(await until(answers, RECOVERY_LIMIT_MS))) report.broken.push('the agent does not answer again');
      if (!isOver()) return;
      await noteEnd();
      await this.start(report.starts);
    },
  };
}

async function addProject({ client }: AgentApi, source: string): Promise<void> {
  const project = { niche_name: 'Baking', source_url_1: source, source_url_2: source, posts_per_day: 1 };
  await client
    .from('content_projects')
    .insert({ ...project, platforms: ['instagram'] })
    .throwOnError();
}

/** Processes that did not end in time, one line each. */
async function strays(dataDir: string, agent: number | null): Promise<string[]> {
  const said = ({ pid, parent, command }: SystemProcess) => `process ${pid} of ${parent}: ${command.slice(0, 160)}`;
  return settled(async () => (await straysOf(dataDir, agent)).map(said));
}

/** Returns the errors once there are none, or when their time to resolve is up. */
async function settled(look: () => Promise<string[]>): Promise<string[]> {
  let wrong = await look();
  await until(async () => {
    wrong = await look();
    return wrong.length === 0;
  }, LEFTOVERS_LIMIT_MS);
  return wrong;
}

async function until(isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await delay(POLL_MS))
    if (await isSo()) return true;
  return false;
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process of a connection may have ended since it was listed.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
