import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../server/supabase/connection.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import { openTestBackend } from '../helpers/embedded.ts';
import { startMeta } from '../helpers/publishing/contract-platforms.ts';
import type { Secrets } from '../helpers/publishing/engine-setting.ts';
import { workspacePosts } from '../helpers/publishing/workspace-posts.ts';
import { seeded } from '../helpers/seeded.ts';
import { type Balance, balanceOf } from './balance.ts';
import { type Anchor, jumped, timeOf } from './fast-time.ts';
import { forwardTo, startHoldingProxy } from './holding-proxy.ts';
import { type ChaosPlatform, startPlatform } from './platforms.ts';
import { bundleAgent, ended, order } from './processes.ts';
import {
  addPosts,
  type Connected,
  isBusy,
  isSending,
  isUnderWay,
  person,
  reconnect,
  severalOf,
  storeFiles,
} from './workload.ts';

const SPEED = 20;
/** How far the clock jumps over pauses, and how long everything may take to finish; in milliseconds. */
const JUMP_MS = 20 * 60_000;
const DRAIN_BASE_MS = 180_000;
const DRAIN_MS_PER_POST = 1_000;
/**
 * By the fast clock, in milliseconds: how long an agent is down or asleep, which is long enough for another to take
 * over (90 s of silence and a lease of 60 s); when a frozen agent wakes up, while another has its posts; and when it is
 * killed.
 */
const AWAY_MS = 160_000;
const FROZEN_MS = 80_000;
const WOKEN_MS = 140_000;
/** The random failures, each of which must have happened at least once by the end. */
const TROUBLES = ['platform', 'platform', 'platform', 'platform', 'person', 'kill', 'freeze', 'down', 'sleep'] as const;
/** How far the machines' clocks are ahead; one is correct. */
const MACHINES_AHEAD_MS = [0, 3_600_000, -3_600_000];

export type ChaosOptions = {
  seed: number;
  posts: number;
  agents: number;
  seconds: number;
  platforms: readonly Platform[];
  /** How many times faster than real time the clock runs. */
  speed?: number;
};
export type ChaosReport = Balance & { events: Record<string, number> };

/** Publishes posts with random failures, then counts what was published on the platforms. */
export async function runChaos({
  seed,
  posts,
  agents: count,
  seconds,
  platforms: which,
  speed = SPEED,
}: ChaosOptions): Promise<ChaosReport> {
  const chance = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const events: Record<string, number> = {};
  let anchor: Anchor = { real: Date.now(), simulated: Date.now(), speed };
  const program = await bundleAgent();
  const backend = await openTestBackend();
  const workspace = await startHoldingProxy(forwardTo(backend.connection.inProcessUrl, backend.connection.fetch));
  const now = () => Math.round(timeOf(anchor));
  const meta = await startMeta(now);
  const platforms = await Promise.all(severalOf(which).map((platform) => startPlatform(platform, now, { meta })));
  const processes = new Set<ChildProcess>();
  try {
    const admin = backend.connection.admin;
    const token = await backend.memberToken();
    const agentIds: string[] = Array.from({ length: count }, () => randomUUID());
    const { accounts, secrets } = await connectAccounts(admin, agentIds, platforms);
    const apis = Object.assign({}, ...platforms.map((platform) => platform.apis));
    const publicMediaUrl = platforms.find((platform) => platform.publicMediaUrl)?.publicMediaUrl;
    const files = await storeFiles(admin);
    const start = (agentId: string): { agentId: string; child: ChildProcess; isAway?: boolean } => {
      const child = program.spawn();
      processes.add(child);
      child.once('exit', () => processes.delete(child));
      order(child, {
        url: workspace.url,
        key: backend.connection.publishableKey,
        accessToken: token,
        agentId,
        dataDir: join(backend.dataDir, `agent-${agentId}`),
        secrets: [...secrets],
        apis,
        publicMediaUrl,
        anchor,
        machineAheadMs: MACHINES_AHEAD_MS[agentIds.indexOf(agentId) % MACHINES_AHEAD_MS.length] ?? 0,
      });
      return { agentId, child };
    };
    // The first calls fail in any case, however long the agents take to start.
    for (const platform of platforms) platform.trouble(chance);
    const agents = agentIds.map(start);
    await addPosts(admin, accounts, files, {
      posts,
      chance,
      startAt: anchor.simulated + 30_000,
      spanMs: seconds * speed * 700,
    });
    const latest = Date.now() + DRAIN_BASE_MS;
    while (Date.now() < latest && !(await isSending(admin))) await delay(100);
    const end = Date.now() + seconds * 1000;
    const missing = new Set(TROUBLES.filter((what) => count > 1 || (what !== 'down' && what !== 'sleep')));
    const happened = (what: (typeof TROUBLES)[number]) => {
      missing.delete(what);
      events[what] = (events[what] ?? 0) + 1;
    };
    while (Date.now() < end || missing.size > 0) {
      await delay(60 + chance() * 240);
      const isOver = Date.now() >= end;
      const what = isOver ? pick([...missing]) : pick(TROUBLES);
      const isMeant = isOver || chance() < 0.25;
      if (what === 'platform') pick(platforms).trouble(chance);
      if (what === 'person') await person(admin, accounts, pick, chance);
      if (what === 'platform' || what === 'person') happened(what);
      if ((what === 'down' || what === 'sleep') && isMeant) {
        const agent = pick(agents.filter(({ isAway }) => !isAway));
        // One agent always stays, to take over.
        if (agents.filter(({ isAway }) => !isAway).length < 2) continue;
        happened(what);
        agent.isAway = true;
        agent.child.kill(what === 'down' ? 'SIGKILL' : 'SIGSTOP');
        const back = () => {
          agent.isAway = false;
          // A sleeping process continues where it was.
          if (what === 'sleep') agent.child.kill('SIGCONT');
          else agents[agents.indexOf(agent)] = start(agent.agentId);
        };
        setTimeout(back, AWAY_MS / speed).unref();
      }
      if ((what === 'kill' || what === 'freeze') && isMeant) {
        const agent = pick(agents.filter(({ isAway }) => !isAway));
        happened(what);
        if (what === 'kill') agent.child.kill('SIGKILL');
        else {
          agent.child.kill('SIGSTOP');
          setTimeout(() => agent.child.kill('SIGCONT'), FROZEN_MS / speed).unref();
          setTimeout(() => agent.child.kill('SIGKILL'), WOKEN_MS / speed).unref();
        }
        agents[agents.indexOf(agent)] = start(agent.agentId);
      }
    }
    for (const platform of platforms) platform.calm();
    await delay(AWAY_MS / speed);
    const deadline = Date.now() + DRAIN_BASE_MS + posts * DRAIN_MS_PER_POST;
    while (Date.now() < deadline && (await isUnderWay(admin))) {
      await delay(500);
      await reconnect(admin);
      // A jump would end the leases of what is being sent, so only pauses are skipped.
      if (await isBusy(admin, timeOf(anchor))) continue;
      anchor = jumped(anchor, JUMP_MS);
      for (const child of processes) order(child, anchor);
    }
    await Promise.all([...processes].map(ended));
    const { data: channels } = await admin.from('channels').select('generation').throwOnError();
    events['taken over'] = channels.reduce((sum, { generation }) => sum + generation, 0);
    return { ...(await balanceOf(admin, accounts)), events };
  } finally {
    await Promise.all([...processes].map(ended));
    await Promise.all([...platforms.map(({ server }) => server), meta, workspace].map((server) => server.close()));
    await backend.close();
    await program.remove();
  }
}

async function connectAccounts(admin: Client, agentIds: string[], platforms: readonly ChaosPlatform[]) {
  const accounts: Connected[] = [];
  const secrets: Secrets = new Map();
  for (const [index, { platform, origin, connected, shapes, texts, defaults }] of platforms.entries()) {
    const id = await workspacePosts(admin).account(platform, agentIds[index % agentIds.length] ?? '', origin, defaults);
    secrets.set(id, { platform, secret: connected.secret });
    // Every agent has every login.
    const holders = agentIds.map((agent_id) => ({ account_id: id, agent_id, held_at: new Date().toISOString() }));
    await admin.from('channel_holders').upsert(holders).throwOnError();
    accounts.push({ id, platform, shapes, texts });
  }
  return { accounts, secrets };
}
