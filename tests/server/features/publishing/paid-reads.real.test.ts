import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectAnswers } from '../../../../server/features/publishing/answers/collect.ts';
import { listSources } from '../../../../server/features/publishing/answers/sources.ts';
import { budgetLeft } from '../../../../server/features/publishing/budget.ts';
import { claimsBackend } from '../../../helpers/claims.ts';
import { workspacePosts } from '../../../helpers/publishing/workspace-posts.ts';
import { addPost } from '../../../helpers/x/posts.ts';
import { openSession, type Setting, startSetting } from '../../../helpers/x/publishing.ts';

const claims = claimsBackend();
const admin = () => claims.backend.connection.admin;
let setting: Setting;
beforeAll(async () => {
  setting = await startSetting();
});
afterAll(() => setting.server.close());

it('what is read at X is charged to the month, stops at its budget, and is then said to be not known', async () => {
  const client = admin();
  const agentId = randomUUID();
  const start = Temporal.Instant.from('2031-01-15T12:00:00Z');
  let now = start;
  const id = await workspacePosts(client).account('twitter', agentId);
  // Enough for 20 reads at a cent each; the costs of posts are tested elsewhere.
  const limits = { monthlyMills: 200 };
  await client.from('channels').update({ limits }).eq('account_id', id).throwOnError();
  await client.from('app_settings').insert({ collect_paid_answers: true }).throwOnError();
  const session = await openSession(setting);
  const log = pino({ level: 'silent' });
  const deps = { agentId, openSession: async () => session, now: () => now, signal: new AbortController().signal, log };
  const grace = setting.server.addUser('grace');
  let written = 0;
  const write = (count: number) => {
    for (; count > 0; count--) addPost(setting.server.world, grace, { text: `@ada ${++written}`, replyTo: null });
  };
  /** Collects mentions now, even if not due. Returns the number of known mentions and the budget left, in mills. */
  const look = async () => {
    await client.from('channels').update({ answers_due: start.toString() }).eq('account_id', id).throwOnError();
    await collectAnswers(client, deps);
    const { count } = await client.from('post_comments').select('id', { count: 'exact', head: true }).throwOnError();
    const channel = client.from('channels').select('answers_due, answers_problem').eq('account_id', id);
    const { answers_due, answers_problem } = (await channel.single().throwOnError()).data;
    const [left] = await budgetLeft(client, id, now);
    return { known: count, left: left?.left, due: answers_due, problem: answers_problem };
  };
  const asked = () => setting.server.requests.filter(({ name }) => name.endsWith('/mentions')).length;

  write(8);
  expect(await look()).toMatchObject({ known: 8, left: 120, problem: null });
  // If there is nothing new, nothing is charged.
  expect(await look()).toMatchObject({ known: 8, left: 120 });
  // Only as many are read as the budget allows.
  write(30);
  expect(await look()).toMatchObject({ known: 20, left: 0, problem: null });
  write(6);
  const before = asked();
  const broke = await look();
  expect(broke).toMatchObject({
    known: 20,
    left: 0,
    problem: expect.stringMatching(/budget for X\/Twitter is used up/),
  });
  expect([asked(), Date.parse(broke.due)]).toEqual([before, Date.parse('2031-02-01T00:00:00Z')]);
  const words = expect.stringContaining('No more answers are read until 1 February (UTC)');
  expect(await listSources(client, agentId)).toMatchObject([{ state: 'on', problem: words }]);

  // A new month has a new budget.
  now = Temporal.Instant.from('2031-02-01T00:00:01Z');
  expect(await look()).toMatchObject({ known: 26, left: 140, problem: null });
});
