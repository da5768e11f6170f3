import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGeneration } from '../../../../server/generation/generation.ts';
import type { Writer } from '../../../../server/generation/post.ts';
import type { Client } from '../../../../server/supabase/connection.ts';
import type { GenerationRequest, GenerationResult } from '../../../../shared/posts/generation.ts';
import { SLOT_GAP_MINUTES } from '../../../../shared/posts/posting-times.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { isFull } from '../../../helpers/depth.ts';
import { openTestBackend, type TestBackend } from '../../../helpers/embedded.ts';
import { plainWriter } from '../generation-workspace.ts';
import { readable } from '../writing.ts';

const ROUNDS = isFull ? 100 : 8;
const POSTS_PER_DAY = 3;
const GAP_MS = SLOT_GAP_MINUTES * 60_000;
const ARTICLE = readable('A loaf needs flour, water, salt and a lot of patience. '.repeat(10));

/** Two agents with a database between them: the second one has no Postgres of its own. */
let backends: [TestBackend, TestBackend];
let admin: Client;
/** The morning of each round's day. */
let morning = Temporal.Instant.from('2031-01-01T06:00Z');
/** What a writer does before it writes. */
let beforeWriting: () => Promise<void>;

beforeAll(async () => {
  const first = await openTestBackend();
  const databaseUrl = `postgres://postgres@socket/postgres?host=${join(first.dataDir, 'run')}`;
  backends = [first, await openTestBackend({ databaseUrl })];
  admin = first.connection.admin;
});
afterAll(async () => {
  await backends?.[1].close();
  await backends?.[0].close();
});

const { write } = plainWriter(0);
const writer: Writer = {
  name: 'test:plain',
  async write(request) {
    await beforeWriting();
    return write(request);
  },
};

/** Where two wait for each other. */
function meeting(): () => Promise<void> {
  const both = deferred();
  let there = 0;
  return () => {
    if (++there === 2) both.resolve();
    return both.promise;
  };
}

const generation = createGeneration({ readSource: async () => ARTICLE, writer, now: () => morning });

function generate({ connection }: TestBackend, request: Partial<GenerationRequest>): Promise<GenerationResult> {
  return generation.run(connection.admin, { reason: 'on_demand', ...request }, () => undefined);
}

async function addProject(niche_name: string): Promise<string> {
  const source_url_1 = 'http://bread.example/';
  const project = { niche_name, source_url_1, source_url_2: source_url_1, posts_per_day: POSTS_PER_DAY };
  const row = { ...project, platforms: ['facebook' as const] };
  return (await admin.from('content_projects').insert(row).select('id').single().throwOnError()).data.id;
}

const countOf = async (project: string) =>
  (await admin.from('generated_content').select('id').eq('project_id', project).throwOnError()).data.length;

/** Both want to make posts for one project at once: a person all that the day lacks, the autopilot one. */
async function competeForOneProject(round: number, [person, autopilot]: [TestBackend, TestBackend]) {
  const project = await addProject(`Round ${round}`);
  const meet = meeting();
  beforeWriting = meet;
  const answered = (result: GenerationResult) => {
    // Whoever is turned away is so while the other one is at work.
    if (!result.success) void meet();
    return result;
  };
  const results = await Promise.all([
    generate(person, { reason: 'on_demand' }).then(answered),
    generate(autopilot, { reason: 'autopilot' }).then(answered),
  ]);
  expect(results.map(({ success }) => success).sort(), 'one of them').toEqual([false, true]);
  const [all, one] = results;
  expect([all.created, one.created]).toEqual(all.success ? [POSTS_PER_DAY, 0] : [0, 1]);
  beforeWriting = async () => undefined;
  if (one.success) expect(await generate(person, {})).toMatchObject({ created: POSTS_PER_DAY - 1 });
  expect(await countOf(project)).toBe(POSTS_PER_DAY);
}

/** Each makes the posts of a project of its own, and they come to the same free times together. */
async function competeForTimes(round: number, [one, other]: [TestBackend, TestBackend]) {
  const meet = meeting();
  const begun = deferred();
  beforeWriting = () => {
    begun.resolve();
    return meet();
  };
  const projects = [await addProject(`Round ${round}`)];
  const first = generate(one, {});
  await Promise.race([begun.promise, first]);
  projects.push(await addProject(`Round ${round}, the other`));
  const results = await Promise.all([first, generate(other, {})]);
  expect(results.map(({ created }) => created)).toEqual([POSTS_PER_DAY, POSTS_PER_DAY]);
  expect(await Promise.all(projects.map(countOf))).toEqual([POSTS_PER_DAY, POSTS_PER_DAY]);
}

it(`makes no post twice on two agents, ${ROUNDS} rounds long, and none within half an hour of another`, async () => {
  let expected = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [a, b] = backends;
    const agents: typeof backends = round % 4 < 2 ? [a, b] : [b, a];
    await (round % 2 === 0 ? competeForOneProject : competeForTimes)(round, agents);
    expected += round % 2 === 0 ? POSTS_PER_DAY : 2 * POSTS_PER_DAY;
    morning = morning.add({ hours: 24 });
  }
  const { data: slots } = await admin.from('scheduled_posts').select('*').order('scheduled_time').throwOnError();
  const times = slots.map(({ scheduled_time }) => Date.parse(scheduled_time));
  expect(new Set(slots.map(({ content_id }) => content_id)).size, 'each post in one place').toBe(slots.length);
  expect(slots).toHaveLength(expected);
  expect(Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toBeGreaterThanOrEqual(GAP_MS);
  const { data: runs } = await admin.from('generation_runs').select('status, created').throwOnError();
  expect(new Set(runs.map(({ status }) => status)), 'no claim is left').toEqual(new Set(['done']));
  expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(expected);
}, 180_000);
