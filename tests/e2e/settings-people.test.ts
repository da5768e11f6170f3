import { expect, it } from 'vitest';
import { axeViolations, byRole, dress, LOOKS, waitForText } from '../helpers/browser.ts';
import { settingsScreen } from '../helpers/settings-screen.ts';

const screen = settingsScreen();
const { openWith, press, toggle } = screen;

const rightsOf = async (email: string) => {
  const { data } = await screen.agent.admin.rpc('list_members').throwOnError();
  return data.find((one) => one.email === email)?.may_run_code;
};

it('lets the owner say who runs scripts', async () => {
  await screen.agent.addMember('ada@example.com');
  await openWith();
  await waitForText(screen.page, 'Members', 'ada@example.com', 'May run scripts');
  await toggle('ada@example.com may run scripts');
  await waitForText(screen.page, 'ada@example.com may now run scripts');
  expect(await rightsOf('ada@example.com')).toBe(true);
});

it("makes an assistant's token, shows it once, and revokes it", async () => {
  await openWith();
  await press('New token');
  await byRole(screen.page, 'textbox', 'Name').fill('n8n');
  await byRole(screen.page, 'checkbox', 'Draft').click();
  for (const look of LOOKS) {
    await dress(screen.page, look);
    expect(await axeViolations(screen.page)).toEqual([]);
  }
  await press('Make token');
  await waitForText(screen.page, 'Token for n8n', 'it is not shown again');
  const token = await byRole(screen.page, 'textbox', 'Token')
    .map((field) => (field as HTMLInputElement).value)
    .wait();
  expect(token).toMatch(/^lam_[\w-]{43}$/);
  await press('Done');
  await waitForText(screen.page, 'n8n', 'Read', 'Draft', 'Never used');
  expect(await screen.page.content()).not.toContain(token);
  for (const look of LOOKS) {
    await dress(screen.page, look);
    expect(await axeViolations(screen.page)).toEqual([]);
  }
  const listed = await (await screen.agent.call('/api/mcp/tokens')).json();
  expect(listed).toMatchObject([{ name: 'n8n', scopes: ['read', 'draft'] }]);
  await press('Revoke: n8n');
  await press('Revoke');
  await waitForText(screen.page, 'Revoked n8n', 'No tokens yet.');
});
