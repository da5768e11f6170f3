import { fireEvent, waitFor, within } from '@testing-library/dom';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../../server/browser/puppeteer.ts';
import { FACEBOOK_SCOPES } from '../../../server/features/publishing/platforms/facebook/publisher.ts';
import { APP_POLICIES } from '../../../shared/platforms/app-policies.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { accountsScreen, topDialog } from '../../helpers/component/accounts.tsx';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { type ConsoleSite, pressOn, startConsoles } from '../../helpers/console-pages.ts';
import { isFull } from '../../helpers/depth.ts';
import { type LinkedInServer, startLinkedInServer } from '../../helpers/linkedin/imitation.ts';
import { type MetaServer, startMetaServer } from '../../helpers/meta/imitation.ts';
import { startXServer, type XServer } from '../../helpers/x/imitation.ts';

const LINKEDIN = 'www.linkedin.com/developers';

let linkedin: LinkedInServer;
let meta: MetaServer;
let x: XServer;
let consoles: ConsoleSite;
/** The page of the window at a console. */
let shown: Page | null = null;

const app = appInDocument(async () => {
  [linkedin, meta, x, consoles] = await Promise.all([
    startLinkedInServer(),
    startMetaServer(),
    startXServer(),
    startConsoles({
      [`${LINKEDIN}/apps/new`]: { title: 'Create an app', buttons: { 'Create app': `${LINKEDIN}/apps/1/settings` } },
      [`${LINKEDIN}/apps/1/settings`]: {
        title: 'Settings',
        buttons: { 'Token generator': `${LINKEDIN}/tools/oauth/token-generator`, Feed: 'www.linkedin.com/feed' },
      },
      [`${LINKEDIN}/tools/oauth/token-generator`]: {
        title: 'Token generator',
        buttons: { Moved: `${LINKEDIN}/moved` },
      },
      'www.linkedin.com/feed': { title: 'Feed', buttons: { Back: `${LINKEDIN}/apps/1/settings` } },
    }),
  ]);
  const platformApis = {
    linkedin: { origin: linkedin.origin },
    facebook: { origin: meta.origin },
    twitter: { origin: x.origin },
  };
  const person = (page: Page) => {
    shown = page;
  };
  return startTestAgent({ platformApis }, { person, consoleSite: consoles.origin });
});
afterAll(() => Promise.all([linkedin, meta, x, consoles].map((server) => server?.close())));

const { press, answer } = app;
const list = accountsScreen(app);

beforeEach(async () => {
  shown = null;
  await list.accounts.clear();
});

async function openDialog(platform: Platform, label: string) {
  const { id } = await list.accounts.insert({ platform, account_label: label });
  await list.openAccounts(label);
  await press(`Connect for posting: ${label}`);
  return id;
}
async function goTo(step: RegExp) {
  while (!step.test((await topDialog()).textContent ?? '')) await press('Next');
}
/** As the person copies it in the console and comes back. */
async function paste(text: string) {
  await navigator.clipboard.writeText(text);
  await press('Paste');
}
const inConsole = async (button: string) => {
  const page = await waitFor(() => shown ?? Promise.reject(new Error('There is no window.')), { timeout: 30_000 });
  await pressOn(page, button);
};
const slow = { timeout: 30_000 };
const dialogSays = async (...words: string[]) => {
  const dialog = await topDialog();
  await waitFor(() => {
    for (const text of words) expect(dialog.textContent).toContain(text);
  }, slow);
};

describe('"Guide me"', () => {
  it('shows the step of the page that the window is at, takes the token from the clipboard, and closes the window', async () => {
    const at = (path: string) =>
      ({ state: 'open', page: { host: 'www.linkedin.com', path }, isMissing: false }) as const;
    const events = new TransformStream<string, string>();
    const states = events.writable.getWriter();
    const goTo = (path: string) => states.write(`event: window\ndata: ${JSON.stringify(at(path))}\n\n`);
    const opened = answer(/^POST .*\/guide$/, at('/developers/apps/new'));
    answer(/^GET .*\/guide$/, () => new Response(events.readable.pipeThrough(new TextEncoderStream())));
    const closed = answer(/^POST .*\/guide\/close$/, { state: 'none' });

    await openDialog('linkedin', 'Ada');
    await press('Access token');
    await says('Opens a window of this account');
    await press('Guide me');
    await dialogSays('The window is at www.linkedin.com.', 'Step 1 of 4');
    expect(opened).toEqual([expect.stringMatching(/"way":\d,"step":0/)]);
    await goTo('/developers/apps/1/settings');
    await dialogSays('Step 2 of 4', 'Share on LinkedIn');
    await goTo('/feed');
    await dialogSays('The guide does not know this page.', 'All steps in words', 'Step 2 of 4');
    await goTo('/developers/tools/oauth/token-generator');
    await dialogSays('Step 3 of 4', 'From this page');
    await paste('86abcdefgh12ij');
    await dialogSays('This is the app’s client ID. Make a token');
    await paste(linkedin.addMember('Ada').token);
    await says('Posting to Ada');
    await waitFor(() => expect(closed).not.toEqual([]));
  });

  it.runIf(isFull)(
    'walks beside the person from page to page, takes the token from the clipboard, connects and closes the window',
    async () => {
      const id = await openDialog('linkedin', 'Ada');
      await press('Access token');
      await says('Opens a window of this account');
      await press('Access token');
      await press('Guide me');
      await dialogSays('The window is at www.linkedin.com.', 'Step 1 of 4');
      await inConsole('Create app');
      await dialogSays('Step 2 of 4', 'Share on LinkedIn');
      await inConsole('Feed');
      await dialogSays('The guide does not know this page.', 'All steps in words', 'Step 2 of 4');
      await inConsole('Back');
      await dialogSays('The window is at www.linkedin.com.');
      await inConsole('Token generator');
      await dialogSays('Step 3 of 4', 'From this page');
      await paste('86abcdefgh12ij');
      await dialogSays('This is the app’s client ID. Make a token');
      await paste(linkedin.addMember('Ada').token);
      await says('Posting to Ada');
      await waitFor(async () => {
        expect(await (await app.agent.call(`/api/accounts/${id}/guide`)).json()).toEqual({ state: 'none' });
      }, slow);
    },
  );

  it.runIf(isFull)('says that a page is gone or the window closed, and goes on by hand', async () => {
    await openDialog('linkedin', 'Ada');
    await press('Access token');
    await press('Guide me');
    await dialogSays('The window is at');
    await inConsole('Create app');
    await dialogSays('Step 2 of 4');
    await press('Back');
    await dialogSays('Step 1 of 4');
    await press('Next');
    await inConsole('Token generator');
    await dialogSays('Step 3 of 4');
    await shown?.click('::-p-text(Moved)');
    await dialogSays('All steps in words');
    await shown?.close();
    await dialogSays('The window was closed.', 'Open www.linkedin.com');
    await press('Open again');
    await dialogSays('The window is at www.linkedin.com.');
    await press('Close the window');
    await saysNoMore('The window is at');
    await press('Guide me');
    await dialogSays('The window is at');
  });

  it.runIf(isFull)(
    'is not offered where Google would refuse it, which is said, and begins a renewal at what is left',
    async () => {
      await openDialog('youtube_shorts', 'Clips');
      await says('Google’s pages open in your own browser', 'Open console.cloud.google.com');
      await saysNoMore('Guide me');
      const account = await list.accounts.insert({ platform: 'linkedin', account_label: 'Ada' });
      const { token } = linkedin.addMember('Ada');
      const entry = { platform: 'linkedin', accessToken: token };
      expect((await app.agent.call(`/api/accounts/${account.id}/channel`, { body: entry })).status).toBe(200);
      await app.agent.admin.from('channels').update({ state: 'reconnect' }).eq('account_id', account.id).throwOnError();
      await list.openAccounts('connect again');
      await press('Connect again: Ada');
      await press('Connect again', { inside: await topDialog() });
      await says('Step 3 of 4', 'Your app is still there: only these steps are left.', 'Guide me');
      await paste(token);
      await says('Posting as Ada');
    },
  );
});

describe('pasted keys', () => {
  it('of Meta are tried at once, and what is wrong is named with its remedy', async () => {
    meta.addPage('Ada Bakes');
    const { id, secret } = meta.world.app;
    await openDialog('facebook', 'Page');
    await goTo(/Step 3 of/);
    await press('Copy text: A privacy policy for your app');
    expect(await navigator.clipboard.readText()).toBe(APP_POLICIES.privacy.text);
    await paste(`App ID ${id}\nApp secret ${'0'.repeat(32)}`);
    await says('Taken: App ID, App secret.', 'This is not the secret of this app.');
    await paste(secret);
    await says('Meta knows this app ID and its app secret.');
    await goTo(/Step 4 of/);
    await paste(meta.userToken(FACEBOOK_SCOPES.slice(1)).value);
    await says('The token lacks pages_show_list. In the Graph API Explorer, add it');
    const token = meta.userToken(FACEBOOK_SCOPES, 3600).value;
    await paste(token);
    await says('Posting to Page', 'Posting as Ada Bakes');
    expect(document.body.innerHTML).not.toContain(token);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret);
  });

  it.runIf(isFull)('of X are taken while the person comes and goes, and swapped ones are put right', async () => {
    const text = (sign: string, length: number) => sign.repeat(length);
    const keys = {
      apiKey: text('k', 25),
      apiSecret: text('s', 50),
      accessToken: `17-${text('t', 40)}`,
      accessTokenSecret: text('u', 45),
    };
    x.addUser('ada', { keys });
    await openDialog('twitter', 'Ada');
    await goTo(/Keys and tokens/);
    await navigator.clipboard.writeText(keys.apiKey);
    await app.user.click(within(await topDialog()).getByRole('switch'));
    await says('Taken: API Key.');
    await navigator.clipboard.writeText('nothing of the kind');
    window.dispatchEvent(new Event('focus'));
    await navigator.clipboard.writeText(keys.apiSecret);
    window.dispatchEvent(new Event('focus'));
    await says('X knows this API Key and its secret.');
    await goTo(/Enter the four keys here/);
    const field = async (label: string) => within(await topDialog()).findByLabelText(label);
    fireEvent.input(await field('Access Token'), { target: { value: keys.accessTokenSecret } });
    fireEvent.input(await field('Access Token Secret'), { target: { value: keys.accessToken } });
    await press('Connect');
    await says('Posting as @ada');
  });
});
