import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NOT_KEPT_YET } from '../../server/features/scripts/messages.ts';
import { createServerClient } from '../../server/supabase/client.ts';
import type { Client } from '../../server/supabase/connection.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { scriptRunFailureSchema, scriptRunResultSchema } from '../../shared/scripts/script-run.ts';
import { SCRIPT_RUN_PATH } from '../helpers/agent-paths.ts';

/** A value that only grows: what was last acknowledged, and what was last asked for. */
type Counter = { acknowledged: number; asked: number };

/** What the agent has acknowledged, and what it was asked for without an answer: that may be there or not, but whole. */
export function newLedger() {
  return {
    /** Captions by the post's id. */
    posts: new Map<string, string>(),
    unansweredPosts: new Map<string, string>(),
    /** SHA-256 by the file's name in the library. */
    files: new Map<string, string>(),
    unansweredFiles: new Map<string, string>(),
    /** The status of script runs by id. */
    runs: new Map<string, string>(),
    /** A private file of the data directory. */
    cap: { acknowledged: 0, asked: 0 } as Counter,
    acknowledged: 0,
    /** Requests that were not answered in time. */
    hung: [] as string[],
  };
}
export type Ledger = ReturnType<typeof newLedger>;

/** What is not answered by then hangs. A script's run takes a few seconds on a busy machine. */
const ANSWER_LIMIT_MS = 60_000;
const RETRY_MS = 50;
const FILE_MAX_BYTES = 512 * 1024;
const SCRIPT = `await page.setContent('<h1>load</h1>');
for (let look = 0; look < 20; look++) {
  log(await page.$eval('h1', (heading) => heading.textContent));
  await new Promise((resolve) => setTimeout(resolve, 50));
}`;

/** How the load speaks to an agent. */
export type AgentApi = {
  client: Client;
  token: string;
  /** A POST of `body` as JSON; a GET without one. */
  call(path: string, body?: unknown): Promise<Response>;
};

/** The API of the agent that answers at `url`, with the keys that lie in its data directory. */
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
 * Writes to an agent from all sides at once, and notes what it acknowledges: rows of the database, a private file,
 * uploads, and script runs in Chrome. `stop` resolves when all have their answer.
 */
export function startLoad(api: AgentApi, ledger: Ledger, chance: () => number): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const writers = [posts, cap, uploads, scripts].map(async (write) => {
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

/** Answers whether something was acknowledged. */
type Writer = (api: AgentApi, ledger: Ledger, chance: () => number) => Promise<boolean>;

const posts: Writer = async ({ client }, ledger) => {
  const id = randomUUID();
  const caption = `Written over /rest/v1: ${id}`;
  ledger.unansweredPosts.set(id, caption);
  const { error } = await client.from('generated_content').insert({ id, caption, content_type: 'text' });
  if (!thrown(error)) return false;
  ledger.unansweredPosts.delete(id);
  ledger.posts.set(id, caption);
  return true;
};

const cap: Writer = async ({ call }, { cap: counter }) => {
  await delay(20);
  counter.asked += 1;
  const monthlyCapUsd = counter.asked;
  const answer = await call('/api/ai', { monthlyCapUsd });
  await answer.arrayBuffer();
  if (answer.ok) counter.acknowledged = monthlyCapUsd;
  return answer.ok;
};

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
  // The answer says so where it could not be kept.
  if (!parsed.data || !run || parsed.data.logs.includes(NOT_KEPT_YET)) return false;
  ledger.runs.set(run.id, run.status);
  return true;
};

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** supabase-js answers errors, those of the network included. Throws those of time. */
function thrown(error: unknown): boolean {
  if (isTimeout(error)) throw error;
  return error === null;
}

function isTimeout(error: unknown): boolean {
  return /TimeoutError|aborted due to timeout/.test(
    `${error instanceof Error ? `${error.name} ${error.message}` : JSON.stringify(error)}`,
  );
}
