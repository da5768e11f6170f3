import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { killChrome } from '../helpers/chrome-processes.ts';
import { type StartedCli, spawnCli, startCli, stopCli } from '../helpers/cli.ts';
import { leftOfRuns, scratchPrefix } from '../helpers/run-processes.ts';
import { seeded } from '../helpers/seeded.ts';
import type { SystemProcess } from '../helpers/system-processes.ts';
import { newWorkspace } from '../helpers/workspace.ts';
import { halvesOf, lostOf } from './balance.ts';
import { type AgentApi, apiOf, type Ledger, newLedger, startLoad } from './load.ts';
import { processesOf, straysOf } from './own-processes.ts';

/** What is killed (SIGKILL). A backend is any process of the server's but its first. */
export const VICTIMS = [
  'agent',
  'starting agent',
  'server',
  'agent and server',
  'backend',
  'browser',
  'renderer',
] as const;
export type Victim = (typeof VICTIMS)[number];

/** How long recovery, and what is left to end by itself, may take before it counts as a fault. */
const RECOVERY_LIMIT_MS = 90_000;
/** Longer than the end of a run is kept again and again (server/runs/record-end.ts). */
const LEFTOVERS_LIMIT_MS = 60_000;
const POLL_MS = 50;
/** About what a start takes. */
const START_MS = 2_000;

type RoundsReport = {
  kills: Record<Victim, number>;
  acknowledged: number;
  lost: string[];
  half: string[];
  stray: string[];
  /** Hung requests, agents that ended or did not answer again, and those whose last line does not say why. */
  broken: string[];
};

type RoundsOptions = {
  seed: number;
  /** One victim a round. */
  victims: readonly Victim[];
  log?: (line: string) => void;
};

/**
 * Starts the built program on a data directory, writes to it from all sides, and kills one of its processes a round at a
 * random moment. After each it holds what was acknowledged against what is there.
 */
export async function runRounds({ seed, victims, log = () => undefined }: RoundsOptions): Promise<RoundsReport> {
  const chance = seeded(seed);
  const report: RoundsReport = {
    kills: Object.fromEntries(VICTIMS.map((victim) => [victim, 0])) as Record<Victim, number>,
    acknowledged: 0,
    lost: [],
    half: [],
    stray: [],
    broken: [],
  };
  const ledger = newLedger();
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-faults-'));
  // Postgres under root runs as another user, who has to get in.
  await chmod(folder, 0o711);
  const dataDir = await newWorkspace(join(folder, 'data'));
  const life = agentLife(dataDir, report);
  try {
    await life.start();
    let said = new Set<string>();
    for (const [round, victim] of victims.entries()) {
      const before = ledger.acknowledged;
      await playRound({ victim, dataDir, chance, ledger, report, life });
      report.kills[victim] += 1;
      const faults = [report.lost, report.half, report.stray, report.broken, ledger.hung];
      for (const fault of faults.flat()) if (!said.has(fault)) log(`  ${fault}`);
      said = new Set(faults.flat());
      log(`round ${round + 1}: ${victim}, ${ledger.acknowledged - before} acknowledged`);
    }
    report.lost.push(...(await lostOf(await life.api(), dataDir, ledger)));
    const { code, stderr } = await life.stop();
    if (code !== 0) report.broken.push(`the last agent ended with ${code}: ${stderr}`);
    report.stray.push(...(await strays(dataDir, null)));
    report.stray.push(...(await leftOfRuns(dataDir)).folders);
    report.acknowledged = ledger.acknowledged;
    report.broken.push(...ledger.hung);
    // What is lost once stays so.
    return { ...report, lost: [...new Set(report.lost)], half: [...new Set(report.half)] };
  } finally {
    await life.kill();
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
    await life.killWhileStarting(chance() * START_MS);
  } else {
    const before = ledger.acknowledged;
    const load = startLoad(await life.api(), ledger, chance);
    await until(() => ledger.acknowledged > before, RECOVERY_LIMIT_MS);
    await delay(chance() * 1500);
    await life.strike(victim, chance);
    // What goes on without the victim is under load meanwhile.
    if (!life.isOver()) await delay(chance() * 1000);
    await load.stop();
  }
  // Sometimes the next start finds what is left, and sometimes it has to end by itself.
  if (life.isOver() && chance() < 0.5) report.stray.push(...(await strays(dataDir, null)));
  if (life.isOver()) await life.start();
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
    async start() {
      // What is logged, other than what the command says, is not to be taken for it.
      agent = await startCli(dataDir, ['--log-level', 'silent']);
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
    async strike(victim: Victim, chance: () => number) {
      const { child, report: said, ended } = running();
      const server = Number.parseInt(await readFile(join(String(said.databaseDir), 'postmaster.pid'), 'utf8'), 10);
      const killAgent = async () => {
        child.kill('SIGKILL');
        await ended;
      };
      if (victim === 'browser' || victim === 'renderer') {
        await until(async () => (await killChrome(scratchPrefix(dataDir), victim)) > 0, RECOVERY_LIMIT_MS);
      } else if (victim === 'backend') {
        const backends = (await processesOf(dataDir)).filter(({ parent }) => parent === server);
        const chosen = backends[Math.floor(chance() * backends.length)];
        if (chosen) signal(chosen.pid);
      } else {
        if (victim.includes('server')) signal(server);
        if (victim.includes('agent')) await killAgent();
      }
    },
    /** Waits until a write is acknowledged again; starts an agent that has ended. */
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
      await this.start();
    },
  };
}

/** What stays although it has had its time, one line each. */
async function strays(dataDir: string, agent: number | null): Promise<string[]> {
  const said = ({ pid, parent, command }: SystemProcess) => `process ${pid} of ${parent}: ${command.slice(0, 160)}`;
  return settled(async () => (await straysOf(dataDir, agent)).map(said));
}

/** What is wrong, once it is nothing or had time enough to become right. */
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
    // A connection's process may have ended since it was seen.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
