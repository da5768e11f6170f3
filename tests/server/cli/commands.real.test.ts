import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LOG_FOLDER, openLogFile } from '../../../server/diagnostics/log/log-file.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { beginHere, processesOn, runHere } from '../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../helpers/cli-ends.ts';
import { startGatedSource } from '../../helpers/gated-source.ts';
import { serve } from '../../helpers/loopback.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

const commandsOn = (dataDir: () => string) => {
  const run = (args: string[], input?: string) => runHere([...args, '--data-dir', dataDir()], input);
  const runJson = async (...args: string[]): Promise<unknown> => {
    const { stdout, stderr } = await run([...args, '--json']);
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  return { run, runJson };
};

it('without a running agent, commands open the workspace for themselves', async () => {
  const dataDir = await newWorkspace();
  const { run, runJson } = commandsOn(() => dataDir);
  const email = 'without@example.com';
  const added = await run(['users', 'add', email, '--password-stdin'], 'secret one\n');
  expect(added).toEqual({ code: 0, stdout: `Added ${email}.\n`, stderr: '' });
  expect(await runJson('users', 'list')).toEqual([expect.objectContaining({ email })]);
  expect(await run(['logs', '--set-level', 'info'])).toMatchObject(failsWith('No agent'));
  expect(await run(['logs', '--level', 'loud'])).toMatchObject({ code: 2 });
  expect(await run(['status', '--deep'])).toMatchObject(failsWith('No agent'));
  expect(await processesOn(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

// The tests build on one another.
describe('with a running agent', () => {
  const agent = ofFile(async () => {
    const dataDir = await newWorkspace();
    const logStream = openLogFile(join(dataDir, LOG_FOLDER));
    const found = await startFoundAgent({ dataDir, logLevel: 'warn' }, { logStream });
    const { close } = found;
    return Object.assign(found, { close: () => close().finally(logStream.close) });
  });
  const { run, runJson } = commandsOn(() => agent.dataDir);
  const email = 'with@example.com';

  it('users add makes an account with the password from standard input, less its line break, and set-password changes it', async () => {
    const added = await run(['users', 'add', email, '--password-stdin'], 'secret one\n');
    expect(added).toEqual({ code: 0, stdout: `Added ${email}.\n`, stderr: '' });
    const changed = await run(['users', 'set-password', email, '--password-stdin'], 'secret two');
    expect(changed).toMatchObject({ code: 0, stdout: `Changed the password of ${email}.\n` });
    await agent.signIn(email, 'secret two');
  });

  it('users list shows the accounts, as a table or as JSON', async () => {
    const { stdout } = await run(['users', 'list']);
    expect(stdout).toMatch(/^EMAIL +ROLE +RUNS SCRIPTS +ADDED +LAST SIGN-IN\n/);
    expect(stdout).toMatch(new RegExp(`^${email} +owner +yes `, 'm'));
    expect(await runJson('users', 'list')).toEqual(expect.arrayContaining([expect.objectContaining({ email })]));
  });

  it('logs shows what was written, and changes how much that is', async () => {
    expect(await run(['logs', '--set-level', 'info'])).toMatchObject(succeedsWith('info'));
    expect(await (await agent.call('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.1' });
    const { stdout } = await run(['logs', '--text', '/api/openapi.json', '--since', '5m']);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO +incoming request req=/);
    expect(await runJson('logs', '--text', 'incoming request', '--lines', '1')).toMatchObject({ level: 30 });
    expect(await runJson('logs', '--set-level', 'warn')).toEqual({ level: 'warn' });
  });

  it('status says whether the agent runs, and with --deep how it is', async () => {
    const { code, stdout } = await run(['status', '--deep']);
    expect(stdout).toMatch(/^local-agent \S+ is running at /);
    expect(stdout).toMatch(/\nDatabase +answers in .* connections in use, migrations up to date\n/);
    expect(stdout).toMatch(/\nBackup +none yet\n/);
    expect(code === 0).toBe(/\nStatus +ok\n$/.test(stdout));
    expect(await runJson('status')).toMatchObject({ running: true, url: agent.url });
  });

  it('users remove takes the account away, once', async () => {
    expect(await run(['users', 'remove', email])).toMatchObject({ code: 0, stdout: `Removed ${email}.\n` });
    expect(await run(['users', 'remove', email])).toMatchObject({ code: 1, stdout: '' });
    expect(await runJson('users', 'list')).toEqual([]);
  });

  it('a password is never guessed at: without a terminal it has to be on standard input', async () => {
    expect(await run(['users', 'add', email])).toMatchObject(failsWith('--password-stdin'));
    expect(await run(['users', 'add', email, '--password-stdin'], '\n')).toMatchObject({ code: 1 });
  });

  it('token prints the agent token, which opens the API and lies in a private file', async () => {
    const { stdout } = await run(['token']);
    const file = join(agent.dataDir, 'agent-token');
    expect(stdout).toBe(await readFile(file, 'utf8'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await agent.call('/api/users', { token: stdout.trim() })).status).toBe(200);
  });

  it('generate says what is missing and ends with 1', async () => {
    const { code, stdout } = await run(['generate', '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { success: false, message: expect.any(String), created: 0 }]);
  });

  const slots = (...args: string[]) => run(['slots', ...args]);
  const stored = async () =>
    (await agent.admin.from('app_settings').select('posting_times').single().throwOnError()).data.posting_times;

  it('slots lists, sets and clears posting times, and refuses what is none', async () => {
    await agent.admin.from('app_settings').insert({ timezone: 'Europe/Paris' }).throwOnError();
    expect((await slots('list')).stderr).toContain('spread evenly');
    const { stdout, stderr } = await slots('set', 'mon,sun', '12:30', '09:00');
    expect(stdout).toMatch(/^DAY +TIMES\nSunday +09:00, 12:30\nMonday +09:00, 12:30\n$/);
    expect(stderr).toContain('Times in Europe/Paris.');
    expect(await stored()).toEqual([540, 750, 1980, 2190]);

    expect((await slots('set', 'someday', '09:00')).code).toBe(2);
    expect((await slots('set', 'mon', '9 am')).code).toBe(1);
    await slots('clear', 'sun');
    expect(await stored()).toEqual([1980, 2190]);
    await slots('clear');
    expect(await stored()).toEqual([]);
  });

  it('series makes a post repeat, lists that with its texts, and stops it', async () => {
    const series = (...args: string[]) => run(['series', ...args]);
    expect((await series('list')).stderr).toContain('No posts repeat');
    const made = await run(['posts', 'new', '--text', 'Oat bread', '--platform', 'bluesky', '--at', 'next', '--json']);
    const { id } = JSON.parse(made.stdout).post;
    for (const wrong of [
      ['--monthly', '32'],
      ['--on', 'mon', '--monthly', 'last'],
      ['--until', 'soon'],
      ['--at', '9'],
    ])
      expect((await series('start', id, ...wrong)).code).toBe(2);
    const daily = ['--on', 'all', '--at', '07:05', '--count', '3', '--text', 'Rye bread'];
    const { stdout } = await series('start', id.slice(0, 8), ...daily);
    expect(stdout).toContain('It repeats now. Scheduled 3 of its posts');
    const listed = (await series('list')).stdout;
    expect(listed).toMatch(/Sun, Mon, Tue, Wed, Thu, Fri, Sat 07:05, 3 times +none +2 +Oat bread\n$/);
    const [short = ''] = listed.split('\n')[1]?.split(' ') ?? [];
    expect((await series('show', short)).stdout).toMatch(/text 1 +Oat bread\ntext 2 +Rye bread\n/);
    expect((await series('stop', short)).stdout).toContain('Deleted 3 of its posts');
    expect(await series('stop', short)).toMatchObject({ code: 1, stderr: expect.stringContaining('No series') });
  });

  it('links shows and chooses the UTM parameters of links, and refuses what is no site', async () => {
    const links = (...args: string[]) => run(['links', ...args]);
    expect((await links('show')).stderr).toContain('as they were written');
    await links('on');
    const sources = ['--source', 'twitter=x-posts', '--source', 'bluesky=sky'];
    const { stdout } = await links('set', '--campaign', '{project}', ...sources, '--domains', 'Bäcker.de,e.com');
    expect(stdout).toMatch(/utm_source on X\/Twitter +x-posts\n.*\nutm_medium +social\nutm_campaign +\{project\}/s);
    const { data } = await agent.admin.from('app_settings').select('link_tags').single().throwOnError();
    expect(data.link_tags).toEqual({
      isOn: true,
      medium: 'social',
      campaign: '{project}',
      sources: { twitter: 'x-posts', bluesky: 'sky' },
      domains: ['xn--bcker-gra.de', 'e.com'],
    });
    expect((await links('set', '--domains', 'nowhere')).code).toBe(2);
    expect((await links('set', '--source', 'myspace=x')).code).toBe(2);
    await links('off');
  });

  it('hashtags keeps groups by name, in place of those before, lists and removes them', async () => {
    const hashtags = (...args: string[]) => run(['hashtags', ...args]);
    expect((await hashtags('list')).stderr).toContain('No hashtag groups yet');
    await hashtags('save', 'Bread', 'rye, #bread', '#Rye');
    await hashtags('save', 'bread', '#rye');
    expect((await hashtags('list')).stdout).toMatch(/^NAME +HASHTAGS\nbread +#rye\n$/);
    expect((await hashtags('remove', 'Cake')).code).toBe(1);
    expect((await hashtags('remove', 'BREAD')).code).toBe(0);
    expect((await hashtags('list')).stdout).toBe('');
  });

  it('webhooks adds, lists, changes, tries and removes them, by name', async () => {
    const { origin, close } = await serve((_request, response) => response.writeHead(418, 'no').end('a teapot'));
    onTestFinished(close);
    const webhooks = (...args: string[]) => run(['webhooks', ...args]);
    expect((await webhooks('list')).stderr).toContain('No webhooks yet');
    const added = await webhooks('add', 'Home', `${origin}/hook`, '--events', 'post.failed, generation.done');
    expect([added.stdout, added.stderr]).toEqual([
      expect.stringMatching(/^whsec_\S+\n$/),
      expect.stringContaining('not shown again'),
    ]);
    expect((await webhooks('add', 'Home', origin, '--events', 'post.liked')).code).toBe(2);
    expect((await webhooks('list')).stdout).toMatch(
      /^NAME +STATE .*\nHome +on +http.*hook +post\.failed, generation\.done\n$/,
    );
    const tested = await webhooks('test', 'home');
    expect([tested.code, tested.stdout]).toEqual([1, 'failed after 1: 418 a teapot\n']);
    const [, id = ''] = /\n(\S+) .*test +failed/.exec((await webhooks('log', 'Home')).stdout) ?? [];
    expect((await webhooks('resend', id)).stdout).toContain('418 a teapot');
    expect((await webhooks('edit', 'Home', '--off', '--name', 'Away')).stdout).toBe('Changed Away: off.\n');
    expect((await webhooks('edit', 'Away', '--on', '--new-secret')).stdout).toMatch(/^whsec_/);
    expect((await webhooks('remove', 'Home')).code).toBe(1);
    expect((await webhooks('remove', 'Away')).code).toBe(0);
  });

  it('agents lists this one first, names it, and removes none that runs', async () => {
    const agents = (...args: string[]) => run(['agents', ...args]);
    expect((await agents('list')).stdout).toMatch(/^NAME +STATE +LAST SEEN .*\n.* \(this one\) +running /);
    expect((await agents('rename', 'Studio')).stdout).toBe('The agent is now named Studio.\n');
    expect((await agents('remove', 'studio')).stderr).toContain('Studio is running. Stop it first');
  });

  it('slots has times of an account alone, which posts for it take, until they are removed', async () => {
    const label = { platform: 'bluesky', account_label: 'bakery' } as const;
    await agent.admin.from('social_accounts').insert(label).throwOnError();
    expect((await slots('list', '--account', 'bakery')).stderr).toContain('uses the times of all accounts');
    expect((await slots('set', 'tue', '18:00', '--account', 'bakery')).stdout).toMatch(
      /^DAY +TIMES\nTuesday +18:00\n$/,
    );
    expect(await stored()).toEqual([]);
    expect((await slots('list')).stdout).toMatch(/^DAY +TIMES +ACCOUNT\nTuesday +18:00 +Bluesky bakery\n$/);

    const make = ['posts', 'new', '--text', 'Rye', '--platform', 'bluesky', '--at', 'next', '--json'];
    const { scheduled_time } = JSON.parse((await run(make)).stdout).post;
    const first = Temporal.Instant.from(scheduled_time).toZonedDateTimeISO('Europe/Paris');
    expect([first.dayOfWeek, first.toPlainTime().toString({ smallestUnit: 'minute' })]).toEqual([2, '18:00']);

    await slots('clear', '--account', 'bakery');
    const { data: account } = await agent.admin.from('social_accounts').select('posting_times').single().throwOnError();
    expect(account.posting_times).toBeNull();
  });

  /** Ctrl+C while a job is waiting for a page that does not respond. */
  it('jobs run stops the job of the agent when it is interrupted, says so, and ends with 130', async () => {
    const source = await startGatedSource();
    onTestFinished(() => source.close());
    const { admin } = agent;
    const pages = { source_url_1: source.url, source_url_2: source.url };
    const project = { niche_name: 'Baking', ...pages, platforms: ['facebook' as const] };
    await admin.from('content_projects').insert(project).throwOnError();
    const settings = { auto_generate_daily: true, posting_hours_start: 0, posting_hours_end: 0 };
    await admin.from('app_settings').update(settings).not('id', 'is', null).throwOnError();
    await admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
    const { interrupt, ended } = beginHere(['jobs', 'run', 'autopilot', '--data-dir', agent.dataDir]);
    await Promise.race([source.whenAsked(), ended.then((result) => Promise.reject(new Error(JSON.stringify(result))))]);
    interrupt();
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: expect.stringMatching(/^Stopped\.$/m) });
    const row = async () => (await admin.from('job_runs').select('status').eq('job', 'autopilot').throwOnError()).data;
    await vi.waitFor(async () => expect(await row()).toMatchObject([{ status: 'failed' }]), { timeout: 20_000 });
    expect((await admin.from('generated_content').select('id').throwOnError()).data).toEqual([]);
  });
});
