import { readdir } from 'node:fs/promises';
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { startTestAgent } from '../../helpers/agent.ts';
import { says } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { settingsInDocument } from '../../helpers/component/settings.tsx';

/** The restores that the agent was asked to close for. */
const begun: string[] = [];
const app = settingsInDocument(() => startTestAgent({}, { replaceWorkspace: (id) => void begun.push(id) }));
const { press, openWith } = app;

/** How often the screen checks whether the agent is back. */
const LOOK_MS = 700;

const dialog = () => screen.findByRole('dialog');

it('a backup is looked into, asked about, restored with its steps, and leads to signing in', async () => {
  hurry(LOOK_MS);
  await app.agent
    .call('/api/jobs/backup/run', { method: 'POST', headers: { accept: 'text/event-stream' } })
    .then((a) => a.text());
  await openWith({ timezone: 'UTC' }, 'backups');
  await says('Go back to a backup.');

  const junk = new File(['This is a diary. '.repeat(100)], 'diary.txt');
  await app.user.upload(screen.getByLabelText('Backup file'), junk);
  await says('This backup cannot be restored: This backup is damaged');

  await app.user.click(screen.getByRole('button', { name: /^Restore the backup of / }));
  expect((await dialog()).textContent).toMatch(/Replace this workspace\?.*\d+ rows, 0 media files.*those here stay/);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await app.user.click(screen.getByRole('button', { name: /^Restore the backup of / }));
  await press('Replace the workspace');
  await waitFor(() => expect(begun).toHaveLength(1), { timeout: 20_000 });
  await says('Restoring', 'Restarting with the backup');
  expect(within(await dialog()).queryByRole('button')).toBeNull();
  const body = { folder: '/backups', kept: [], lastRestore: { id: begun[0], problem: null } };
  app.fail(/^GET .*\/api\/backups$/, { status: 200, body });
  await says('Restored', 'These accounts can sign in', 'What was here before is in');
  screen.getByRole('button', { name: 'Sign in' });
  expect((await readdir(app.agent.dataDir)).filter((name) => name.startsWith('before-restore'))).toEqual([]);
});

it('who does not own the workspace is not offered to replace it', async () => {
  const roleOfAll = (role: 'owner' | 'member') =>
    app.agent.admin.from('members').update({ role }).not('user_id', 'is', null).throwOnError();
  await roleOfAll('member');
  await openWith({ timezone: 'UTC' }, 'backups');
  await says('local-agent backup my.backup --with-secrets');
  await app.hasAnswers(/rpc\/list_members/, /\/api\/backups$/);
  expect(screen.queryByText('Go back to a backup.')).toBeNull();
  await roleOfAll('owner');
});
