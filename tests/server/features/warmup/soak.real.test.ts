import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openProfile } from '../../../../server/browser/profiles.ts';
import { lockDataDirectory } from '../../../../server/data-directory/agent-lock.ts';
import type { WarmupStatusAnswer } from '../../../../shared/accounts/warmup.ts';
import { killChrome } from '../../../helpers/chrome-processes.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { type KillableAgent, startKillableAgent } from '../../../helpers/instagram/agents-to-kill.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { LANGUAGES, LAYOUTS, STOP_ANSWERS, STOP_PAGES, type Stop } from '../../../helpers/instagram/switches.ts';
import { hasSeen, warmupsOf } from '../../../helpers/instagram/warmups.ts';
import { seeded } from '../../../helpers/seeded.ts';

/** How many warm-ups, and with which chance; WARMUP_SOAK_RUNS=50 is the long one. */
const RUNS = Number(process.env.WARMUP_SOAK_RUNS ?? 12);
const SEED = Number(process.env.WARMUP_SOAK_SEED ?? 20_261_121);
/** What the agent's heap may grow by in the second half, in which nobody kills it, in bytes. */
const GROWTH_MAX = 12 * 1024 * 1024;
const STOPS = [...Object.keys(STOP_PAGES), ...Object.keys(STOP_ANSWERS), 'action_blocked'] as Stop[];

const random = seeded(SEED);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

let instagram: Instagram;
let agent: KillableAgent;
const warmups = warmupsOf(() => ({ ...agent, instagram }));

/** What happens to a warm-up that has come to some post, by how it may end. */
const FAULTS: { [fault in 'none' | 'cancel' | 'stop' | 'offline' | 'renderer' | 'browser' | 'agent']: Fault } = {
  none: { act: async () => undefined, ends: /success/ },
  cancel: { act: (accountId) => warmups.cancel(accountId), ends: /cancelled|success/ },
  stop: { act: async () => instagram.set({ stop: { by: pick(STOPS), after: 0 } }), ends: /./ },
  offline: { act: async () => instagram.set({ offline: true }), ends: /offline|success/ },
  renderer: { act: (accountId) => killChrome(accountId, 'renderer'), ends: /page_crashed|success/ },
  browser: { act: (accountId) => killChrome(accountId, 'browser'), ends: /browser|success/ },
  agent: { act: () => agent.killAndRestart(), ends: /interrupted|success/ },
};
type Fault = { act(accountId: string): Promise<unknown>; ends: RegExp };

beforeAll(async () => {
  instagram = await startInstagram();
  agent = await startKillableAgent(instagram.origin);
  const limits = { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 5, warmup_posts_max: 8 };
  await warmups.setLimits(limits);
});
afterAll(async () => {
  await agent?.stop();
  await instagram?.close();
  await agent?.remove();
});

/** One warm-up with one fault; answers what is to be told of it. */
async function round(accountId: string, faults: readonly (keyof typeof FAULTS)[]): Promise<string> {
  const fault = pick(faults);
  const posts = Math.floor(random() * 4);
  instagram.reset();
  instagram.set({ language: pick(LANGUAGES), layout: pick(LAYOUTS), stories: pick([0, 5]) });
  const ready = { is_logged_in: true, last_warmup_at: null, warmup_held_reason: null };
  await warmups.change(accountId, ready);
  await warmups.begin(accountId);
  await warmups.until(accountId, hasSeen(posts));
  await FAULTS[fault].act(accountId);
  const end = await warmups.until(accountId);
  const told = `${fault} after ${posts} posts: ${endInWords(end)}`;
  expect(endInWords(end), told).toMatch(FAULTS[fault].ends);
  expect((await warmups.account(accountId)).warmup_status, told).not.toBe('running');
  await vi.waitUntil(async () => (await processesOn(accountId)).length === 0, { timeout: 20_000 });
  return told;
}

function endInWords(status: WarmupStatusAnswer): string {
  return status.isRunning ? 'running' : (status.reason ?? status.status ?? 'nothing');
}

// Which processes are whose is read from Linux's /proc.
it.skipIf(process.platform !== 'linux')(
  `leaves no browser, no lock and no account behind after ${RUNS} warm-ups with faults (seed ${SEED})`,
  async () => {
    const accounts = [await warmups.addAccount(), await warmups.addAccount()];
    const faults = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
    const gentle = faults.filter((fault) => fault !== 'agent');
    const told: string[] = [];
    const heaps: number[] = [];
    // The first is killed in any case; whoever lives through the second half must not have grown.
    for (let run = 0; run < RUNS; run += 1) {
      const mayBeKilled = run < RUNS / 2;
      told.push(await round(pick(accounts), run === 0 ? ['agent'] : mayBeKilled ? faults : gentle));
      if (!mayBeKilled) heaps.push(await agent.heap());
    }
    const megabytes = heaps.map((bytes) => (bytes / 1024 ** 2).toFixed(1));
    console.warn([...told, `heap in MB: ${megabytes.join(', ')}`].join('\n'));
    expect((heaps.at(-1) ?? 0) - (heaps.at(1) ?? 0)).toBeLessThan(GROWTH_MAX);

    const { data } = await agent.database.from('warmup_runs').select('status').throwOnError();
    expect(data).toHaveLength(RUNS);
    expect(data.filter(({ status }) => status === 'running')).toEqual([]);
    for (const id of accounts) await (await openProfile(agent.dataDir, id, 'a test')).close();
    await agent.stop();
    // What browsers' temporary folders are called (server/browser/browser-scratch.ts).
    const scratch = `la-browser-${createHash('sha256').update(agent.dataDir).digest('hex').slice(0, 8)}-`;
    const { lock, running } = await lockDataDirectory(agent.dataDir, { command: 'start', version: '0.0.0' });
    await lock?.release();
    expect(running).toBeNull();
    expect(await processesOn(agent.dataDir)).toEqual([]);
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(scratch))).toEqual([]);
  },
  60_000 + RUNS * 20_000,
);
