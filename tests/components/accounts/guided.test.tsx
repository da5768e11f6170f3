import { waitFor, within } from '@testing-library/dom';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FACEBOOK_SCOPES } from '../../../server/features/publishing/platforms/facebook/publisher.ts';
import { APP_POLICIES } from '../../../shared/platforms/app-policies.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { accountsScreen, topDialog } from '../../helpers/component/accounts.tsx';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { isFull } from '../../helpers/depth.ts';
import { type LinkedInServer, startLinkedInServer } from '../../helpers/linkedin/imitation.ts';
import { type MetaServer, startMetaServer } from '../../helpers/meta/imitation.ts';

let linkedin: LinkedInServer;
let meta: MetaServer;

const app = appInDocument(async () => {
  [linkedin, meta] = await Promise.all([startLinkedInServer(), startMetaServer()]);
  return startTestAgent({ platformApis: { linkedin: { origin: linkedin.origin }, facebook: { origin: meta.origin } } });
});
afterAll(() => Promise.all([linkedin, meta].map((server) => server?.close())));

const { press, answer } = app;
const list = accountsScreen(app);

beforeEach(() => list.accounts.clear());

async function openDialog(platform: Platform, label: string) {
  const { id } = await list.accounts.insert({ platform, account_label: label });
  await list.openAccounts(label);
  await press(`Connect for posting: ${label}`);
  return id;
}
async function goTo(step: RegExp) {
  while (!step.test((await topDialog()).textContent ?? '')) await press('Next');
}
/** Pastes `text`, as a user does after copying it from the platform's console. */
async function paste(text: string) {
  await navigator.clipboard.writeText(text);
  await press('Paste');
}
const dialogSays = async (...words: string[]) => {
  const dialog = await topDialog();
  await waitFor(() => {
    for (const text of words) expect(dialog.textContent).toContain(text);
  });
};

describe('"Guide me"', () => {
  it('shows the step of the page that the window is at, takes the token from the clipboard, and closes the window', async () => {
    const at = (path: string) =>
      ({ state: 'open', page: { host: 'www.linkedin.com', path }, isMissing: false }) as const;
    let states: WritableStreamDefaultWriter<string> | undefined;
    answer(/^GET .*\/guide$/, () => {
      const events = new TransformStream<string, string>();
      states = events.writable.getWriter();
      return new Response(events.readable.pipeThrough(new TextEncoderStream()));
    });
    const turn = async (state: object) => {
      const writer = await waitFor(() => states ?? Promise.reject(new Error('The window is not followed.')));
      await writer.write(`event: window\ndata: ${JSON.stringify(state)}\n\n`);
    };
    const goTo = (path: string) => turn(at(path));
    const opened = answer(/^POST .*\/guide$/, at('/developers/apps/new'));
    const closed = answer(/^POST .*\/guide\/close$/, { state: 'none' });

    await openDialog('linkedin', 'Ada');
    await press('Access token');
    await says('Opens a browser window for this account');
    await press('Guide me');
    await dialogSays('The window is at www.linkedin.com.', 'Step 1 of 4');
    expect(opened).toEqual([expect.stringMatching(/"way":\d,"step":0/)]);
    await turn({ state: 'closed' });
    await dialogSays('The window was closed.', 'Open www.linkedin.com');
    states = undefined;
    await press('Open again');
    await dialogSays('The window is at www.linkedin.com.');
    await goTo('/developers/apps/1/settings');
    await dialogSays('Step 2 of 4', 'Share on LinkedIn');
    await goTo('/feed');
    await dialogSays('The guide does not know this page.', 'All written steps', 'Step 2 of 4');
    await goTo('/developers/tools/oauth/token-generator');
    await dialogSays('Step 3 of 4', 'From this page');
    await paste('86abcdefgh12ij');
    await dialogSays('This is the app’s client ID. Make a token');
    await paste(linkedin.addMember('Ada').token);
    await says('Posting to Ada');
    await waitFor(() => expect(closed).not.toEqual([]));
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
      await says('Step 3 of 4', 'You already have an app, so only these steps are left.', 'Guide me');
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
    await says('Filled in: App ID, App secret.', 'This is not the secret of this app.');
    // With the switch on, the clipboard is read whenever the user returns to the tab.
    await navigator.clipboard.writeText(secret);
    await app.user.click(within(await topDialog()).getByRole('switch'));
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
});
