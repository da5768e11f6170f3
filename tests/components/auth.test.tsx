import { createClient } from '@supabase/supabase-js';
import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { appInDocument, isAt, SESSION_KEY, says, saysNoMore } from '../helpers/component/app.tsx';
import { SPECIFIED } from '../helpers/component/specified.ts';

const TOKEN = /POST .*\/auth\/v1\/token/;

const app = appInDocument();
const { open, press, fail, hold, letGo, reload, signIn } = app;

const password = (label = 'Password') => screen.findByLabelText<HTMLInputElement>(label);
const focused = () => document.activeElement?.getAttribute('name');

it('the first account takes a good set-up link, an address, and a password of 6 characters twice', async () => {
  // The response for a workspace without an account; tests/e2e/main-job.test.ts starts with a real one.
  fail(/GET .*\/api\/setup$/, { status: 200, body: { needed: true } });
  await open('/', null);
  await says('This workspace has no account yet', 'Open the set-up link from your terminal');

  const before = history.length;
  await open('/auth#setup=not-the-token', null);
  await says('Create your account');
  // The token stays neither in the address nor in the history.
  await isAt('/auth');
  expect(history.length).toBe(before);
  await press('Create account');
  await says('Enter your e-mail address, such as you@example.com.', 'Enter at least 6 characters.');
  expect((await password()).type).toBe('password');
  await press('Show password');
  expect((await password()).type).toBe('text');
  async function create(first: string, repeated: string) {
    for (const [label, text] of Object.entries({
      Email: 'me@example.com',
      Password: first,
      'Repeat password': repeated,
    }))
      await app.fill(label, text);
    await press('Create account');
  }
  await create('short', 'other');
  await says('Enter at least 6 characters.', 'The passwords do not match.');
  await create('correct horse', 'correct horse');
  await says('Account not created');
});

it('signing in checks what was entered, says what is wrong, and goes on to the page first asked for', async () => {
  const before = history.length;
  hold(/config\.json/);
  await open('/templates', null);
  await says('Loading...');
  letGo();
  await says('Sign in to your account');
  await isAt('/auth');
  expect([history.length, document.title]).toEqual([before, 'Sign in · Local Agent']);
  const question = await screen.findByText('Forgotten your password?');
  await app.user.click(question);
  expect(question.closest('details')?.open).toBe(true);
  await says('On the machine that runs Local Agent, run: local-agent users set-password <email>');

  await app.fill('Password', '12345');
  await press('Sign In');
  await says('Enter your e-mail address', 'Enter at least 6 characters.');
  expect(focused()).toBe('email');
  expect(app.asked.filter((request) => TOKEN.test(request))).toEqual([]);

  await app.fill('Email', app.account.email);
  await app.fill('Password', 'not this one');
  await press('Sign In');
  await says('Email or password is wrong.', ...SPECIFIED['Sign-in: failure'], 'Invalid login credentials');
  expect([focused(), (await password()).getAttribute('aria-invalid')]).toEqual(['password', 'true']);
  await app.fill('Password', app.account.password);
  await saysNoMore('Email or password is wrong.');
  fail(TOKEN, { status: 500, body: { message: '' } });
  await press('Sign In');
  await says('Login failed Error');
  letGo();

  hold(TOKEN);
  await press('Sign In');
  await says('Please wait...');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Please wait...' }).disabled).toBe(true);
  letGo();
  await isAt('/templates');
  await says('Content Style Templates', ...SPECIFIED['Sign-in: success']);
  reload();
  await says('Content Style Templates');
});

it('the sign-in is offered instead of a set-up link once there is an account, and left where there is a session', async () => {
  await open('/auth#setup=whatever', null);
  await says('Local Agent', 'Sign in to your account');
  await isAt('/auth');
  await open('/auth');
  await isAt('/');
});

it('signing out forgets where the person was, and one tab signs out the others', async () => {
  await open('/settings');
  fail(/POST .*\/auth\/v1\/logout/);
  await press('Logout');
  await says(...SPECIFIED['Sign-out: failure'], 'The database is full.');
  await isAt('/settings');
  letGo();
  await press('Logout');
  await says(...SPECIFIED['Sign-out: success']);
  await isAt('/auth');
  expect(Object.keys(localStorage)).not.toContain(SESSION_KEY);
  await signIn();
  await isAt('/');

  const { publishableKey } = app.agent.agent.connection;
  const otherTab = createClient(app.agent.url, publishableKey, { auth: { storageKey: SESSION_KEY } });
  await waitFor(async () => expect((await otherTab.auth.getSession()).data.session).not.toBeNull());
  await otherTab.auth.signOut();
  await isAt('/auth');
});
