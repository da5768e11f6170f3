import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = settingsInDocument();
const { openWith, press, fill } = app;

it('says where the data is, links to a project, and says what to do next', async () => {
  // Its own workspace is a project like another, here.
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

it.runIf(isFull)('counts what a move would copy, and says with which commands it is done and undone', async () => {
  await app.agent.admin
    .from('content_projects')
    .insert({
      niche_name: 'Bread',
      source_url_1: 'https://bread.example/1',
      source_url_2: 'https://bread.example/2',
      platforms: ['bluesky'],
    })
    .throwOnError();
  await openWith({}, 'workspace');
  await says('Move to your own Supabase project', 'local-agent move --to-hosted https://<project>.supabase.co');
  await press('Count what would be copied');
  await says('Would copy ', 'no files, and 1 member.', 'content_projects');
  const region = screen.getByRole('region', { name: 'Move to your own Supabase project' });
  await fill('Address of the project', 'https://bakery.supabase.co', region);
  await says(`local-agent link https://bakery.supabase.co --data-dir ${app.agent.dataDir}`);

  const place = 'https://bakery.supabase.co';
  await app.agent.admin
    .from('workspace_moves')
    .insert({ id: crypto.randomUUID(), state: 'moved', place })
    .throwOnError();
  await openWith({}, 'workspace');
  await says(`This workspace has moved to ${place}.`, 'Undo the move', 'local-agent move --to-hosted --undo');
  expect(screen.queryByText('Count what would be copied')).toBeNull();
  await app.agent.admin.from('workspace_moves').delete().eq('place', place).throwOnError();
});

it('has a hosted project write by itself, and says what is missing and what it made', async () => {
  await openWith({}, 'workspace');
  await says('Where your data is');
  expect(screen.queryByRole('switch')).toBeNull();
  // What an agent on a hosted project with the extensions answers; those the embedded one has not.
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
  await says('The switch was not changed', 'Enable pg_cron.');
  const run = { day: '2026-11-26', startedAt: '2026-11-26T08:00:00Z', status: 'success', result: 'Made 1 post.' };
  answerWith({ ...off, missing: [], isOn: true, ...none, calledAt: run.startedAt, problem: 'Deploy it.', runs: [run] });
  await press('Write posts without this computer', { role: 'switch' });
  await says('Last looked Nov 26', 'Deploy it.', 'Latest posts from there', 'Made 1 post.');
});
