import { expect, it, test } from 'vitest';
import { deletionTime } from '../../shared/posts/content-retention.ts';
import type { ContentStatus, GeneratedContentRow, PostStatus } from '../../shared/workspace/database.ts';
import { ofFile } from '../helpers/of-file.ts';
import { workerBackend } from '../helpers/worker-agent.ts';

const DAY_MS = 86_400_000;
const TIME = '2031-01-16T14:30:00+00:00';
const OLD = new Date(Date.now() - 30 * DAY_MS).toISOString();

const backend = ofFile(workerBackend);
const member = ofFile(() => backend.memberClient());

/** Adds a month-old post. */
async function add(status: ContentStatus, fields: Partial<GeneratedContentRow> = {}): Promise<string> {
  const row = { content_type: 'text' as const, caption: 'A loaf', created_at: OLD, status, ...fields };
  return (await member.from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
}
async function place(content_id: string, status: PostStatus = 'scheduled'): Promise<string> {
  const row = { content_id, scheduled_time: TIME, status };
  return (await member.from('scheduled_posts').insert(row).select('id').single().throwOnError()).data.id;
}
async function read(id: string) {
  const columns = '*, scheduled_posts(id, status)';
  const query = member.from('generated_content').select(columns).eq('id', id).maybeSingle().throwOnError();
  return (await query).data;
}
const clean = () => member.rpc('bin_expired_content', { most: 100 }).throwOnError();
const cancel = (post: string) => member.rpc('cancel_post', { post }).throwOnError();

/** Runs the clean-up. Returns the days until the post is deleted, as its card says: 0 if it is gone, null if kept. */
async function daysLeft(id: string): Promise<number | null> {
  await clean();
  const row = await read(id);
  if (!row) return 0;
  const time = deletionTime(row);
  return time && Math.round((time.getTime() - Date.now()) / DAY_MS);
}

test('the text of a cancelled post is kept, however old it is, and the undo makes it as it was', async () => {
  const content = await add('scheduled');
  const post = await place(content);
  await cancel(post);
  expect(await read(content)).toMatchObject({ status: 'draft', saved_at: expect.any(String) });
  expect(await daysLeft(content)).toBeNull();
  await member.rpc('restore_post', { post, moment: TIME }).throwOnError();
  expect(await read(content)).toMatchObject({ status: 'scheduled', saved_at: null });
});

test('the undo of a cancellation leaves saved what the person saved', async () => {
  const saved_at = '2026-01-01T00:00:00+00:00';
  const content = await add('scheduled', { saved_at });
  const post = await place(content);
  await cancel(post);
  await member.rpc('restore_post', { post, moment: TIME }).throwOnError();
  expect((await read(content))?.saved_at).toBe(saved_at);
});

test('the undo of scheduling leaves no trace, and the draft its full days', async () => {
  const content = await add('draft');
  await member.rpc('schedule_content', { content, moment: TIME }).throwOnError();
  const undo = () => member.rpc('unschedule_content', { content, moment: TIME }).throwOnError();
  expect((await undo()).data).toBe('done');
  expect(await read(content)).toMatchObject({ status: 'draft', saved_at: null, scheduled_posts: [] });
  expect([await daysLeft(content), (await undo()).data]).toEqual([7, 'gone']);
});

test('what is no longer saved has its full days', async () => {
  const content = await add('draft', { saved_at: OLD });
  await member.from('generated_content').update({ saved_at: null }).eq('id', content).throwOnError();
  expect(await daysLeft(content)).toBe(7);
});

test('an edit does not make an unsaved draft any younger', async () => {
  const content = await add('draft');
  await member.from('generated_content').update({ caption: 'Two loaves' }).eq('id', content).throwOnError();
  expect(await daysLeft(content)).toBe(0);
});

test.each(['failed', 'needs_review'] as const)(
  'a draft whose %s place in the timeline goes has its full days',
  async (status) => {
    const [deleted, cancelled] = [await add('draft'), await add('draft')];
    const places = [await place(deleted, status), await place(cancelled, status)];
    await member.from('scheduled_posts').delete().eq('id', String(places[0])).throwOnError();
    await member.from('scheduled_posts').update({ status: 'cancelled' }).eq('id', String(places[1])).throwOnError();
    expect([await daysLeft(deleted), await daysLeft(cancelled)]).toEqual([7, 7]);
  },
);

test('a deleted post that is brought back is kept', async () => {
  const content = await add('scheduled');
  await place(content);
  await member.rpc('delete_content', { content }).throwOnError();
  await member.rpc('restore_content', { content }).throwOnError();
  await member.from('scheduled_posts').delete().eq('content_id', content).throwOnError();
  await member.from('generated_content').update({ status: 'draft' }).eq('id', content).throwOnError();
  expect(await daysLeft(content)).toBeNull();
});

test('a draft that a machine with a fast clock made has seven days from when it says it was made', async () => {
  const content = await add('draft', { created_at: new Date(Date.now() + DAY_MS).toISOString(), unsaved_since: OLD });
  expect(await daysLeft(content)).toBe(8);
});

/** Adds a project with a video, runs and a post. */
async function addProject(): Promise<{ project: string; post: string }> {
  const { data: project } = await member
    .from('content_projects')
    .insert({
      niche_name: 'Bread',
      source_url_1: 'https://bread.example/a',
      source_url_2: 'https://bread.example/b',
      platforms: ['tiktok'],
      video_path: 'loaf.mp4',
      is_paused: true,
    })
    .select()
    .single()
    .throwOnError();
  const run = { project_id: project.id, local_day: '2031-05-05', lease_until: '2031-05-05T00:00:00Z' };
  const { data: made } = await member
    .from('generation_runs')
    .insert({ ...run, status: 'done', created: 1 })
    .select()
    .single()
    .throwOnError();
  await member
    .from('generation_runs')
    .insert({ ...run, status: 'running' })
    .throwOnError();
  const { data: post } = await member
    .from('generated_content')
    .insert({ content_type: 'text', caption: 'Rye', project_id: project.id, run_id: made.id })
    .select()
    .single()
    .throwOnError();
  return { project: project.id, post: post.id };
}

const postOf = async (id: string) =>
  (await member.from('generated_content').select('project_id, run_id').eq('id', id).single().throwOnError()).data;
const restore = async (project: string) => (await member.rpc('restore_project', { project }).throwOnError()).data;

it.each([
  ['more than eight further sources', Array(9).fill('https://bread.example/c')],
  ['what is no address', ['bread.example']],
  ['an address that is too long', [`https://bread.example/${'c'.repeat(2048)}`]],
])('a project refuses %s', async (_, extra_sources) => {
  const { project } = await addProject();
  const { error } = await member.from('content_projects').update({ extra_sources }).eq('id', project);
  expect(error?.code).toBe('23514');
});

it('a deleted project leaves its posts, and comes back with them and its ended runs, without a video that is gone', async () => {
  const { project, post } = await addProject();
  const before = (await member.from('content_projects').select().eq('id', project).single().throwOnError()).data;
  const made = await postOf(post);
  await member.from('content_projects').delete().eq('id', project).throwOnError();
  expect(await postOf(post)).toEqual({ project_id: null, run_id: null });

  expect(await restore(project)).toBe(true);
  const { data: after } = await member.from('content_projects').select().eq('id', project).single().throwOnError();
  expect([after, await postOf(post)]).toEqual([{ ...before, video_path: null }, made]);
  const { data: runs } = await member.from('generation_runs').select('status').eq('project_id', project).throwOnError();
  expect([runs, await restore(project)]).toEqual([[{ status: 'done' }], false]);
});

it('a deleted project is gone for good after a day', async () => {
  const { project } = await addProject();
  await member.from('content_projects').delete().eq('id', project).throwOnError();
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await member.rpc('begin_purge', { most: 10, at: at(DAY_MS - 60_000) }).throwOnError();
  expect((await member.from('project_bin').select('id').throwOnError()).data).toEqual([{ id: project }]);
  await member.rpc('begin_purge', { most: 10, at: at(DAY_MS + 60_000) }).throwOnError();
  expect((await member.from('project_bin').select('id').throwOnError()).data).toEqual([]);
  expect(await restore(project)).toBe(false);
});
