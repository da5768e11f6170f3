import { createClient } from '@supabase/supabase-js';
import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { appInDocument, isAt, SESSION_KEY, says, saysNoMore } from '../helpers/component/app.tsx';

const app = appInDocument();
const { open, press, fail, hold, letGo, reload, signIn } = app;

const password = (label = 'Password') => screen.findByLabelText<HTMLInputElement>(label);

describe('the first account', () => {
  // What the agent of a workspace without an account answers; it makes one in tests/e2e/first-run.test.ts.
  beforeEach(() => fail(/GET .*\/api\/setup$/, { status: 200, body: { needed: true } }));

  async function create(email: string, first: string, repeated: string) {
    for (const [label, text] of Object.entries({ Email: email, Password: first, 'Repeat password': repeated })) {
      await app.user.clear(await password(label));
      await app.user.type(await password(label), text);
    }
    await press('Create account');
  }

  it('asks for the set-up link when the page was opened without it', async () => {
    await open('/', null);
    await says('This workspace has no account yet', 'Open the set-up link from your terminal');
  });

  it('takes the token out of the address at once, and keeps it out of the history', async () => {
    const before = history.length;
    await open('/auth#setup=token', null);
    await says('Create your account');
    await isAt('/auth');
    expect(history.length).toBe(before);
  });

  it('says what is wrong with a link that is not good', async () => {
    await open('/auth#setup=not-the-token', null);
    await create('me@example.com', 'correct horse', 'correct horse');
    await says('Account not created');
  });

  it('asks for an address, a password of 6 characters, and the same one again', async () => {
    await open('/auth#setup=token', null);
    await press('Create account');
    await says('Enter your e-mail address, such as you@example.com.', 'Enter at least 6 characters.');
    await create('me@example.com', 'short', 'other');
    await says('Enter at least 6 characters.', 'The passwords do not match.');
  });

  it('shows the password on request', async () => {
    await open('/auth#setup=token', null);
    expect((await password()).type).toBe('password');
    await press('Show password');
    expect((await password()).type).toBe('text');
  });
});

describe('signing in', () => {
  it('says "Loading..." while the session is checked, then goes to /auth in this history entry', async () => {
    const before = history.length;
    hold(/config\.json/);
    await open('/scheduler', null);
    await says('Loading...');
    letGo();
    await says('Sign in to your account');
    await isAt('/auth');
    expect([history.length, document.title]).toEqual([before, 'Sign in · Local Agent']);
  });

  it('goes on to the page first asked for, and keeps the session over a reload', async () => {
    await open('/templates', null);
    await signIn();
    await isAt('/templates');
    await says('Content Style Templates');
    reload();
    await says('Content Style Templates');
  });

  it('is offered instead of what a set-up link leads to, once there is an account', async () => {
    await open('/auth#setup=whatever', null);
    await says('Local Agent', 'Sign in to your account');
    await isAt('/auth');
  });

  it('is left when there is a session already', async () => {
    await open('/auth');
    await isAt('/');
  });

  it('reads "Please wait..." until it is answered', async () => {
    hold(/POST .*\/auth\/v1\/token/);
    await open('/auth', null);
    await signIn();
    await says('Please wait...');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Please wait...' }).disabled).toBe(true);
    letGo();
    await isAt('/');
  });

  it('asks for an address and a password of at least 6 characters before it sends anything', async () => {
    await open('/auth', null);
    await app.user.type(await password(), '12345');
    await press('Sign In');
    await says('Enter your e-mail address', 'Enter at least 6 characters.');
    expect(document.activeElement?.getAttribute('name')).toBe('email');
    expect(app.asked.filter((request) => request.includes('/auth/v1/token'))).toEqual([]);
  });

  it('says how to get a new password', async () => {
    await open('/auth', null);
    const question = await screen.findByText('Forgotten your password?');
    await app.user.click(question);
    expect(question.closest('details')?.open).toBe(true);
    await says('On the machine that runs Local Agent, run: local-agent users set-password <email>');
  });

  it('says beside the field that e-mail or password is wrong, until it is corrected', async () => {
    await open('/auth', null);
    await signIn({ ...app.account, password: 'not this one' });
    await says('Email or password is wrong.', 'Login failed');
    const field = screen.getByLabelText('Password');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await app.fill('Password', app.account.password);
    await saysNoMore('Email or password is wrong.');
  });
});

describe('signing out', () => {
  it('forgets where the person was: the next sign-in starts at /', async () => {
    await open('/settings');
    await press('Logout');
    await says('Signed out', 'Successfully logged out');
    await isAt('/auth');
    expect(Object.keys(localStorage)).not.toContain(SESSION_KEY);
    await signIn();
    await isAt('/');
  });

  it('in one tab signs out the others', async () => {
    await open('/accounts');
    await says('Social Media Accounts');
    const { publishableKey } = app.agent.agent.connection;
    const otherTab = createClient(app.agent.url, publishableKey, { auth: { storageKey: SESSION_KEY } });
    await waitFor(async () => expect((await otherTab.auth.getSession()).data.session).not.toBeNull());
    await otherTab.auth.signOut();
    await isAt('/auth');
  });
});
