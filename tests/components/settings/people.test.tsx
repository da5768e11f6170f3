import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';

const app = settingsInDocument();
const { openWith, press } = app;

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
  await app.fill('Name', 'n8n');
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
