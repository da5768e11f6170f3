import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { COOKIE_FILE_MAX_BYTES, type LoginState } from '../../../shared/accounts/account-session.ts';
import { accountsScreen, topDialog, WARMUP_PART } from '../../helpers/component/accounts.tsx';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { deferred } from '../../helpers/deferred.ts';
import { readSession, writeSession } from '../../helpers/saved-sessions.ts';

const LOGIN = (method: string) => new RegExp(`^${method} .*/login$`);
const COOKIES = /^POST .*\/cookies$/;
const CHECK = /^POST .*\/check$/;
const LOGIN_POLL_MS = 1_500;
const EXPIRED = 'The login has expired. Log in again.';

const app = appInDocument();
const { press, answer, letGo } = app;
const list = accountsScreen(app);
const { chooseAction } = list;

beforeEach(() => list.accounts.clear());

/** Simulates an agent with an open log-in window in the given state. */
function windowStands(state: () => LoginState) {
  hurry(LOGIN_POLL_MS);
  answer(LOGIN('POST'), () => ({ state: 'open' }));
  answer(LOGIN('GET'), state);
}

/** A session cookie as Cookie-Editor exports it. */
const exported = (value: string, name = 'sessionid') =>
  JSON.stringify([
    { domain: '.instagram.com', hostOnly: false, httpOnly: true, name, path: '/', session: true, value },
  ]);
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox');
/** Replaces the content of the field. */
async function paste(text: string) {
  // The previous attempt may still be in progress.
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').readOnly).toBe(false));
  await app.user.clear(await field());
  await app.user.click(await field());
  await app.user.paste(text);
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openImport() {
  const { id } = await list.accounts.insert();
  await list.openAccounts('IG_Main Instagram');
  await chooseAction('Import cookies');
  await says('Import cookies for IG_Main');
  return id;
}

it('"Log in" says why it came to nothing, is called off with "Cancel", and is followed over a reload until it is done', async () => {
  const { id } = await list.accounts.insert({ warmup_status: 'failed', warmup_held_reason: 'challenge' });
  let state: LoginState = { state: 'none' };
  windowStands(() => state);
  await list.openAccounts('Automatic warm-ups are paused. Instagram wants to make sure it’s you.');
  state = { state: 'failed', error: 'The window was closed before you were logged in.' };
  await press('Log in again: IG_Main');
  await says('Login failed. The window was closed before you were logged in.');
  await press('Import cookies');
  await says('Import cookies for IG_Main');
  await press('Cancel', { inside: await topDialog() });
  await isClosed();
  await press('Dismiss');
  await saysNoMore('Login failed.');

  state = { state: 'open' };
  await press('Log in again: IG_Main');
  await says('Log in using the window that opened.');
  letGo();
  await press('Cancel');
  await saysNoMore('Log in using the window that opened.');
  windowStands(() => state);
  await press('Log in again: IG_Main');
  await says('Log in using the window that opened.', 'Cancel');
  app.reload();
  await says('Log in using the window that opened.', 'Cancel');
  await list.accounts.change(id, { is_logged_in: true, warmup_held_reason: null });
  state = { state: 'done' };
  await says('IG_Main is logged in on this machine', `${WARMUP_PART} Logged in Never warmed up Warm Up`);
  await saysNoMore('paused');
});

describe('the import of cookies', () => {
  it('says what is wrong beside what was pasted, logs in with what is right, and takes a file of at most 1 MB', async () => {
    const id = await openImport();
    await says('Cookie-Editor', 'EditThisCookie', 'cookies.txt', 'They stay on this machine');
    await press('Import');
    await says('Paste the cookies, or choose a file.');
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    await paste(exported('1', 'csrftoken'));
    await press('Import');
    await says('The login cookie for Instagram (sessionid) is missing');
    expect((await field()).value).toBe(exported('1', 'csrftoken'));

    await paste(exported('1'));
    const checked = deferred<void>();
    answer(COOKIES, async () => {
      await checked.promise;
      await list.accounts.change(id, { is_logged_in: true });
      return { loggedIn: true, reason: null, cookies: 1 };
    });
    await press('Import');
    await says('Checking...', 'Opening the account with these cookies.');
    checked.resolve();
    await isClosed();
    await says('IG_Main is logged in with 1 imported cookie', `${WARMUP_PART} Logged in`);
    letGo();

    // A file, first chosen, then dropped.
    await chooseAction('Import cookies');
    await says('Import cookies for IG_Main');
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]');
    for (const [name, text, words] of [
      ['large.json', 'x'.repeat(COOKIE_FILE_MAX_BYTES + 1), 'This is 1.1 MB; the limit is 1 MB'],
      ['cookies.txt', '127.0.0.1\tFALSE\t/\tFALSE\t0\tsessionid\t1\n', 'cookies.txt, 1 KB'],
    ] as const) {
      if (input) await app.user.upload(input, new File([text], name, { type: 'text/plain' }));
      await says(words);
    }
    const files = [new File([exported('ended')], 'export.json')];
    fireEvent.drop(await field(), { dataTransfer: { files, types: ['Files'] } });
    await says('export.json, 1 KB');
    expect((await field()).value).toBe(exported('ended'));
    answer(COOKIES, () => ({ loggedIn: false, reason: EXPIRED }));
    await press('Import');
    await says(EXPIRED);
  });
});

it('"Check login" tells whether the account is still logged in, and offers a log-in where it is not', async () => {
  const { id } = await list.accounts.insert({ is_logged_in: true });
  await list.openAccounts('IG_Main Instagram');
  answer(CHECK, () => ({ loggedIn: true, reason: null }));
  await chooseAction('Check login');
  await says('Login checked IG_Main is still logged in', `${WARMUP_PART} Logged in`);
  letGo();
  answer(CHECK, async () => {
    await list.accounts.change(id, { is_logged_in: false });
    return { loggedIn: false, reason: EXPIRED };
  });
  windowStands(() => ({ state: 'open' }));
  await chooseAction('Check login');
  await says(EXPIRED, `${WARMUP_PART} Not logged in`);
  const notice = document.querySelector<HTMLElement>('li[data-variant]') ?? undefined;
  await press('Log in', notice && { inside: notice });
  await says('Log in using the window that opened.');
});

it('the undo of a deletion leaves the account logged in', async () => {
  const { id } = await list.accounts.insert({ is_logged_in: true });
  const cookie = { name: 'sessionid', value: '1', domain: '127.0.0.1', path: '/', secure: false, httpOnly: true };
  await writeSession(app.agent.dataDir, id, [{ ...cookie, expires: Date.now() / 1000 + 86_400 }]);
  await list.openAccounts('IG_Main Instagram');
  await press('Delete IG_Main');
  await says('Account deleted');
  await app.hasAnswers(/^DELETE .*\/session$/);
  await press('Undo');
  await says('Account restored', `${WARMUP_PART} Logged in`);
  expect(await readSession(app.agent.dataDir, id)).toMatchObject([{ name: 'sessionid' }]);
});
