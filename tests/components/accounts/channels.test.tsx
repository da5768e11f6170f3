import { screen, waitFor, within } from '@testing-library/dom';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { SCOPES } from '../../helpers/channels.ts';
import { accountsScreen, topDialog } from '../../helpers/component/accounts.tsx';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { isFull } from '../../helpers/depth.ts';
import { type MastodonServer, startMastodonServer } from '../../helpers/mastodon/imitation.ts';
import { type MetaServer, startMetaServer } from '../../helpers/meta/imitation.ts';
import { type PdsImitation, startPds } from '../../helpers/pds.ts';
import { workspacePosts } from '../../helpers/publishing/workspace-posts.ts';
import { startTikTok, type TikTokServer } from '../../helpers/tiktok/imitation.ts';
import { APP } from '../../helpers/tiktok/tiktok-oauth.ts';
import { CLIENT } from '../../helpers/youtube/google-oauth.ts';
import { startYouTube, type YouTubeServer } from '../../helpers/youtube/imitation.ts';

let mastodon: MastodonServer;
let pds: PdsImitation;
let meta: MetaServer;
let youtube: YouTubeServer;
let tiktok: TikTokServer;

const app = appInDocument(async () => {
  [mastodon, pds, meta, youtube, tiktok] = await Promise.all([
    startMastodonServer(),
    startPds(),
    startMetaServer(),
    startYouTube(),
    startTikTok(),
  ]);
  const { origin, site, tokenOrigin } = youtube.api;
  const platformApis = {
    facebook: { origin: meta.origin },
    youtube_shorts: { origin, site, tokenOrigin, figuresOrigin: origin },
    tiktok: { origin: tiktok.api.origin, site: tiktok.api.site },
  };
  return startTestAgent({ platformApis });
});
afterAll(() => Promise.all([mastodon, pds, meta, youtube, tiktok].map((server) => server?.close())));

const { press, fill } = app;
const list = accountsScreen(app);

beforeEach(() => {
  // How often it is asked whether the person has allowed it.
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

/** Goes through the steps to the fields; returns everything that was said on the way. */
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

/** Where the dialog sends the person to allow it. */
async function consentAddress() {
  await says('Waiting for you to press Authorize');
  return document.querySelector<HTMLAnchorElement>('[role=dialog] a[href*="state="]')?.href ?? '';
}
/** What the person's tab shows at last. */
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

  it.runIf(isFull)(
    'says why it must be connected again, checks, sends a test post, pauses, and asks before it disconnects',
    async () => {
      await openConnected('bluesky', 'Sky', {
        identifier: 'ada.test',
        appPassword: pds.account.appPassword,
        server: pds.origin,
      });
      pds.account.status = 'suspended';
      await list.chooseAction('Posting', 'Sky');
      await press('Check');
      await says('The platform no longer accepts the login, so posts are on hold.', 'suspended');
      pds.account.status = null;
      await app.user.keyboard('{Escape}');
      await says('Posts are on hold: connect again');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await press('Connect again: Sky');
      await press('Connect again', { inside: await topDialog() });
      await enterBluesky(pds.account.appPassword);
      await says('Posting as ada.test', 'Pause posting');
      await saysNoMore('no longer accepts');

      await press('Check');
      await says('The login works.');
      await press('Send a test post');
      await says('The test post was published, then deleted again.');
      expect(pds.posts.size).toBe(0);
      await press('Pause posting');
      await says('Posts are held back until you resume posting.', 'Resume posting');
      await press('Resume posting');
      await says('Pause posting');
      await press('Disconnect');
      await says('Disconnect Sky?', 'Scheduled posts come up as "Your turn" instead.');
      await press('Keep connected');
      await press('Disconnect');
      await says('Disconnect Sky?');
      await press('Disconnect', { inside: await topDialog() });
      await says('Sky is disconnected', 'The app password still works.', 'Open that page');
      await app.user.keyboard('{Escape}');
      await saysNoMore('Sky is disconnected');
      await says('Connect for posting');
    },
  );
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

  it.runIf(isFull)(
    'says what Mastodon holds before it disconnects or deletes the account, and takes it back',
    async () => {
      const posts = workspacePosts(app.agent.admin);
      const due = new Date(Date.now() + 36e5).toISOString();
      const accessToken = mastodon.tokenFor('ada', SCOPES);
      const account_id = await openConnected('mastodon', 'Elephant', { server: mastodon.origin, accessToken });
      const post = await posts.post([account_id], ['mastodon'], due, { caption: 'Rye' });
      const made = await fetch(`${mastodon.origin}/api/v1/statuses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'Rye', scheduled_at: due }),
      });
      const outgoing = { dueAt: due, parts: ['Rye'], media: [], options: {} };
      const held = { held_id: (await made.json()).id, held_until: due, retry_after: due, outgoing };
      const row = { scheduled_post_id: post, platform: 'mastodon', account_id, state: 'handed_over', ...held } as const;
      await app.agent.admin.from('post_deliveries').insert(row).throwOnError();
      await list.chooseAction('Posting', 'Elephant');
      await press('Disconnect');
      await says('Disconnect Elephant?', 'Mastodon holds 1 post of it, which is taken back first.');
      await press('Keep connected');
      await app.user.keyboard('{Escape}');
      await press('Delete Elephant');
      await says('Delete Elephant?', 'Mastodon holds 1 post of it, which is taken back first.');
      await press('Take back and delete', { inside: await topDialog() });
      await says('1 post taken back from Mastodon.', 'Account deleted');
      expect(mastodon.world.scheduled).toEqual([]);
    },
  );

  it.runIf(isFull)('takes a token instead, and asks before another account takes its place', async () => {
    const entry = { server: mastodon.origin, accessToken: mastodon.tokenFor('ada', SCOPES) };
    const id = await openConnected('mastodon', 'Elephant', entry);
    await says('500 characters, videos up to 103.8 MB, polls with 4 answers (asked now)');
    Object.assign(mastodon.world.options, { maxCharacters: 5000 });
    await list.chooseAction('Ask for its limits now', 'Elephant');
    await says('The limits of Elephant are up to date', '5,000 characters, videos up to');
    const channels = app.agent.admin.from('channels');
    await channels.update({ state: 'reconnect', problem: 'Gone' }).eq('account_id', id).throwOnError();
    await list.openAccounts('Elephant Mastodon');
    await press('Connect again: Elephant');
    await press('Connect again', { inside: await topDialog() });
    await press('Access token');
    const said = await readSteps();
    expect(said).toContain('Preferences, Development, New application');
    expect(said).toContain('write:statuses, write:media and write:favourites');
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
  'says what a login may not read and what the app needs for it, and asks for it with the renewal',
  async () => {
    const id = await openDialog('youtube_shorts', 'Clips');
    await readSteps();
    await fill('Client ID', CLIENT.id);
    await fill('Client secret', CLIENT.secret);
    const choice = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Also read figures' });
    expect(choice.getAttribute('aria-checked')).toBe('false');
    const hint = document.getElementById(choice.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toMatch(
      /^For watch time and shares\. Your Google project needs the YouTube Analytics API/,
    );
    await press('Continue');
    await tabAt(await youtube.decide(await consentAddress()));
    await says('Posting to Clips', 'No permission to read watch time and shares', 'Your Google project needs');
    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    await press('Renew with “Also read figures”');
    const address = await consentAddress();
    expect(decodeURIComponent(address)).toContain('yt-analytics.readonly');
    await tabAt(await youtube.decide(address));
    await saysNoMore('No permission to read');
    const { data } = await app.agent.admin
      .from('channels')
      .select('limits')
      .eq('account_id', id)
      .single()
      .throwOnError();
    expect(data.limits).not.toHaveProperty('lacks');
    open.mockRestore();
  },
);

it.runIf(isFull)(
  'on TikTok says what it allows, asks for the app, and connects once the person has allowed it',
  async () => {
    await openDialog('tiktok', 'Clips');
    const said = await readSteps();
    for (const text of ['Until TikTok has audited your app', 'http://127.0.0.1:*/api/channels/return'])
      expect(said).toContain(text);
    await press('Continue');
    await says('Enter the client key.', 'Enter the client secret.');
    await fill('Client key', APP.key);
    await fill('Client secret', APP.secret);
    await press('Continue');
    expect(await tabAt(await tiktok.decide(await consentAddress(), 'cancel'))).toContain('You did not allow it');
    await says('You did not allow it, so nothing was connected.');
    await press('Continue', { inside: await topDialog() });
    await tabAt(await tiktok.decide(await consentAddress(), 'allow'));
    await says('Posting to Clips', 'Posting as Ada');
    expect(document.body.innerHTML).not.toContain(APP.secret);
  },
);

describe('the steps', () => {
  const KEY = { name: 'Client key', text: 'key-1' };
  const SECRET = { name: 'Client secret', text: 'secret-1' };
  const field = async (label: string) => within(await topDialog()).findByLabelText<HTMLInputElement>(label);
  const close = async () => {
    await app.user.keyboard('{Escape}');
    await saysNoMore('Connect Clips for posting');
  };

  it.runIf(isFull)(
    'are one a page, continue where they were left, with all that was entered but secrets, and can be left for posting by hand',
    async () => {
      await openDialog('tiktok', 'Clips');
      await says('Step 1 of 6', 'Cost: Nothing.');
      expect(document.activeElement?.textContent).toContain('Log in to TikTok for Developers');
      await press('Next');
      await press('Next');
      await says('Step 3 of 6');
      expect(document.activeElement?.textContent).toContain('In Login Kit, enter this redirect URI');
      await saysNoMore('Cost: Nothing.');
      await press('Copy http://127.0.0.1:*/api/channels/return');
      await says('Copied http://127.0.0.1:*/api/channels/return');
      expect(await navigator.clipboard.readText()).toBe('http://127.0.0.1:*/api/channels/return');
      await close();
      await press('Continue connecting: Clips');
      await says('Step 3 of 6');
      await press('Back');
      await says('Step 2 of 6');

      await readSteps();
      for (const { name, text } of [KEY, SECRET]) await fill(name, text);
      await press('Back');
      await press('Next');
      expect((await field(SECRET.name)).value).toBe(SECRET.text);
      app.reload();
      await press('Continue connecting: Clips');
      expect((await field(KEY.name)).value).toBe(KEY.text);
      expect((await field(SECRET.name)).value).toBe('');
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET.text);
      while (screen.queryByRole('button', { name: 'Back' })) await press('Back');
      await press('I’ll post by hand');
      await says('At its time, each post for Clips comes up as “Your turn”', 'Clips TikTok You post by hand');
      await saysNoMore('Connect Clips for posting');
      await screen.findByRole('button', { name: 'Connect for posting: Clips' });
    },
  );
});
