import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, expect, it, vi } from 'vitest';
import { type AccountBrowserOptions, withAccountBrowser } from '../../../../server/browser/account-browser.ts';
import { waitForLogIn } from '../../../../server/features/accounts/log-in.ts';
import { createLoginWindows } from '../../../../server/features/accounts/login-windows.ts';
import { type PlatformSite, platformSite } from '../../../../server/features/accounts/platform-sites.ts';
import { settledState } from '../../../../server/features/accounts/site-state.ts';
import { fileFolder } from '../../../helpers/file-folder.ts';
import { serve } from '../../../helpers/loopback.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { readSession, savedSessions, writeSession } from '../../../helpers/saved-sessions.ts';

/** A platform of which only the session cookie is known. */
const server = ofFile(() =>
  serve(({ url }, response) => {
    if (url === '/enter') response.setHeader('set-cookie', 'li_at=fresh; Path=/; HttpOnly; Max-Age=3600');
    response.setHeader('content-type', 'text/html').end('<title>A platform</title>');
  }),
);
const dataDir = await fileFolder();
let site: PlatformSite;
let options: AccountBrowserOptions;

beforeAll(() => {
  const url = server.origin;
  site = { ...platformSite('linkedin', ''), url, loginUrl: `${url}/login` };
  options = {
    dataDir,
    sessions: savedSessions(dataDir),
    accountId: randomUUID(),
    purpose: 'a test',
    host: { env: process.env, hasScreen: false, isRoot: process.getuid?.() === 0 },
    headful: false,
    siteUrl: url,
    signal: new AbortController().signal,
    keepsSession: false,
  };
});

it('is over when the platform has set a new cookie of its session, in whichever tab', async () => {
  const { accountId, signal } = options;
  const old = { name: 'li_at', value: 'old', domain: '127.0.0.1', path: '/', secure: false, httpOnly: true };
  await writeSession(dataDir, accountId, [{ ...old, expires: Date.now() / 1000 + 3600 }]);
  await withAccountBrowser(options, async (given) => {
    const enter = async () => {
      expect((await settledState(given.page, site, 0)).isSignedIn).toBe(false);
      await (await given.browser.newPage()).goto(`${site.url}/enter`);
    };
    let entered: Promise<void> | undefined;
    const onOpen = () => {
      entered = enter();
    };
    await waitForLogIn(given, { site, hasSession: true, signal, onOpen });
    // The cookie is set before its page has loaded, and closing the browser now would abort that load with an error.
    await entered;
    // The log-in page means that a log-in is needed, although the cookie is set.
    await given.page.goto(site.loginUrl);
    expect(await settledState(given.page, site, 0)).toEqual({ isSignedIn: false, stop: 'login' });
    await given.page.goto(site.url);
    expect(await settledState(given.page, site, 0)).toEqual({ isSignedIn: true, stop: null });
  });
  expect(await readSession(dataDir, accountId)).toMatchObject([{ name: 'li_at', value: 'fresh' }]);
});

it('ends without a log-in when nobody comes', async () => {
  const { sessions, host } = options;
  const deps = { dataDir, sessions, host, workspace: 'mine', log: pino({ level: 'silent' }), person: () => undefined };
  const windows = createLoginWindows({ ...deps, limitMs: 100 });
  const accountId = randomUUID();
  await windows.open(accountId, site, () => Promise.reject(new Error('nobody logged in')));
  await vi.waitUntil(() => windows.state(accountId).state === 'failed', { timeout: 20_000 });
  expect(windows.state(accountId)).toMatchObject({ error: expect.stringContaining('Nobody logged in within') });
  await windows.close();
});
