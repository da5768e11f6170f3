import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from '../../../shared/agent/agents.ts';
import { processesOn } from '../../helpers/cli.ts';
import { startMeta } from '../../helpers/publishing/contract-platforms.ts';
import { seeded } from '../../helpers/seeded.ts';
import { type Balance, balanceOf } from '../balance.ts';
import type { ChaosOptions } from '../chaos.ts';
import { type ChaosPlatform, startPlatform } from '../platforms.ts';
import { addPosts, type Connected, isUnderWay, person, reconnect, severalOf, storeFiles } from '../workload.ts';
import { openAbsences } from './absences.ts';
import { openAutopilot } from './autopilot.ts';
import { type Machine, pair, setUpMachine } from './machine.ts';
import { type Project, startProject } from './project.ts';

const HOUR_MS = 3_600_000;
/** The machines, and how far the clock of each is ahead, in milliseconds. */
const MACHINES = [
  { name: 'Studio', aheadMs: 0 },
  { name: 'Server', aheadMs: HOUR_MS },
  { name: 'Laptop', aheadMs: -HOUR_MS },
];
/** How soon the first posts are due, in milliseconds, and the share of the run over which posts are spread. */
const FIRST_POST_MS = 5_000;
const SPREAD = 0.8;
/** How long an agent is briefly frozen, in milliseconds: too short for another to take over. */
const FREEZE_MS = 15_000;
/** An agent opens what was sealed for it within half a minute, or later on a busy machine. */
const HELD_LIMIT_MS = 120_000;
const DRAIN_LIMIT_MS = 600_000;
const LOOK_MS = 1_000;
const EVENTS = [
  ...Array<'platform'>(8).fill('platform'),
  ...Array<'away'>(4).fill('away'),
  'person',
  'kill',
  'freeze',
  'cut',
] as const;

type HostedReport = Balance & {
  events: Record<string, number>;
  /** How long each silent agent's channels waited for another agent, in seconds by the database's clock. */
  takeOvers: number[];
  /** Errors other than those in the balance. */
  faults: string[];
};

/** Complete agents publish on one hosted project with random failures; then counts what was published. */
export async function runHosted(
  { seed, posts, agents, seconds, platforms: which }: ChaosOptions,
  say: (line: string) => void = () => undefined,
): Promise<HostedReport> {
  const chance = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const events: Record<string, number> = {};
  const happened = (what: string) => {
    events[what] = (events[what] ?? 0) + 1;
  };
  const faults: string[] = [];
  const meta = await startMeta(Date.now);
  const platforms = await Promise.all(severalOf(which).map((platform) => startPlatform(platform, Date.now, { meta })));
  const project = await startProject(seeded(seed + 1), happened);
  const machines: Machine[] = [];
  const absences = openAbsences({ project, machines, platforms, happened, faults });
  const autopilot = await openAutopilot(project.admin);
  try {
    const accounts = await setUp(project, platforms, machines, agents);
    say(`${agents} agents hold the logins of ${accounts.length} accounts`);
    const { admin } = project;
    const files = await storeFiles(admin);
    const plan = { posts, chance, startAt: Date.now() + FIRST_POST_MS, spanMs: seconds * 1000 * SPREAD };
    await addPosts(admin, accounts, files, plan);
    project.trouble();
    const end = Date.now() + seconds * 1000;
    const half = Date.now() + seconds * 500;
    while (Date.now() < end) {
      await delay(LOOK_MS * (0.5 + chance()));
      if (Date.now() > half) await autopilot.nextDay();
      const what = pick(EVENTS);
      if (what === 'platform') pick(platforms).trouble(chance);
      else if (what === 'person') await person(admin, accounts, pick, chance);
      else if (what === 'cut') project.cutConnections();
      else if (!(await absences.begin(what, pick, chance() * FREEZE_MS))) continue;
      happened(what);
    }
    say('no more faults');
    project.calm();
    for (const platform of platforms) platform.calm();
    await absences.over();
    const deadline = Date.now() + DRAIN_LIMIT_MS;
    while (Date.now() < deadline && ((await isUnderWay(admin)) || !(await autopilot.isOver()))) {
      await delay(LOOK_MS);
      await autopilot.unschedule();
      await reconnect(admin);
      await skipPauses(project);
    }
    say('all posts have come to their end');
    for (const machine of machines) {
      const agentsThere = await machine.list();
      faults.push(...wrongStates(machine, machines, agentsThere));
      const { problem } = await machine.call<{ problem: string | null }>('GET', '/api/workspace');
      if (problem) faults.push(`${machine.name}: ${problem}`);
      if (!(await machine.servesMember())) faults.push(`${machine.name} refuses its member`);
    }
    events['days of the autopilot'] = await autopilot.days();
    faults.push(...(await autopilot.faults()));
    for (const machine of machines) {
      const code = await machine.stop();
      if (code !== 0) faults.push(`${machine.name} ended with ${code}`);
      for (const left of await processesOn(machine.dataDir)) faults.push(`left running: ${left}`);
    }
    const { takeOvers } = absences;
    return { ...(await balanceOf(admin, accounts)), events, takeOvers, faults };
  } finally {
    await absences.over();
    await Promise.all(machines.map((machine) => machine.kill()));
    await Promise.all([...platforms.map(({ server }) => server), meta, autopilot].map((server) => server.close()));
    await project.close();
    await Promise.all(machines.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })));
  }
}

/** Sets up machines that are paired with each other, with accounts whose logins all of them hold. */
async function setUp(project: Project, platforms: readonly ChaosPlatform[], machines: Machine[], count: number) {
  const apis = Object.assign({}, ...platforms.map((platform) => platform.apis));
  const publicMediaUrl = platforms.find((platform) => platform.publicMediaUrl)?.publicMediaUrl;
  for (const machine of MACHINES.slice(0, count))
    machines.push(await setUpMachine({ ...machine, project, apis, publicMediaUrl }));
  const placed = await Promise.all(
    platforms.map(async (platform, index) => {
      const home = machines[index % machines.length] as Machine;
      return { home, account: await home.connect(platform) };
    }),
  );
  await Promise.all(machines.map((machine) => machine.start()));
  for (const machine of machines) await machine.command(['agents', 'rename', machine.name]);
  for (const [index, one] of machines.entries()) for (const other of machines.slice(index + 1)) await pair(one, other);
  const accounts: Connected[] = [];
  for (const { home, account } of placed) {
    for (const other of machines) if (other !== home) await home.share(account.id, other);
    accounts.push(account);
  }
  const deadline = Date.now() + HELD_LIMIT_MS;
  const waiting = project.admin.from('channel_holders').select('agent_id').is('held_at', null);
  while ((await waiting.limit(1).throwOnError()).data.length > 0) {
    if (Date.now() > deadline) throw new Error('A shared login was not opened.');
    await delay(LOOK_MS);
  }
  return accounts;
}

/** Ends all delays before retries. */
async function skipPauses({ admin }: Project): Promise<void> {
  const now = new Date().toISOString();
  const open = admin.from('post_deliveries').update({ retry_after: now });
  await open.in('state', ['pending', 'preparing', 'publishing']).gt('retry_after', now).throwOnError();
}

function wrongStates(machine: Machine, machines: readonly Machine[], listed: readonly Agent[]): string[] {
  const said = listed.map(({ name, state, isThis }) => `${name} ${state}${isThis ? ' here' : ''}`).sort();
  const expected = machines.map((one) => `${one.name} running${one === machine ? ' here' : ''}`).sort();
  return said.join() === expected.join() ? [] : [`${machine.name} lists ${said.join(', ')}`];
}
