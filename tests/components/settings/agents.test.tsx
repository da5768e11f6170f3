import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { startTestAgent } from '../../helpers/agent.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';

// A fresh agent: emptying the tables after the previous test file removed the row of the worker's own agent.
const app = settingsInDocument(() => startTestAgent());
const { openWith, press, fill } = app;
const HOUR_MS = 3_600_000;

it('shows what each agent can do, this one first, renames one, and removes one that is gone', async () => {
  const { admin } = app.agent;
  const { data: account } = await admin
    .from('social_accounts')
    .insert({ platform: 'bluesky', account_label: 'bakery' })
    .select('id')
    .single()
    .throwOnError();
  const row = { version: '1.2.3', run: crypto.randomUUID() };
  const can = { sessions: [], browser: false, screen: false, localModel: null, alwaysOn: true };
  const now = new Date().toISOString();
  const ago = new Date(Date.now() - HOUR_MS).toISOString();
  const agents = [
    { ...row, id: crypto.randomUUID(), name: 'A server', capabilities: { ...can, logins: [account.id] }, seen_at: now },
    { ...row, id: crypto.randomUUID(), name: 'Studio', capabilities: {}, seen_at: ago },
  ];
  await admin.from('agents').insert(agents).throwOnError();
  await openWith({}, 'agents');
  // A test agent cannot wake its machine.
  await says('Wake it for posts', 'The computer that runs this agent cannot be woken');
  await says('This one', 'A server', 'Running', 'Stands by for bakery (Bluesky)', 'Always on', 'No browser');
  await says('Studio', 'Not responding', 'Does not post to any account');
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent ?? '');
  expect(names).toEqual([expect.stringContaining('This one'), 'A serverRunning', 'StudioNot responding']);

  await press(/^More for A server/);
  expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull();
  await press('Rename', { role: 'menuitem' });
  await fill('Name', ' Cellar ');
  await press('Save');
  await says('The agent is now named Cellar', 'Cellar');

  await press('More for Studio');
  await press('Remove', { role: 'menuitem' });
  await says('Remove Studio?');
  await press('Remove', { inside: await screen.findByRole('dialog') });
  await says('Removed Studio');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await saysNoMore('Not responding');
});
