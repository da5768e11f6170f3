import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { dryRunSchema } from '../../../shared/posts/dry-run.ts';
import { postDetailSchema } from '../../../shared/posts/posts-api.ts';
import { projectListSchema, projectSchema } from '../../../shared/posts/projects-api.ts';
import { type CliResult, runHere } from '../../helpers/cli.ts';
import { failsWith } from '../../helpers/cli-ends.ts';
import { addProject } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { startSourceServer } from '../../helpers/source-server.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

/** The `projects` commands with a running agent. */

const agent = ofFile(workerAgent);
const sources = ofFile(() => startSourceServer());
beforeEach(async () => {
  await agent.admin.from('content_projects').delete().not('id', 'is', null).throwOnError();
});

const run = (...args: string[]): Promise<CliResult> => runHere(['projects', ...args, '--data-dir', agent.dataDir]);
const PAGES = { source_url_1: 'https://bread.example/a', source_url_2: 'https://bread.example/b' };
const add = (niche_name: string, urls = PAGES) =>
  addProject(agent.admin, { niche_name, ...urls, platforms: ['facebook'] });

const library = async () =>
  (await agent.admin.from('media_files').select('path').throwOnError()).data.map(({ path }) => path);

it('lists the projects with what came of reading their sources', async () => {
  expect((await run('list')).stderr).toContain('No content projects yet.');
  const { id } = await add('Rye bread');
  const readings = [
    { url: 'https://bread.example/a', at: '2031-05-05T10:00:00Z', ok: true, title: 'A', passages: 7 },
  ] as const;
  await agent.admin
    .from('content_projects')
    .update({ source_readings: [...readings] })
    .eq('id', id)
    .throwOnError();
  const { stdout } = await run('list');
  expect(stdout).toContain(id.slice(0, 8));
  expect(stdout).toMatch(/Rye bread +3 +facebook +active/);
  expect(stdout).toMatch(/example\/a \(.*: 7 passages\); .*example\/b \(not read yet\)/);
  const listed = projectListSchema.parse(JSON.parse((await run('list', '--json')).stdout));
  expect(listed).toMatchObject([{ id, is_paused: false, source_readings: readings }]);
});

it('changes what is named, by the checks of the form', async () => {
  const { id } = await add('Rye bread');
  await agent.admin.from('social_accounts').insert({ platform: 'facebook', account_label: 'Bakery' }).throwOnError();
  const places = ['--platforms', 'linkedin,facebook', '--accounts', 'bakery'];
  const args = ['--niche', ' Bagels ', '--posts-per-day', '5', ...places];
  const edited = await run('edit', 'rye bread', ...args, '--json');
  expect(edited.code).toBe(0);
  const project = projectSchema.parse(JSON.parse(edited.stdout));
  expect(project).toMatchObject({ id, niche_name: 'Bagels', posts_per_day: 5, platforms: ['facebook', 'linkedin'] });
  expect(project.account_ids).toHaveLength(1);
  expect((await run('edit', id.slice(0, 8), '--accounts', 'all', '--json')).stdout).toContain('"account_ids":null');

  const more = ['https://bread.example/c', 'https://bread.example/d,e'];
  const longer = await run('edit', id, '--more-sources', more.join(' '), '--json');
  expect(projectSchema.parse(JSON.parse(longer.stdout)).extra_sources).toEqual(more);
  expect((await run('edit', id, '--more-sources', 'none', '--json')).stdout).toContain('"extra_sources":[]');

  expect((await run('edit', id)).code).toBe(2);
  expect((await run('edit', id, '--platforms', 'myspace')).code).toBe(2);
  const noVideo = await run('edit', id, '--platforms', 'tiktok', '--videos', 'never');
  expect(noVideo).toMatchObject(failsWith('accept only videos'));
  expect(await run('edit', 'Tea', '--niche', 'Green tea')).toMatchObject(failsWith('There is no project Tea.'));
});

it('adds and removes a video, and takes nothing else for one', async () => {
  const { id } = await add('Rye bread');
  const picture = join(agent.dataDir, 'loaf.mp4');
  await copyFile('tests/fixtures/pictures/small.png', picture);
  expect(await run('edit', id, '--video', picture)).toMatchObject(failsWith('is a picture. Name an MP4 video.'));
  expect(await library()).toEqual([]);

  const both = ['--video', 'tests/fixtures/videos/portrait.mp4', '--platforms', 'tiktok'];
  const edited = await run('edit', id, ...both, '--json');
  const [video] = await library();
  expect(projectSchema.parse(JSON.parse(edited.stdout))).toMatchObject({ platforms: ['tiktok'], video_path: video });
  expect((await run('edit', id, '--no-video', '--platforms', 'facebook', '--json')).stdout).toContain(
    '"video_path":null',
  );
  expect(await library()).toEqual([video]);
  const strange = await agent.call(`/api/projects/${id}`, { method: 'PUT', body: { video_path: 'elsewhere.mp4' } });
  expect(strange.status).toBe(400);
});

const command = (...args: string[]) => runHere([...args, '--data-dir', agent.dataDir]);

it('gets posts from `generate --project`, also while it is paused, and `posts show` prints all that made them so', async () => {
  const urls = { source_url_1: `${sources.origin}/sourdough.html`, source_url_2: `${sources.origin}/strength.html` };
  const [rye, tea] = [await add('Rye bread', urls), await add('Tea', urls)];
  await agent.admin.from('content_projects').update({ is_paused: true }).eq('id', rye.id).throwOnError();
  const first = await command('generate', '--project', 'rye BREAD', '--count', '1', '--json');
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([0, { success: true, created: 1, project: rye.id }]);
  await add('Tea', urls);
  expect(await command('generate', '--project', 'Tea')).toMatchObject(failsWith(tea.id, 2));

  const listed = (await command('posts', 'list')).stdout;
  expect(listed).toMatch(/^ID +TIME \([\w/+-]+\) +STATUS +TYPE +PLATFORMS +CAPTION\n/);
  const [, id = ''] = /^([0-9a-f]{8}) /m.exec(listed) ?? [];
  const { generated_content: content } = postDetailSchema.parse(
    JSON.parse((await command('posts', 'show', id, '--json')).stdout),
  );
  expect(content).toMatchObject({ writer: 'built-in', cost_usd: null, reasons: { trigger: 'on_demand' } });
  const { code, stdout } = await command('posts', 'show', id);
  expect(code).toBe(0);
  for (const words of [
    'Platforms  Facebook\n',
    `\n\n${content.caption?.split('\n')[0]}`,
    '\nWhy this post\n  Started by   You\n  Project      Rye bread',
    '\n  Writer       The built-in writer, without an AI model. It used ',
  ])
    expect(stdout).toContain(words);
  expect(stdout).toMatch(new RegExp(`\nBased on\n {2}.*${sources.origin}`));
});

/**
 * A zone where it is about noon whenever the tests run: after the autopilot's hour, within the posting hours. The names
 * have POSIX signs: plus is west of Greenwich.
 */
const hour = new Date().getUTCHours();
const east = hour === 11 ? 1 : 11 - hour;
const NOON = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;

it('shows what it will get with `generate --dry-run`, which makes none', async () => {
  await agent.admin.from('content_style_templates').delete().not('id', 'is', null).throwOnError();
  const hours = { posting_hours_start: 9, posting_hours_end: 17 };
  await agent.admin
    .from('app_settings')
    .insert({ timezone: NOON, ...hours, auto_generate_daily: true })
    .throwOnError();
  await add('Home baking');
  const before = (await agent.admin.from('generation_runs').select('id').throwOnError()).data;
  const { code, stdout, stderr } = await command('generate', '--dry-run');
  const lines = stdout.trimEnd().split('\n');
  expect([code, lines.length]).toEqual([0, 8]);
  expect(lines[7]).toMatch(/^\d{4}-\d\d-\d\d +\d\d:\d\d +Home baking +General +Home baking, the only project: it had /);
  expect(lines[7]).toContain(`in the posting hours from 09:00 to 17:00 (${NOON})`);
  expect(stderr).toBe('Nothing has been made yet. This is what the AI Autopilot will do if nothing changes.\n');
  const long = JSON.parse((await command('generate', '--days', '31', '--json')).stdout);
  expect(dryRunSchema.parse(long).days).toHaveLength(31);
  expect((await agent.admin.from('generation_runs').select('id').throwOnError()).data).toEqual(before);
});

it('pauses, resumes, deletes and restores', async () => {
  const { id } = await add('Rye bread');
  expect((await run('pause', 'Rye bread')).stdout).toContain('Paused Rye bread.');
  expect((await run('list')).stdout).toContain('paused');
  expect((await run('resume', 'Rye bread')).stdout).toBe('Resumed Rye bread.\n');
  expect((await run('remove', 'Rye bread')).stdout).toContain(`local-agent projects restore ${id}`);
  expect((await run('list', '--json')).stdout.trim()).toBe('[]');
  expect((await run('restore', id)).stdout).toBe('Restored Rye bread.\n');
  expect(await run('restore', id)).toMatchObject(failsWith('no deleted project'));
});
