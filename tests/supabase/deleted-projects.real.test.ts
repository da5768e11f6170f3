import { expect, it } from 'vitest';
import { openTestBackend } from '../helpers/embedded.ts';
import { ofFile } from '../helpers/of-file.ts';

const backend = ofFile(() => openTestBackend());
const member = ofFile(() => backend.memberClient());

const DAY_MS = 24 * 3_600_000;

/** A project with a video, a run that has ended, and a post of it. */
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
