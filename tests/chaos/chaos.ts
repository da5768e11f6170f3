import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '../../server/supabase/connection.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';
import { type MastodonServer, startMastodonServer } from '../helpers/mastodon/imitation.ts';
import { type PdsImitation, refusing, send, startPds } from '../helpers/pds.ts';
import type { Secrets } from '../helpers/publishing/engine-setting.ts';
import { blueskySecret, mastodonSecret, workspacePosts } from '../helpers/publishing/workspace-posts.ts';
import { seeded } from '../helpers/seeded.ts';
import type { AgentOrder } from './agent.ts';
import { type Account, type Balance, balanceOf } from './balance.ts';
import { type Anchor, jumped, timeOf } from './fast-time.ts';

const AGENT = fileURLToPath(new URL('./agent.ts', import.meta.url));
const BLUESKY_ACCOUNTS = 3;
const MASTODON_ACCOUNTS = 3;
const SPEED = 20;
const PUT = 'com.atproto.repo.putRecord';
const CREATE = 'POST /api/v1/statuses';
/** How far the clock is set over pauses, and how long everything may take to come to its end; in milliseconds. */
const JUMP_MS = 20 * 60_000;
const DRAIN_BASE_MS = 60_000;
const DRAIN_MS_PER_POST = 1_000;

export type ChaosOptions = { seed: number; posts: number; agents: number; seconds: number };
export type ChaosReport = Balance & { events: Record<string, number> };

/** Publishes posts while everything goes wrong by chance, and then counts what stands on the platforms. */
export async function runChaos({ seed, posts, agents: count, seconds }: ChaosOptions): Promise<ChaosReport> {
  const chance = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const events: Record<string, number> = {};
  const happened = (what: string) => {
    events[what] = (events[what] ?? 0) + 1;
  };
  let anchor: Anchor = { real: Date.now(), simulated: Date.now(), speed: SPEED };
  const backend = await openTestBackend();
  const workspace = await serve(backend);
  const pdses = await Promise.all(Array.from({ length: BLUESKY_ACCOUNTS }, () => startPds()));
  const mastodon = await startMastodonServer({ now: () => timeOf(anchor) });
  const processes = new Set<ChildProcess>();
  try {
    const admin = backend.connection.admin;
    const token = await backend.memberToken();
    const agentIds = Array.from({ length: count }, () => randomUUID());
    const { accounts, secrets } = await connectAccounts(admin, agentIds, pdses, mastodon);
    const start = (agentId: string) => {
      const child = spawn(process.execPath, ['--import', 'tsx', AGENT], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      processes.add(child);
      child.once('exit', () => processes.delete(child));
      const key = backend.connection.publishableKey;
      const order: AgentOrder = { url: workspace.url, key, accessToken: token, agentId, secrets: [...secrets], anchor };
      child.send(order);
      return { agentId, child };
    };
    const agents = agentIds.map(start);
    await addPosts(admin, accounts, {
      posts,
      chance,
      startAt: anchor.simulated + 30_000,
      spanMs: seconds * SPEED * 700,
    });
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      await delay(60 + chance() * 240);
      const what = pick([
        'bluesky',
        'bluesky',
        'mastodon',
        'mastodon',
        'person',
        'person',
        'kill',
        'freeze',
        'log-in',
        'break',
      ]);
      happened(what);
      if (what === 'bluesky') troubleBluesky(pick(pdses), chance);
      if (what === 'mastodon') troubleMastodon(mastodon, chance);
      if (what === 'person') await person(admin, pick, chance);
      if (what === 'log-in') pick(pdses).expireAccess();
      if (what === 'break') mastodon.breakConnections();
      if ((what === 'kill' || what === 'freeze') && chance() < 0.25) {
        const index = Math.floor(chance() * agents.length);
        const agent = agents[index];
        if (!agent) continue;
        if (what === 'kill') agent.child.kill('SIGKILL');
        else {
          // It wakes up when another one has its posts.
          agent.child.kill('SIGSTOP');
          setTimeout(() => agent.child.kill('SIGCONT'), 4000).unref();
          setTimeout(() => agent.child.kill('SIGKILL'), 7000).unref();
        }
        agents[index] = start(agent.agentId);
      }
    }
    mastodon.fail(CREATE);
    const deadline = Date.now() + DRAIN_BASE_MS + posts * DRAIN_MS_PER_POST;
    while (Date.now() < deadline && (await isUnderWay(admin))) {
      await delay(500);
      await reconnect(admin);
      // A jump ends the leases of what is being sent: only pauses are jumped over.
      if (await isBusy(admin, timeOf(anchor))) continue;
      anchor = jumped(anchor, JUMP_MS);
      for (const child of processes) if (child.connected) child.send(anchor, () => undefined);
    }
    await Promise.all([...processes].map(ended));
    return { ...(await balanceOf(admin, accounts)), events };
  } finally {
    await Promise.all([...processes].map(ended));
    await Promise.all([...pdses, mastodon, workspace].map((server) => server.close()));
    await backend.close();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function serve({ connection }: TestBackend) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = 'GET', headers, url = '/' } = request;
    const { connection: _, host: __, 'transfer-encoding': ___, ...kept } = headers;
    const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {};
    const result = await connection.fetch(`${connection.inProcessUrl}${url}`, {
      method,
      headers: kept as Record<string, string>,
      ...body,
    });
    response.writeHead(result.status, Object.fromEntries(result.headers)).end(Buffer.from(await result.arrayBuffer()));
  };
  // An agent that was killed hears no answer.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function connectAccounts(admin: Client, agentIds: string[], pdses: PdsImitation[], mastodon: MastodonServer) {
  const accounts: Account[] = [];
  const secrets: Secrets = new Map();
  const owner = (index: number) => agentIds[index % agentIds.length] ?? '';
  for (const [index, pds] of pdses.entries()) {
    const id = await workspacePosts(admin).account('bluesky', owner(index), pds.origin);
    secrets.set(id, { platform: 'bluesky', secret: await blueskySecret(pds) });
    accounts.push({
      id,
      platform: 'bluesky',
      texts: () => [...pds.posts.values()].map(({ value }) => String(value.text)),
    });
  }
  for (let index = 0; index < MASTODON_ACCOUNTS; index++) {
    const name = `user${index}`;
    const id = await workspacePosts(admin).account('mastodon', owner(index), mastodon.origin);
    secrets.set(id, { platform: 'mastodon', secret: await mastodonSecret(mastodon, name) });
    const own = () => mastodon.world.statuses.filter(({ account }) => account.username === name);
    accounts.push({ id, platform: 'mastodon', texts: () => own().map(({ text }) => text) });
  }
  return { accounts, secrets };
}

type Plan = { posts: number; chance: () => number; startAt: number; spanMs: number };

async function addPosts(admin: Client, accounts: Account[], { posts, chance, startAt, spanMs }: Plan) {
  const rows = Array.from({ length: posts }, (_, n) => {
    const chosen = accounts.filter(() => chance() < 1.4 / accounts.length);
    const goesTo = chosen.length > 0 ? chosen : accounts.slice(n % accounts.length, (n % accounts.length) + 1);
    const words = chance() < 0.15 ? 60 : 5;
    return {
      content_type: 'text' as const,
      status: 'scheduled' as const,
      caption: Array.from({ length: words }, (__, word) => `Post ${n} sentence ${word}.`).join(' '),
      platforms: [...new Set(goesTo.map(({ platform }) => platform))] as Platform[],
      account_ids: goesTo.map(({ id }) => id),
    };
  });
  const { data } = await admin.from('generated_content').insert(rows).select('id').throwOnError();
  const places = data.map(({ id }) => ({
    content_id: id,
    scheduled_time: new Date(startAt + chance() * spanMs).toISOString(),
  }));
  await admin.from('scheduled_posts').insert(places).throwOnError();
}

function troubleBluesky(pds: PdsImitation, chance: () => number): void {
  const kind = Math.floor(chance() * 5);
  if (kind === 0)
    pds.fault(PUT, async (_, response, next) => {
      await next();
      send(response, { status: 500, json: { error: 'InternalServerError' } });
    });
  else if (kind === 1) pds.fault(PUT, (_, response) => void response.destroy());
  else if (kind === 2) pds.fault(PUT, refusing(429, 'RateLimitExceeded', { 'ratelimit-reset': '60' }));
  else if (kind === 3) pds.fault('com.atproto.repo.getRecord', refusing(503, 'Unavailable'));
  else
    pds.fault(PUT, async (_, response, next) => {
      // Longer than a lease.
      await delay(4500);
      const answer = await next();
      if (!response.destroyed) send(response, answer);
    });
}

function troubleMastodon(mastodon: MastodonServer, chance: () => number): void {
  const faults = [
    { when: 'after', answer: { status: 500 } },
    { when: 'after', answer: 'cut' },
    { when: 'before', answer: 'cut' },
    { when: 'before', answer: { status: 429, headers: { 'retry-after': '90' } } },
    { when: 'before', answer: { status: 503 } },
  ] as const;
  mastodon.world.keepsKeys = chance() < 0.8;
  mastodon.fail(CREATE, ...faults.filter(() => chance() < 0.4));
  if (chance() < 0.3) mastodon.fail('GET /api/v1/accounts/:id/statuses', { when: 'before', answer: { status: 502 } });
}

/** Somebody who looks at the posts and presses a button. */
async function person(admin: Client, pick: <T>(list: readonly T[]) => T, chance: () => number): Promise<void> {
  const states = ['pending', 'preparing', 'publishing', 'failed', 'needs_review', 'waiting'] as const;
  const { data } = await admin.from('post_deliveries').select('id, state').in('state', states).limit(50).throwOnError();
  if (data.length === 0) return;
  const { id, state } = pick(data);
  const isOver = state === 'failed' || state === 'needs_review' || state === 'waiting';
  if (isOver) await admin.rpc('retry_delivery', { delivery: id }).throwOnError();
  else if (chance() < 0.3) await admin.rpc('cancel_delivery', { delivery: id }).throwOnError();
  if (chance() < 0.1) await admin.rpc('mark_delivery', { delivery: id, url: null }).throwOnError();
  await reconnect(admin);
}

async function reconnect(admin: Client): Promise<void> {
  await admin.from('channels').update({ state: 'ready' }).eq('state', 'reconnect').throwOnError();
}

async function isUnderWay(admin: Client): Promise<boolean> {
  const [posts, deliveries] = await Promise.all([
    admin.from('scheduled_posts').select('id').eq('status', 'scheduled').limit(1).throwOnError(),
    admin
      .from('post_deliveries')
      .select('id')
      .in('state', ['pending', 'preparing', 'publishing'])
      .limit(1)
      .throwOnError(),
  ]);
  return posts.data.length + deliveries.data.length > 0;
}

async function isBusy(admin: Client, now: number): Promise<boolean> {
  const { data } = await admin
    .from('post_deliveries')
    .select('id')
    .in('state', ['pending', 'preparing', 'publishing'])
    .or(`retry_after.is.null,retry_after.lte.${new Date(now).toISOString()}`)
    .limit(1)
    .throwOnError();
  return data.length > 0;
}
