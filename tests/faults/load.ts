import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NOT_KEPT_YET } from '../../server/features/scripts/messages.ts';
import { createServerClient } from '../../server/supabase/client.ts';
import type { Client } from '../../server/supabase/connection.ts';
import { generationResultSchema } from '../../shared/posts/generation.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { scriptRunFailureSchema, scriptRunResultSchema } from '../../shared/scripts/script-run.ts';
import { SCRIPT_RUN_PATH } from '../helpers/agent-paths.ts';

/** A value that only grows: the last one acknowledged, and the last one requested. */
export type Counter = { acknowledged: number; asked: number };

/**
 * What the agent has acknowledged, and what was requested without a response: the latter may exist or not, but only
 * complete.
 */
export function newLedger() {
  const nothing = (): Counter => ({ acknowledged: 0, asked: 0 });
  return {
    /** Captions by the post's id. */
    posts: new Map<string, string>(),
    unansweredPosts: new Map<string, string>(),
    removed: new Set<string>(),
    /** SHA-256 by the file's name in the library. */
    files: new Map<string, string>(),
    unansweredFiles: new Map<string, string>(),
    /** The status of script runs by id. */
    runs: new Map<string, string>(),
    /** The number of posts from acknowledged generations. */
    generated: 0,
    /** A row of the database, and a private file in the data directory. */
    settings: nothing(),
    cap: nothing(),
    acknowledged: 0,
    /** Requests without a response in time. */
    hung: [] as string[],
  };
}
export type Ledger = ReturnType<typeof newLedger>;

/**
 * A request without a response by then counts as hung. A script run or a generation takes a few seconds on a busy
 * machine.
 */
const ANSWER_LIMIT_MS = 60_000;
const RETRY_MS = 50;
const FILE_MAX_BYTES = 512 * 1024;
const SCRIPT = `await page.setContent('<h1>load</h1>');
for (let look = 0; look < 20; look++) {
  log(await page.$eval('h1', (heading) => heading.textContent));
  await new Promise((resolve) => setTimeout(resolve, 50));
}`;

/** How the load calls an agent. */
export type AgentApi = {
  client: Client;
  token: string;
  /** Sends `body` as JSON in a POST; without one, a GET. */
  call(path: string, body?: unknown): Promise<Response>;
};

/** The API of the agent at `url`, with the keys from its data directory. */
export async function apiOf(dataDir: string, url: string): Promise<AgentApi> {
  const read = (name: string) => readFile(join(dataDir, name), 'utf8');
  const [keys, token] = [await read('keys.json'), (await read('agent-token')).trim()];
  const limited: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  return {
    client: createServerClient(url, JSON.parse(keys).secretKey, { fetch: limited }),
    token,
    call: (path, body) =>
      limited(new URL(path, url), {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

/**
 * Writes to an agent through all interfaces at once, and records what it acknowledges: posts over /rest/v1 and /api,
 * deletions, settings, a private file, uploads, script runs in Chrome and generations. `stop` resolves when all
 * requests have a response.
 */
export function startLoad(api: AgentApi, ledger: Ledger, chance: () => number): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const writers = [posts, apiPosts, deletions, settings, cap, uploads, scripts, generations].map(async (write) => {
    while (!stopped.signal.aborted) {
      const isDone = await write(api, ledger, chance).catch((error: unknown) => {
        if (isTimeout(error)) ledger.hung.push(`${write.name}: no answer within ${ANSWER_LIMIT_MS / 1000} s`);
        return false;
      });
      if (isDone) ledger.acknowledged += 1;
      else await delay(RETRY_MS);
    }
  });
  return {
    async stop() {
      stopped.abort();
      await Promise.all(writers);
    },
  };
}

/** Resolves to whether something was acknowledged. */
type Writer = (api: AgentApi, ledger: Ledger, chance: () => number) => Promise<boolean>;

const posts: Writer = async ({ client }, ledger) => {
  const id = randomUUID();
  const caption = `Written over /rest/v1: ${id}`;
  ledger.unansweredPosts.set(id, caption);
  const answer = await client.from('generated_content').insert({ id, caption, content_type: 'text' });
  return acknowledgePost(ledger, id, caption, thrown(answer.error));
};

const apiPosts: Writer = async ({ call }, ledger) => {
  const id = randomUUID();
  const caption = `Written over /api: ${id}`;
  ledger.unansweredPosts.set(id, caption);
  const answer = await call('/api/posts', { id, fields: { caption } });
  await answer.arrayBuffer();
  return acknowledgePost(ledger, id, caption, answer.status === 201);
};

function acknowledgePost(ledger: Ledger, id: string, caption: string, isDone: boolean): boolean {
  if (isDone) {
    ledger.unansweredPosts.delete(id);
    ledger.posts.set(id, caption);
  }
  return isDone;
}

const deletions: Writer = async ({ client }, ledger, chance) => {
  await delay(40);
  const ids = [...ledger.posts.keys()];
  const id = ids[Math.floor(chance() * ids.length)];
  if (!id) return false;
  // Unknown until there is a response.
  const caption = ledger.posts.get(id) ?? '';
  ledger.posts.delete(id);
  ledger.unansweredPosts.set(id, caption);
  const isDone = thrown((await client.from('generated_content').delete().eq('id', id)).error);
  if (isDone) {
    ledger.unansweredPosts.delete(id);
    ledger.removed.add(id);
  }
  return isDone;
};

const settings: Writer = async ({ client }, { settings: counter }) =>
  count(counter, async (next) => {
    const changed = await client
      .from('app_settings')
      .update({ brand_handle: `${next}` })
      .not('id', 'is', null)
      .select();
    return thrown(changed.error) && changed.data?.length === 1;
  });

const cap: Writer = async ({ call }, { cap: counter }) =>
  count(counter, async (monthlyCapUsd) => {
    const answer = await call('/api/ai', { monthlyCapUsd });
    await answer.arrayBuffer();
    return answer.ok;
  });

async function count(counter: Counter, write: (next: number) => Promise<boolean>): Promise<boolean> {
  await delay(20);
  counter.asked += 1;
  const isDone = await write(counter.asked);
  if (isDone) counter.acknowledged = counter.asked;
  return isDone;
}

const uploads: Writer = async ({ client }, ledger, chance) => {
  const bytes = randomBytes(1 + Math.floor(chance() * FILE_MAX_BYTES));
  const name = `${randomUUID()}.png`;
  ledger.unansweredFiles.set(name, sha256(bytes));
  const { error } = await client.storage.from(MEDIA_BUCKET).upload(name, bytes, { contentType: 'image/png' });
  if (!thrown(error)) return false;
  ledger.unansweredFiles.delete(name);
  ledger.files.set(name, sha256(bytes));
  return true;
};

const scripts: Writer = async ({ call }, ledger) => {
  const answer = await call(SCRIPT_RUN_PATH, { script: SCRIPT });
  const body: unknown = await answer.json();
  const parsed = (answer.ok ? scriptRunResultSchema : scriptRunFailureSchema).safeParse(body);
  const run = parsed.data?.run;
  // The log says so if the run could not be stored.
  if (!parsed.data || !run || parsed.data.logs.includes(NOT_KEPT_YET)) return false;
  ledger.runs.set(run.id, run.status);
  return true;
};

const generations: Writer = async ({ call }, ledger) => {
  const answer = await call('/api/generation', { count: 1 });
  const result = generationResultSchema.safeParse(await answer.json());
  if (!result.data?.success) return delay(500).then(() => false);
  ledger.generated += result.data.created;
  return true;
};

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** supabase-js returns errors, including network errors. Throws timeouts. */
function thrown(error: unknown): boolean {
  if (isTimeout(error)) throw error;
  return error === null;
}

function isTimeout(error: unknown): boolean {
  return /TimeoutError|aborted due to timeout/.test(
    `${error instanceof Error ? `${error.name} ${error.message}` : JSON.stringify(error)}`,
  );
}
