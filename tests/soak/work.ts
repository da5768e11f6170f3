import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { z } from 'zod';
import type { Client } from '../../server/supabase/connection.ts';
import { warmupStatusSchema } from '../../shared/accounts/warmup.ts';
import { generationResultSchema } from '../../shared/posts/generation.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { Database } from '../../shared/workspace/database.ts';
import { accountsTable } from '../helpers/accounts-table.ts';
import {
  channelPath,
  SCRIPT_RUN_PATH,
  WARMUP_START_PATH,
  warmupCancelPath,
  warmupStatusPath,
} from '../helpers/agent-paths.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { startMastodonServer } from '../helpers/mastodon/imitation.ts';
import { startPds } from '../helpers/pds.ts';
import { writeSession } from '../helpers/saved-sessions.ts';
import { ARTICLE_PAGES, startSourceServer } from '../helpers/source-server.ts';
import type { SoakAgent } from './agent.ts';
import type { Times } from './latencies.ts';

/** Work in addition to the tabs. */
export type WorkKind = 'scripts' | 'generation' | 'publishing' | 'warmups';

/** The pause between two of a kind, in milliseconds. */
const PAUSE_MS = { scripts: 15_000, generation: 20_000, publishing: 4_000, warmups: 5_000 } as const;
/** Concurrent warm-ups, as many as the agent runs. */
const WARMUPS_AT_ONCE = 2;
const MASTODON_ACCOUNTS = 3;
const MASTODON_SCOPES = 'read write:statuses write:media';
const SETTLE_MS = 500;
const SETTLE_LIMIT_MS = 60_000;

/** One opens and draws a page, one leaves a file, one logs a lot, and one fails. */
const SCRIPTS = [
  "await page.goto('data:text/html,<title>Hello</title><p>Bread'); log(await page.title());",
  "await page.goto('data:text/html,<h1>Crust</h1>'); await page.screenshot({ path: artifacts + '/page.png' });",
  "for (let line = 0; line < 500; line += 1) log('line ' + line);",
  "throw new Error('As it may happen.');",
];
const scriptAnswerSchema = z.object({ logs: z.array(z.unknown()) });
const projectAnswerSchema = z.object({ id: z.string() });

/** The outside world of the agent, on loopback. */
export async function startWorld() {
  const [instagram, mastodon, sources, pds] = await Promise.all([
    startInstagram(),
    startMastodonServer(),
    startSourceServer(),
    startPds(),
  ]);
  return {
    instagram,
    mastodon,
    sources,
    pds,
    /** The texts published on the platforms. */
    texts: (): string[] => [
      ...[...pds.posts.values()].map(({ value }) => String(value.text)),
      ...mastodon.world.statuses.map(({ text }) => text),
    ],
    close: async () => void (await Promise.all([instagram, mastodon, sources, pds].map((one) => one.close()))),
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

export type Worker = {
  /**
   * Repeats its work until `signal` aborts; then it finishes what is in progress, except warm-ups, which are stopped.
   */
  run(signal: AbortSignal): Promise<void>;
  /** How often each thing was done. */
  done: ReadonlyMap<string, number>;
  /** Captions of posts that did not reach their platform exactly once. */
  lost(): Promise<string[]>;
};

type WorkOptions = {
  agent: SoakAgent;
  world: World;
  dataDir: string;
  /** A member's access token. */
  memberToken: string;
  kinds: readonly WorkKind[];
  times: Times;
  chance: () => number;
};

/** Connects accounts on the imitations, and prepares what `kinds` need. */
export async function prepareWork({
  agent,
  world,
  dataDir,
  memberToken,
  kinds,
  times,
  chance,
}: WorkOptions): Promise<Worker> {
  const client: Client = createClient<Database>(agent.url, agent.key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${memberToken}` } },
    // Node 20 has no built-in WebSocket.
    realtime: { transport: WebSocket as never },
  });
  const accounts = kinds.includes('publishing') ? await connectAccounts(agent, client, world) : [];
  if (kinds.includes('warmups'))
    await client
      .from('app_settings')
      .update({ warmup_minutes_min: 5, warmup_minutes_max: 6 })
      .not('id', 'is', null)
      .throwOnError();
  const done = new Map<string, number>();
  const sent: string[] = [];
  const warmingUp = new Set<string>();
  const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1);
  let number = 0;

  const works: Record<WorkKind, () => Promise<void>> = {
    async scripts() {
      const script = SCRIPTS[number % SCRIPTS.length] ?? '';
      // A failing script, like one of these, is answered with 422.
      const answer = await fetch(new URL(SCRIPT_RUN_PATH, agent.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ script }),
      });
      scriptAnswerSchema.parse(await answer.json());
      count(answer.ok ? 'scripts run' : 'scripts that failed, as they should');
    },
    async generation() {
      const pages = [0, 1].map((offset) => ARTICLE_PAGES[(number + offset) % ARTICLE_PAGES.length]);
      const [source_url_1, source_url_2] = pages.map((name) => `${world.sources.origin}/${name}.html`);
      const project = {
        niche_name: `Niche ${number}`,
        source_url_1,
        source_url_2,
        posts_per_day: 1,
        platforms: ['instagram'],
      };
      const { id } = projectAnswerSchema.parse(await agent.call('/api/projects', project));
      const made = generationResultSchema.parse(await agent.call('/api/generation', { project: id, count: 2 }));
      for (let post = 0; post < made.created; post += 1) count('posts generated');
    },
    async publishing() {
      const account = accounts[number % accounts.length];
      if (!account) return;
      const caption = `Post ${number} of this hour, ${Math.floor(chance() * 1e9)}.`;
      const fields = { caption, platforms: [account.platform], account_ids: [account.id] };
      const began = performance.now();
      await agent.call('/api/posts', { fields, at: 'now' });
      times.note(`POST /api/posts`, performance.now() - began);
      sent.push(caption);
      count(`posts sent to ${account.platform}`);
    },
    async warmups() {
      for (const id of warmingUp) {
        const { isRunning } = warmupStatusSchema.parse(await agent.call(warmupStatusPath(id)));
        if (isRunning) continue;
        warmingUp.delete(id);
        count('warm-ups');
      }
      while (warmingUp.size < WARMUPS_AT_ONCE) {
        const id = await addInstagram(client, world.instagram, dataDir, `IG ${number}.${warmingUp.size}`);
        await agent.call(WARMUP_START_PATH, { accountId: id });
        warmingUp.add(id);
      }
    },
  };

  const repeat = async (kind: WorkKind, signal: AbortSignal) => {
    while (!signal.aborted) {
      number += 1;
      await works[kind]().catch((error: Error) => times.fail(`${kind}: ${error.message}`));
      await delay(PAUSE_MS[kind], undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    done,
    async run(signal) {
      await Promise.all(kinds.map((kind) => repeat(kind, signal)));
      for (const id of warmingUp)
        await agent
          .call(warmupCancelPath(id), {})
          .then(() => count('warm-ups stopped at the end'))
          .catch((error: Error) => times.fail(`warmups: ${error.message}`));
    },
    async lost() {
      for (const deadline = Date.now() + SETTLE_LIMIT_MS; ; await delay(SETTLE_MS)) {
        const standing = new Map<string, number>();
        for (const text of world.texts()) standing.set(text, (standing.get(text) ?? 0) + 1);
        const lost = sent.filter((caption) => standing.get(caption) !== 1);
        if (lost.length === 0 || Date.now() > deadline) return lost;
      }
    },
  };
}

async function connectAccounts(agent: SoakAgent, client: Client, { pds, mastodon }: World) {
  const accounts: { id: string; platform: Platform }[] = [];
  const connect = async (platform: 'bluesky' | 'mastodon', entry: object) => {
    const { id } = await accountsTable(client).insert({ platform, account_label: `${platform} ${accounts.length}` });
    await agent.call(channelPath(id), { platform, ...entry });
    accounts.push({ id, platform });
  };
  const { handle: identifier, appPassword } = pds.account;
  await connect('bluesky', { identifier, appPassword, server: pds.origin });
  for (let user = 0; user < MASTODON_ACCOUNTS; user += 1)
    await connect('mastodon', {
      server: mastodon.origin,
      accessToken: mastodon.tokenFor(`user${user}`, MASTODON_SCOPES),
    });
  return accounts;
}

async function addInstagram(client: Client, instagram: Instagram, dataDir: string, label: string): Promise<string> {
  const { id } = await accountsTable(client).insert({ account_label: label, is_logged_in: true });
  const expires = Date.now() / 1000 + 24 * 3600;
  const cookie = { name: 'sessionid', value: instagram.issue(), domain: '127.0.0.1', path: '/', expires };
  await writeSession(dataDir, id, [{ ...cookie, secure: false, httpOnly: true }]);
  return id;
}
