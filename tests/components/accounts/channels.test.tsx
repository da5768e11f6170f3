import { screen, within } from '@testing-library/dom';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { SCOPES } from '../../helpers/channels.ts';
import { accountsScreen, topDialog } from '../../helpers/component/accounts.tsx';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { isFull } from '../../helpers/depth.ts';
import { addHeldPost } from '../../helpers/mastodon/held-post.ts';
import { type MastodonServer, startMastodonServer } from '../../helpers/mastodon/imitation.ts';
import { type MetaServer, startMetaServer } from '../../helpers/meta/imitation.ts';
import { type PdsImitation, startPds } from '../../helpers/pds.ts';

let mastodon: MastodonServer;
let pds: PdsImitation;
let meta: MetaServer;

const app = appInDocument(async () => {
  [mastodon, pds, meta] = await Promise.all([startMastodonServer(), startPds(), startMetaServer()]);
  return startTestAgent({ platformApis: { facebook: { origin: meta.origin } } });
});
afterAll(() => Promise.all([mastodon, pds, meta].map((server) => server?.close())));

const { press, fill } = app;
const list = accountsScreen(app);

beforeEach(() => {
  // The interval at which the dialog checks whether the user has granted access.
  hurry(1500);
  return list.accounts.clear();
});

/** Adds an account and opens its dialog. */
async function openDialog(platform: Platform, label: string) {
  const { id } = await list.accounts.insert({ platform, account_label: label });
  await list.openAccounts(label);
  await press(`Connect for posting: ${label}`);
  return id;
}

/** Steps through the dialog up to the fields; returns the text of all the steps. */
async function readSteps() {
  let said = '';
  for (;;) {
    const dialog = await topDialog();
    said += dialog.textContent;
    const next = within(dialog).queryByRole('button', { name: 'Next' });
    if (!next) return said;
    await app.user.click(next);
  }
}

async function enterBluesky(appPassword: string) {
  await fill('Handle', '@ada.test');
  await fill('App password', appPassword);
  await fill('Server (PDS), if you host your own', pds.origin);
  await press('Connect');
}

/** Adds an account that is connected already, and opens the list. */
async function openConnected(platform: Platform, label: string, entry: object) {
  const { id } = await list.accounts.insert({ platform, account_label: label });
  const answer = await app.agent.call(`/api/accounts/${id}/channel`, { body: { platform, ...entry } });
  expect(answer.status, await answer.text()).toBe(200);
  await list.openAccounts('Posting as');
  return id;
}

/** The address of the consent page that the dialog sends the user to. */
async function consentAddress() {
  await says('Waiting for you to press Authorize');
  return document.querySelector<HTMLAnchorElement>('[role=dialog] a[href*="state="]')?.href ?? '';
}
/** The final content of the user's tab. */
const tabAt = async (address: string) => (await fetch(address)).text();

describe('"Connect for posting" on Bluesky', () => {
  it('leads from the list to posting, says what it takes and costs first, what is wrong beside it, and who it posts as then', async () => {
    await list.openAccounts('No accounts connected yet');
    await press('Add Account');
    await press('Bluesky', { role: 'radio' });
    await fill('Account Label', 'Sky');
    await press('Add Account', { inside: await topDialog() });
    await says('Connect Sky for posting', 'Cost: Nothing.', 'cannot be edited', 'Open bsky.app');
    const link = document.querySelector('[role=dialog] fieldset a');
    expect(['href', 'rel', 'target'].map((name) => link?.getAttribute(name))).toEqual([
      'https://bsky.app/settings/app-passwords',
      'noopener noreferrer',
      '_blank',
    ]);
    await press('Connect');
    await says('Enter your handle.', 'Enter the app password.');
    expect(document.activeElement?.getAttribute('placeholder')).toBe('ada.bsky.social');
    await enterBluesky('wrong');
    await says('Bluesky: Invalid identifier or password');
    await enterBluesky(pds.account.appPassword);
    await says('Posting to Sky', 'Posting as ada.test', 'Last checked');
    expect(document.body.innerHTML).not.toContain(pds.account.appPassword);
    await app.user.keyboard('{Escape}');
    await saysNoMore('Posting to Sky');
    await says('Sky Bluesky', 'Posting as ada.test');
  });

  it.runIf(isFull)('is checked, tried with a test post, paused, and asks before it disconnects', async () => {
    const { appPassword } = pds.account;
    await openConnected('bluesky', 'Sky', { identifier: 'ada.test', appPassword, server: pds.origin });
    await list.chooseAction('Posting', 'Sky');
    await press('Check');
    await says('The login works.');
    await press('Send a test post');
    await says('The test post was published, then deleted again.');
    await press('Pause posting');
    await says('Posts are on hold until you resume posting.', 'Resume posting');
    await press('Disconnect');
    await says('Disconnect Sky?', 'Scheduled posts appear under “Your turn” instead.');
    await press('Keep connected');
    await press('Disconnect');
    await press('Disconnect', { inside: await topDialog() });
    await says('Sky is disconnected', 'The app password still works.', 'Open that page');
  });
});

describe('"Connect for posting" on Mastodon', () => {
  it('signs in on the server’s page, and renews that by one click, in a tab that the click opens', async () => {
    const id = await openDialog('mastodon', 'Elephant');
    await says('Log in (recommended)', 'Cost: Nothing.');
    await press('Continue');
    await says('Enter your server.');
    await fill('Server', mastodon.origin);
    await press('Continue');
    const page = await tabAt(await mastodon.decide(await consentAddress(), 'ada'));
    expect(page).toContain('Local Agent can post as @ada@');
    await says('Posting to Elephant', 'Posting as @ada@');
    const channels = app.agent.admin.from('channels');
    await channels.update({ state: 'reconnect', problem: 'Gone' }).eq('account_id', id).throwOnError();
    await list.openAccounts('Elephant Mastodon');
    await press('Connect again: Elephant');
    await says('Connect another way');
    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    await press('Renew', { inside: await topDialog() });
    await tabAt(await mastodon.decide(await consentAddress(), 'ada'));
    await says('Posting as @ada@', 'Pause posting');
    await saysNoMore('no longer accepts');
    expect([tab.opener, tab.location.replace.mock.calls.length]).toEqual([null, 1]);
    open.mockRestore();
  });

  it.runIf(isFull)('has the posts that it holds taken back before its account is deleted', async () => {
    const accessToken = mastodon.tokenFor('ada', SCOPES);
    const account_id = await openConnected('mastodon', 'Elephant', { server: mastodon.origin, accessToken });
    await addHeldPost(app.agent.admin, mastodon, { account_id, accessToken });
    await press('Delete Elephant');
    await says('Delete Elephant?', 'Mastodon holds 1 of its posts, which is taken back first.');
    await press('Take back and delete', { inside: await topDialog() });
    await says('1 post taken back from Mastodon.', 'Account deleted');
    expect(mastodon.world.scheduled).toEqual([]);
  });

  it.runIf(isFull)('takes a token instead, and asks before another account takes its place', async () => {
    const entry = { server: mastodon.origin, accessToken: mastodon.tokenFor('ada', SCOPES) };
    const id = await openConnected('mastodon', 'Elephant', entry);
    const channels = app.agent.admin.from('channels');
    await channels.update({ state: 'reconnect', problem: 'Gone' }).eq('account_id', id).throwOnError();
    await list.openAccounts('Elephant Mastodon');
    await press('Connect again: Elephant');
    await press('Connect again', { inside: await topDialog() });
    await press('Access token');
    expect(await readSteps()).toContain('Preferences, Development, New application');
    await fill('Server', mastodon.origin);
    await fill('Access token', mastodon.tokenFor('grace', SCOPES));
    await press('Connect');
    await says('Post as another account?', 'has posted as @ada@');
    await press('Replace it');
    await says('Posting as @grace@', 'Pause posting');
  });
});

it.runIf(isFull)('on Facebook takes the address that a log-in ended on, and asks which Page then', async () => {
  for (const name of ['Ada Bakes', 'Ada Paints']) meta.addPage(name);
  await openDialog('facebook', 'Studio');
  await press('Log in with Facebook');
  expect(await readSteps()).toContain('https://localhost/api/channels/return');
  await fill('App ID', meta.world.app.id);
  await fill('App secret', meta.world.app.secret);
  await press('Continue');
  await fill('Address of that page', await meta.decide(await consentAddress()));
  await press('Use this address');
  await says('Which Page should this account post to?');
  await press(/Ada Paints/);
  await says('Posting to Studio', 'Posting as Ada Paints');
  expect(document.body.innerHTML).not.toContain(meta.world.app.secret);
});

it.runIf(isFull)(
  'the steps continue where they were left, with all that was entered but secrets, and can be left for posting by hand',
  async () => {
    const field = async (label: string) => within(await topDialog()).findByLabelText<HTMLInputElement>(label);
    await openDialog('tiktok', 'Clips');
    await says('Step 1 of 6', 'Cost: Nothing.');
    await press('Next');
    await press('Next');
    expect(document.activeElement?.textContent).toContain('In Login Kit, enter this redirect URI');
    await press('Copy http://127.0.0.1:*/api/channels/return');
    expect(await navigator.clipboard.readText()).toBe('http://127.0.0.1:*/api/channels/return');
    await app.user.keyboard('{Escape}');
    await saysNoMore('Connect Clips for posting');
    await press('Continue connecting: Clips');
    await says('Step 3 of 6');
    await readSteps();
    await fill('Client key', 'key-1');
    await fill('Client secret', 'secret-1');
    await press('Back');
    await press('Next');
    expect((await field('Client secret')).value).toBe('secret-1');
    app.reload();
    await press('Continue connecting: Clips');
    expect([(await field('Client key')).value, (await field('Client secret')).value]).toEqual(['key-1', '']);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret-1');
    while (screen.queryByRole('button', { name: 'Back' })) await press('Back');
    await press('I’ll post by hand');
    await says('When it is due, each post for Clips appears under “Your turn”', 'Clips TikTok You post by hand');
  },
);
