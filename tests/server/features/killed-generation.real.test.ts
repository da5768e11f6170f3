import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import {
  GENERATION_EVENTS,
  type GenerationProgress,
  generationProgressSchema,
  generationResultSchema,
} from '../../../shared/posts/generation.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { addressOf } from '../../helpers/database.ts';
import { type GatedSource, startGatedSource } from '../../helpers/gated-source.ts';
import { type KillableAgent, startKillableAgent } from '../../helpers/instagram/agents-to-kill.ts';

const POSTS = 2;
const LEASE_MS = 45_000;

let agent: KillableAgent;
let source: GatedSource;

beforeAll(async () => {
  source = await startGatedSource();
  agent = await startKillableAgent('http://127.0.0.1:9');
  const project = { niche_name: 'Baking', source_url_1: source.url, source_url_2: source.url, posts_per_day: POSTS };
  await agent.database
    .from('content_projects')
    .insert({ ...project, platforms: ['instagram'] })
    .throwOnError();
});
afterAll(async () => {
  await agent?.stop();
  await agent?.remove();
  await source?.close();
});
beforeEach(async () => {
  source.shut();
  for (const table of ['generated_content', 'content_bin', 'generation_runs'] as const) {
    await agent.database.from(table).delete().not('id', 'is', null).throwOnError();
  }
  const { inBucket } = await pictures();
  if (inBucket.length > 0) await agent.database.storage.from(MEDIA_BUCKET).remove(inBucket);
});

const read = async <Table extends 'generation_runs' | 'scheduled_posts'>(table: Table) =>
  (await agent.database.from(table).select('*').throwOnError()).data;
/** The names of the pictures that posts have, and of those that the bucket has. */
const pictures = async () => {
  const { data: posts } = await agent.database.from('generated_content').select('media').throwOnError();
  const { data: files } = await agent.database.from('media_files').select('path').throwOnError();
  return {
    ofPosts: posts.flatMap(({ media }) => media.map(({ path }) => path)).sort(),
    inBucket: files.map(({ path }) => path).sort(),
  };
};

async function generate() {
  const answer: object = await (await agent.call('/api/generation', { method: 'POST' })).json();
  expect(answer).not.toHaveProperty('error');
  return generationResultSchema.parse(answer);
}

/** Begins a generation; `progress` is what it has told so far, for as long as its agent lives. */
function begin(): GenerationProgress[] {
  const progress: GenerationProgress[] = [];
  const listen = async () => {
    const { body } = await agent.call('/api/generation', { method: 'POST', headers: { accept: 'text/event-stream' } });
    for await (const { event, data } of readEventStream(body as ReadableStream<Uint8Array>)) {
      if (event === GENERATION_EVENTS.progress) progress.push(generationProgressSchema.parse(JSON.parse(data)));
    }
  };
  listen().catch(() => undefined);
  return progress;
}

/**
 * Takes a lock in the agent's own Postgres. `crash` ends that Postgres at once: stopped in order it could end this
 * lock's holder first, and the waiting transaction, which has been sent whole, would go through.
 */
async function takeLock(lock: string) {
  const holder = new pg.Client(addressOf(agent.dataDir));
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query(`begin; lock table ${lock}`);
  return {
    isInTheWay: async () => (await holder.query('select from pg_locks where not granted')).rows.length > 0,
    async crash() {
      const { rows } = await holder.query("select pg_read_file('postmaster.pid') as pid_file");
      process.kill(Number.parseInt(rows[0]?.pid_file, 10), 'SIGQUIT');
    },
    forget: () => holder.end().catch(() => undefined),
  };
}

describe('a generation whose agent is killed by kill -9', () => {
  it.each([
    { step: 'sources', lock: null },
    { step: 'writing', lock: 'public.generated_content in access exclusive mode' },
    { step: 'media', lock: 'storage.objects in share mode' },
    // In the middle of the transaction: the posts are written, their slots are not.
    { step: 'scheduling', lock: 'public.scheduled_posts in share row exclusive mode' },
  ])('in the step $step leaves no post, and the next one no picture of it', async ({ step, lock }) => {
    const progress = begin();
    await source.whenAsked();
    if (lock) {
      const { isInTheWay, crash, forget } = await takeLock(lock);
      source.open();
      await vi.waitUntil(isInTheWay, { timeout: 20_000 });
      await crash();
      await agent.killAndRestart();
      await forget();
    } else {
      await agent.killAndRestart();
    }
    expect(progress.at(-1)?.step).toBe(step);
    expect((await pictures()).ofPosts).toEqual([]);
    expect(await read('scheduled_posts')).toEqual([]);
    const [run] = await read('generation_runs');
    expect(run).toMatchObject({ status: 'running', created: 0 });
    expect(Date.parse(run?.lease_until ?? '') - Date.now()).toBeLessThanOrEqual(LEASE_MS);
    expect(await generate()).toMatchObject({ success: false, message: expect.stringContaining('already being made') });

    // What this test does not wait for.
    const longAgo = new Date(0).toISOString();
    await agent.database
      .from('generation_runs')
      .update({ lease_until: longAgo })
      .eq('status', 'running')
      .throwOnError();
    source.open();
    expect(await generate()).toMatchObject({ success: true, created: POSTS });
    expect(await read('scheduled_posts')).toHaveLength(POSTS);
    const { ofPosts, inBucket } = await pictures();
    expect(ofPosts.length).toBeGreaterThanOrEqual(POSTS);
    expect(inBucket).toEqual(ofPosts);
    expect(await readdir(join(agent.dataDir, 'storage')), 'nor bytes of one').toHaveLength(inBucket.length);
  });

  it('once its posts are written leaves all of them, with their pictures', async () => {
    source.open();
    const progress = begin();
    const isWritten = () => progress.some(({ step, done }) => step === 'scheduling' && done === POSTS);
    await vi.waitUntil(isWritten, { timeout: 20_000, interval: 1 });
    await agent.killAndRestart();
    expect(await read('scheduled_posts')).toHaveLength(POSTS);
    const { ofPosts, inBucket } = await pictures();
    expect(ofPosts.length).toBeGreaterThanOrEqual(POSTS);
    expect(inBucket).toEqual(ofPosts);
  });
});
