import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Client } from '../server/supabase/connection.ts';
import { openTestBackend } from '../tests/helpers/embedded.ts';
import { startPds } from '../tests/helpers/pds.ts';
import { openTestEngine, type Secrets } from '../tests/helpers/publishing/engine-setting.ts';
import { blueskySecret, workspacePosts } from '../tests/helpers/publishing/workspace-posts.ts';
import { byDepth } from './depth.ts';
import { median } from './table.ts';
import { benchVideoMemory } from './video-memory.ts';

const ACCOUNTS = 8;
const AT_ONCE = byDepth(400, 24);
const SCHEDULED = byDepth(100_000, 5_000);
const PUNCTUAL = byDepth(20, 2);
const PAGE = 5_000;
const DAY_MS = 86_400_000;
const AIM_SECONDS = 2;

/**
 * The engine on an embedded database with 100,000 later posts and an in-process AT Protocol server per account: posts
 * per minute when many are due at once, and the delay from the due time to the publishing call. Then the built agent's
 * memory while it uploads a large video.
 */
export async function benchPublishing(): Promise<Record<string, string>[]> {
  return [...(await benchEngine()), ...(await benchVideoMemory())];
}

async function benchEngine(): Promise<Record<string, string>[]> {
  const backend = await openTestBackend();
  const servers = await Promise.all(Array.from({ length: ACCOUNTS }, () => startPds()));
  const { admin } = backend.connection;
  const agentId = randomUUID();
  const secrets: Secrets = new Map();
  const engine = openTestEngine({ client: admin, secrets, agentId, now: Temporal.Now.instant });
  try {
    const accounts: string[] = [];
    for (const server of servers) {
      const id = await workspacePosts(admin).account('bluesky', agentId, server.origin);
      secrets.set(id, { platform: 'bluesky', secret: await blueskySecret(server) });
      accounts.push(id);
    }
    const sent = () => servers.reduce((sum, { posts }) => sum + posts.size, 0);
    const now = Date.now();
    await schedule(admin, accounts, { count: SCHEDULED, time: (n) => now + DAY_MS + n * 60_000 });
    await backend.connection.analyze();
    await schedule(admin, accounts, { count: AT_ONCE, time: () => Date.now() });
    const started = performance.now();
    engine.start();
    while (sent() < AT_ONCE) await delay(20);
    const aMinute = (AT_ONCE / (performance.now() - started)) * 60_000;
    const first = Date.now() + 3_000;
    await schedule(admin, accounts, { count: PUNCTUAL, time: (n) => first + n * 1_300 });
    while (sent() < AT_ONCE + PUNCTUAL) await delay(100);
    await delay(500);
    const seconds = await sentAfter(admin, first);
    return [
      {
        what: `${AT_ONCE} posts due at once, ${ACCOUNTS} accounts (posts a minute)`,
        measured: aMinute.toFixed(0),
        aim: '',
      },
      { what: 'from due to sent, median (s)', measured: median(seconds).toFixed(3), aim: `under ${AIM_SECONDS}` },
      { what: 'from due to sent, at most (s)', measured: Math.max(...seconds).toFixed(3), aim: '' },
    ];
  } finally {
    await engine.close();
    await Promise.all(servers.map((server) => server.close()));
    await backend.close();
  }
}

type Plan = { count: number; time: (n: number) => number };

async function schedule(admin: Client, accounts: string[], { count, time }: Plan): Promise<void> {
  for (let from = 0; from < count; from += PAGE) {
    const numbers = Array.from({ length: Math.min(PAGE, count - from) }, (_, n) => from + n);
    const contents = numbers.map((n) => ({
      id: randomUUID(),
      content_type: 'text' as const,
      status: 'scheduled' as const,
      caption: `Post ${n}`,
      platforms: ['bluesky' as const],
      account_ids: [accounts[n % accounts.length] ?? ''],
    }));
    await admin.from('generated_content').insert(contents).throwOnError();
    const places = contents.map(({ id }, n) => ({
      content_id: id,
      scheduled_time: new Date(time(from + n)).toISOString(),
    }));
    await admin.from('scheduled_posts').insert(places).throwOnError();
  }
}

/** Seconds from each post's due time to the call that published it. */
async function sentAfter(admin: Client, since: number): Promise<number[]> {
  const { data } = await admin
    .from('post_deliveries')
    .select('attempts, scheduled_posts!inner(scheduled_time)')
    .gte('scheduled_posts.scheduled_time', new Date(since).toISOString())
    .throwOnError();
  return data.map(({ attempts, scheduled_posts }) => {
    const call = attempts.at(-1)?.exchanges?.find(({ step }) => step === 'create part 1');
    return (Date.parse(call?.at ?? '') - Date.parse(scheduled_posts.scheduled_time)) / 1000;
  });
}
