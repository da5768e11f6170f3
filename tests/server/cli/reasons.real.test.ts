import { expect, it } from 'vitest';
import { dryRunSchema } from '../../../shared/posts/dry-run.ts';
import { postDetailSchema, postListSchema } from '../../../shared/posts/posts-api.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { type CliResult, runHere } from '../../helpers/cli.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { startSourceServer } from '../../helpers/source-server.ts';

/**
 * A zone where it is about noon, whenever the tests run: the autopilot's hour is over, and the posting hours are not. Its
 * names have POSIX's signs: west of Greenwich is plus.
 */
const hour = new Date().getUTCHours();
const east = hour === 11 ? 1 : 11 - hour;
const NOON = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;

/** What comes and why it came so, from the terminal, on a running agent. The tests build on one another. */

const agent = ofFile(() => startFoundAgent());
const sources = ofFile(() => startSourceServer());

const run = (...args: string[]): Promise<CliResult> => runHere([...args, '--data-dir', agent.dataDir]);

it('generate --dry-run says what is missing, and that the autopilot is off', async () => {
  const { code, stdout, stderr } = await run('generate', '--dry-run', '--days', '2');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^DATE +TIME \(UTC\) +PROJECT +TEMPLATE +WHY$/);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/^\d{4}-\d\d-\d\d +- +- +- +No post: there is no content project\.$/);
  expect(stderr).toBe('Nothing is made while the AI Autopilot is off. This is what it would do if it were on.\n');
});

it('generate --dry-run shows a week of posts with their reasons, and makes none', async () => {
  await agent.admin.from('content_style_templates').delete().not('id', 'is', null).throwOnError();
  await agent.admin
    .from('app_settings')
    .insert({ timezone: NOON, posting_hours_start: 9, posting_hours_end: 17, auto_generate_daily: true })
    .throwOnError();
  await agent.admin
    .from('content_projects')
    .insert({
      niche_name: 'Home baking',
      source_url_1: `${sources.origin}/sourdough.html`,
      source_url_2: `${sources.origin}/strength.html`,
      posts_per_day: 1,
      platforms: ['instagram'],
    })
    .throwOnError();
  const { code, stdout, stderr } = await run('generate', '--dry-run');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(8);
  expect(lines[7]).toMatch(
    /^\d{4}-\d\d-\d\d +09:10 +Home baking +General +Home baking, the only project: it had 0 of 1 /,
  );
  expect(lines[7]).toContain(`the first free time in the posting hours from 09:00 to 17:00 (${NOON})`);
  expect(stderr).toBe('Nothing has been made yet. This is what the AI Autopilot will do if nothing changes.\n');

  const { days, ...rest } = dryRunSchema.parse(JSON.parse((await run('generate', '--days', '31', '--json')).stdout));
  expect(rest).toEqual({ timezone: NOON, autopilot: 'on', paused: [] });
  expect(days).toHaveLength(31);
  expect((await agent.admin.from('generation_runs').select('id', { count: 'exact', head: true })).count).toBe(0);
});

it.each([
  [['generate', '--dry-run', '--days', '0'], 'Give a whole number from 1 to 31.'],
  [['generate', '--dry-run', '--days', '32'], 'Give a whole number from 1 to 31.'],
  [['generate', '--dry-run', '--count', '2'], ''],
  [['generate', '--count', 'x'], 'Give a whole number from 1 to 10.'],
  [['posts', 'list', '--limit', '0'], 'Give a whole number from 1 to 1000.'],
  [['posts', 'list', '--status', 'bogus'], 'Allowed choices are scheduled, '],
])('%j is wrong usage and says what to give', async (args, words) =>
  expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) }),
);

it('posts show prints a post of the list with all that made it so', async () => {
  expect(await run('generate', '--count', '1')).toMatchObject({ code: 0 });
  const listed = await run('posts', 'list');
  const shortId = /^([0-9a-f]{8}) /m.exec(listed.stdout)?.[1] ?? '';
  expect(listed.stdout).toMatch(/^ID +TIME \([\w/+-]+\) +STATUS +TYPE +PLATFORMS +CAPTION\n/);

  const { code, stdout, stderr } = await run('posts', 'show', shortId);
  expect([code, stderr]).toEqual([0, '']);
  const [post] = postListSchema.parse(JSON.parse((await run('posts', 'list', '--json')).stdout));
  const caption = post?.generated_content.caption ?? '';
  expect(stdout).toContain(`Post       ${post?.id}\n`);
  expect(stdout).toContain('Platforms  Instagram\n');
  expect(stdout).toContain(`\n\n${caption.split('\n')[0]}`);
  expect(stdout).toContain('\nWhy this post\n  Started by   You\n  Project      Home baking, the only project:');
  expect(stdout).toContain('  Template     General, which is built in: no template is active.\n');
  expect(stdout).toMatch(/^ {2}Writer {7}The built-in writer, without an AI model\. It took /m);
  expect(stdout).toMatch(new RegExp(`\nBased on\n {2}.*${sources.origin}`));

  const shown = postDetailSchema.parse(JSON.parse((await run('posts', 'show', shortId, '--json')).stdout));
  expect(shown.generated_content).toMatchObject({ caption, writer: 'built-in', cost_usd: null });
  expect(shown.generated_content.reasons).toEqual(post?.generated_content.reasons);
  expect(shown.generated_content.reasons?.trigger).toBe('on_demand');
});

it('posts show says what to do where there is no such post', async () => {
  const words = 'There is no post ffffffff. `local-agent posts list` and `posts list --drafts` show the posts.';
  expect(await run('posts', 'show', 'ffffffff')).toEqual({ code: 1, stdout: '', stderr: `local-agent: ${words}\n` });
});
