import { afterAll, beforeEach, expect, test } from 'vitest';
import type { PostStatus } from '../../shared/workspace/database.ts';
import { ofFile } from '../helpers/of-file.ts';
import { workerAgent } from '../helpers/worker-agent.ts';

const TIME = '2031-01-16T14:30:00+00:00';
const LATER = '2031-02-20T14:30:00+00:00';
const NOBODY = '00000000-0000-0000-0000-000000000000';

let content: string;

const agent = ofFile(workerAgent);
afterAll(async () => {
  await agent?.close();
});
beforeEach(async () => {
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
  const row = { content_type: 'text' as const, status: 'scheduled' as const, caption: 'Sourdough' };
  content = (await agent.admin.from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
});

async function place(status: PostStatus = 'scheduled'): Promise<string> {
  const row = { content_id: content, scheduled_time: TIME, status };
  return (await agent.admin.from('scheduled_posts').insert(row).select('id').single().throwOnError()).data.id;
}
const contentStatus = async () =>
  (await agent.admin.from('generated_content').select('status').eq('id', content).maybeSingle().throwOnError()).data
    ?.status;
const posts = async () =>
  (await agent.admin.from('scheduled_posts').select('status, scheduled_time').order('scheduled_time').throwOnError())
    .data;

test('cancelling makes the content a draft only with its last place', async () => {
  const [first, second] = [await place(), await place()];
  const cancel = async (post: string) => (await agent.admin.rpc('cancel_post', { post }).throwOnError()).data;
  expect([await cancel(first), await contentStatus()]).toEqual(['done', 'scheduled']);
  expect([await cancel(second), await contentStatus()]).toEqual(['done', 'draft']);
  expect([await cancel(second), await cancel(NOBODY)]).toEqual(['cancelled', 'gone']);
});

test('both places cancelled at once leave a draft', async () => {
  const both = await Promise.all([place(), place()]);
  await Promise.all(both.map((post) => agent.admin.rpc('cancel_post', { post }).throwOnError()));
  expect(await contentStatus()).toBe('draft');
});

test('only a cancelled post is scheduled again, at the new time', async () => {
  const post = await place('cancelled');
  const restore = async () => (await agent.admin.rpc('restore_post', { post, moment: LATER }).throwOnError()).data;
  expect([await restore(), await restore()]).toEqual(['done', 'scheduled']);
  expect(await posts()).toEqual([{ status: 'scheduled', scheduled_time: LATER }]);
});

test('only a draft gets a place, and by two members at once just one', async () => {
  await agent.admin.from('generated_content').update({ status: 'draft' }).eq('id', content).throwOnError();
  const schedule = async () =>
    (await agent.admin.rpc('schedule_content', { content, moment: TIME }).throwOnError()).data;
  expect((await Promise.all([schedule(), schedule()])).sort()).toEqual(['done', 'scheduled']);
  expect(await posts()).toEqual([{ status: 'scheduled', scheduled_time: TIME }]);
  expect((await agent.admin.rpc('schedule_content', { content: NOBODY, moment: TIME }).throwOnError()).data).toBe(
    'gone',
  );
});

test('what is being published is not deleted; the rest goes with its places', async () => {
  const post = await place('publishing');
  const remove = async () => (await agent.admin.rpc('delete_content', { content }).throwOnError()).data;
  expect([await remove(), await contentStatus()]).toEqual(['publishing', 'scheduled']);
  await agent.admin.from('scheduled_posts').update({ status: 'failed' }).eq('id', post).throwOnError();
  expect([await remove(), await remove()]).toEqual(['done', 'gone']);
  expect(await posts()).toEqual([]);
});

test('each post is listed once, counted by what filters it, found by its words, and hidden from strangers', async () => {
  const project = { niche_name: 'Bread', source_url_1: 'https://a.example/', source_url_2: 'https://b.example/' };
  const project_id = (
    await agent.admin
      .from('content_projects')
      .insert({ ...project, platforms: ['bluesky', 'twitter'] })
      .select('id')
      .single()
      .throwOnError()
  ).data.id;
  const change = { project_id, platforms: ['bluesky' as const, 'twitter' as const], labels: ['winter'] };
  await agent.admin.from('generated_content').update(change).eq('id', content).throwOnError();
  const draft = { content_type: 'text' as const, caption: '100% rye', hashtags: ['#loaf'] };
  const { data: made } = await agent.admin.from('generated_content').insert(draft).select('id').single().throwOnError();
  await Promise.all([place(), place(), place('cancelled')]);
  await agent.admin
    .from('scheduled_posts')
    .insert({ content_id: made.id, status: 'cancelled', scheduled_time: '2031-01-01T12:00:00Z' });
  const [member, stranger] = await Promise.all(
    [await agent.addMember(), await agent.addStranger()].map(async ({ email, password }) =>
      agent.supabase(await agent.signIn(email, password)),
    ),
  );
  const counts = async (reader = member, ...terms: string[]) =>
    (await reader?.rpc('count_posts', { terms }).throwOnError())?.data.sort((a, b) => a.status.localeCompare(b.status));
  const drafts = { status: 'draft', platforms: [], project_id: null, labels: null, count: 1 };
  expect(await counts()).toEqual([drafts, { status: 'scheduled', ...change, count: 2 }]);
  expect(await counts(member, '%RYE%', '%loaf%', '%100\\%%')).toEqual([drafts]);
  expect([await counts(member, '%rye%', '%winter%'), await counts(stranger)]).toEqual([[], []]);
  const listed = await member?.from('listed_posts').select('id, content_id').eq('status', 'draft').throwOnError();
  expect(listed?.data).toEqual([{ id: made.id, content_id: made.id }]);
  expect((await stranger?.from('listed_posts').select('id').throwOnError())?.data).toEqual([]);
});
