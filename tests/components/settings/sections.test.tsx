import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { archiveMessages as words } from '@/features/settings/archives/archive-messages.ts';
import { zipOf } from '../../helpers/archive-files.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { settingsInDocument } from '../../helpers/component/settings.tsx';
import { isFull } from '../../helpers/depth.ts';

/** Sections of Settings without a form: their actions take effect at once. */
const app = settingsInDocument();
const { openWith, press, fill } = app;

it('says where the data is, links to a project, and says what to do next', async () => {
  // In this test, the project to link is the agent's own workspace.
  const { agent: project, account: member } = app;
  await openWith({}, 'workspace');
  await says('Where your data is', 'On this machine.', 'local-agent link --new');
  await press('Link your Supabase project');
  await fill('Project address', project.url);
  await fill('Publishable key', 'sb_secret_x');
  await fill('E-mail address', member.email);
  await fill('Password', 'not this');
  await press('Link', { inside: await screen.findByRole('dialog') });
  await says('Failed to link: This is a secret (or service role) key');
  await fill('Publishable key', project.agent.connection.publishableKey);
  await press('Link', { inside: screen.getByRole('dialog') });
  await says('does not accept this e-mail address with this password');
  await fill('Password', member.password);
  await press('Link', { inside: screen.getByRole('dialog') });
  await says('Stop the agent and start it again');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.runIf(isFull)('counts what a move would copy, and says with which commands it is done', async () => {
  await openWith({}, 'workspace');
  await says('Move to your own Supabase project', 'local-agent move --to-hosted https://<project>.supabase.co');
  await press('Count what would be copied');
  await says('Would copy ', 'no files, and 1 member.');
  const region = screen.getByRole('region', { name: 'Move to your own Supabase project' });
  await fill('Address of the project', 'https://bakery.supabase.co', region);
  await says(`local-agent link https://bakery.supabase.co --data-dir ${app.agent.dataDir}`);
});

it('has a hosted project write by itself, and says what is missing and what it made', async () => {
  await openWith({}, 'workspace');
  await says('Where your data is');
  expect(screen.queryByRole('switch')).toBeNull();
  // The response of an agent on a hosted project with the extensions; the embedded backend has none.
  const off = { isHosted: true, isOn: false, missing: ['pg_cron', 'pg_net'], isAutopilotOn: true };
  const none = { calledAt: null, problem: null, runs: [] };
  const url = 'https://bakery.supabase.co';
  const place = { mode: 'hosted', url, link: null, problem: null, still: null, opensAnew: false };
  const answerWith = (body: object) => {
    app.letGo();
    app.fail(/\/api\/workspace$/, { status: 200, body: place });
    app.fail(/\/api\/cloud-writing$/, { status: 200, body });
  };
  answerWith({ ...off, ...none });
  await openWith({}, 'workspace');
  await says('Enable pg_cron and pg_net in your Supabase project, under Database → Extensions.');
  const theSwitch = screen.getByRole('switch', { name: 'Write posts without this computer' });
  await waitFor(() => expect(theSwitch.hasAttribute('disabled')).toBe(false));
  app.letGo();
  app.fail(/\/api\/workspace$/, { status: 200, body: place });
  app.fail(/^PUT .*cloud-writing$/, { status: 409, body: { error: 'Enable pg_cron.', code: 'conflict' } });
  await press('Write posts without this computer', { role: 'switch' });
  await says('The setting was not changed', 'Enable pg_cron.');
  const run = { day: '2026-11-26', startedAt: '2026-11-26T08:00:00Z', status: 'success', result: 'Made 1 post.' };
  answerWith({ ...off, missing: [], isOn: true, ...none, calledAt: run.startedAt, problem: 'Deploy it.', runs: [run] });
  await press('Write posts without this computer', { role: 'switch' });
  await says('Last checked Nov 26', 'Deploy it.', 'Latest posts from there', 'Made 1 post.');
});

it('lets the owner say who runs scripts', async () => {
  await app.agent.addMember('ada@example.com');
  await openWith({}, 'members');
  await says('Members', 'ada@example.com', 'May run scripts');
  await app.toggle('ada@example.com may run scripts');
  await says('ada@example.com may now run scripts');
  const { data } = await app.agent.admin.rpc('list_members').throwOnError();
  expect(data.find(({ email }) => email === 'ada@example.com')?.may_run_code).toBe(true);
});

it("makes an assistant's token, shows it once, and revokes it", async () => {
  await openWith({}, 'members');
  await press('New token');
  await fill('Name', 'n8n');
  await press('Draft', { role: 'checkbox' });
  await press('Make token');
  await says('Token for n8n', 'it is not shown again');
  const token = (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Token' })).value;
  expect(token).toMatch(/^lam_[\w-]{43}$/);
  await press('Done');
  await says('n8n', 'Read', 'Draft', 'Never used');
  expect(document.documentElement.outerHTML).not.toContain(token);
  const listed = await (await app.agent.call('/api/mcp/tokens')).json();
  expect(listed).toMatchObject([{ name: 'n8n', scopes: ['read', 'draft'] }]);
  await press('Revoke: n8n');
  await press('Revoke', { inside: await screen.findByRole('dialog') });
  await says('Revoked n8n', 'No tokens yet.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('tells a member beforehand what the owner alone can change', async () => {
  const member = await app.agent.addMember('ben@example.com');
  await app.open('/settings/ai', member);
  await says('AI Writer', 'Only the owner of this workspace can change the writer.');
  const account = { platform: 'bluesky', account_label: 'Sky', is_logged_in: false } as const;
  await app.agent.admin.from('social_accounts').insert(account).throwOnError();
  await app.open('/accounts', member);
  await press('Connect for posting: Sky');
  await says('Only the owner of this workspace can connect accounts. Ask them, or post by hand.');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await press('I’ll post by hand');
  await says('You post by hand');
  await app.open('/settings/ai');
  await says('AI Writer');
  await saysNoMore('Only the owner');
});

describe('the Jobs card', () => {
  const BUSY_POLL_MS = 1_500;
  const FAILED = { status: 'failed', result: 'Create a content project first.' };

  beforeEach(() => app.agent.admin.from('job_runs').delete().neq('job', '').throwOnError());

  async function openJobs() {
    await openWith({ timezone: 'Asia/Tokyo', auto_generate_daily: true }, 'jobs');
    await says('Jobs', 'AI Autopilot', 'Clean-up');
  }

  /** Records a finished run, as an agent would. */
  const ran = (job: string, fields: object) =>
    app.agent.admin
      .from('job_runs')
      .insert({
        job,
        run_key: new Date().toISOString().slice(0, 10),
        owner: '00000000-0000-4000-8000-000000000000',
        started_at: '2026-03-01T22:00:00Z',
        finished_at: '2026-03-01T22:00:03Z',
        lease_until: '2026-03-01T22:01:30Z',
        ...fields,
      })
      .throwOnError();

  it("shows each job's last and next run in the configured zone, runs one now, and says how it ended", async () => {
    hurry(BUSY_POLL_MS);
    await ran('autopilot', FAILED);
    app.fail(/^GET .*\/api\/jobs$/, { status: 503, body: { error: 'Supabase is away.', code: 'unavailable' } });
    await openWith({ timezone: 'Asia/Tokyo', auto_generate_daily: true }, 'jobs');
    await says('Failed to load jobs', 'Supabase is away.');
    app.letGo();
    await press('Try again');
    await says('Times in Asia/Tokyo.', 'Every day at 08:00', 'Mar 2, 2026, 7:00 AM GMT+9', FAILED.result, 'Never');
    await saysNoMore('Failed to load jobs');
    const body = { error: 'The job clean-up is already running.', code: 'conflict' };
    app.fail(/^POST .*\/api\/jobs\/clean-up\/run/, { status: 409, body });
    await press('Run now: Clean-up');
    await says('Clean-up was not started', 'is already running');
    app.letGo();
    await press('Run now: Clean-up');
    await says('Clean-up: done', 'Nothing was old enough to delete.', 'by hand');
    // The result is announced before the list has been reloaded.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Run now: Clean-up'));
    await press('Run now: AI Autopilot');
    await says('AI Autopilot: failed', FAILED.result);
    await app.agent.admin.from('job_runs').delete().neq('job', '').throwOnError();
    await ran('clean-up', { status: 'running', lease_until: new Date(Date.now() + 600_000).toISOString() });
    app.reload();
    await says('Running on another agent.');
  });

  it('pauses everything, prominently, and resumes it', async () => {
    await openJobs();
    await press('Pause all');
    await says('Nothing starts automatically until you resume.', 'None while paused');
    expect(await app.stored()).toMatchObject({ automation_paused: true });
    app.reload();
    await press('Resume');
    await says('Pause all');
    await waitFor(async () => expect(await app.stored()).toMatchObject({ automation_paused: false }));
  });
});

const tweet = (id: string, full_text: string) => ({
  tweet: { id_str: id, created_at: 'Mon Jan 05 08:30:00 +0000 2026', full_text },
});
const fileOf = (name: string, files: Parameters<typeof zipOf>[0]) => new File([new Uint8Array(zipOf(files))], name);
const chooseArchive = async (file: File) => app.user.upload(await screen.findByLabelText(words.fileInput), file);

it('counts an archive, asks whose it is, imports it, and removes it again', async () => {
  const { admin } = app.agent;
  await admin.from('social_accounts').insert({ platform: 'twitter', account_label: 'Bakery' }).throwOnError();
  await openWith({}, 'archives');
  await says(words.emptyTitle, words.empty, 'How to get an archive', 'Request it from Instagram');

  await chooseArchive(fileOf('instagram-ada.zip', { 'your_instagram_activity/media/posts_1.html': '<p>' }));
  await says('HTML form of the archive. Ask Instagram for JSON');

  const posts = [tweet('1', 'Rye'), tweet('2', 'Spelt'), tweet('3', 'RT @bob: Buns')];
  const archive = () => fileOf('x.zip', { 'data/tweets.js': `window.YTD.tweets.part0 = ${JSON.stringify(posts)}` });
  await chooseArchive(archive());
  await says('Import X/Twitter?', 'It has 2 posts that are not here yet.', 'Shared from others');
  await saysNoMore('HTML form');
  await press('Posted by', { role: 'combobox' });
  await press('Bakery', { role: 'option' });
  await press('Import 2 posts');
  await says('Added 2 posts of X/Twitter Bakery.', '2 posts, Jan 5, 2026', 'Posted by Bakery');
  const { data } = await admin.from('archived_posts').select('text').order('text').throwOnError();
  expect(data).toEqual([{ text: 'Rye' }, { text: 'Spelt' }]);

  await chooseArchive(archive());
  await says('All of its posts are here already.', 'Here already');
  await press('Cancel');
  await press('Remove X/Twitter Bakery');
  await says('2 posts of X/Twitter Bakery are deleted here.');
  await press('Remove', { inside: await screen.findByRole('dialog') });
  await says('Removed X/Twitter Bakery', words.emptyTitle);
});
