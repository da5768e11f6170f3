import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Page } from '../../../../server/browser/puppeteer.ts';
import {
  type ConsoleWindows,
  type ConsoleWindowsDeps,
  createConsoleWindows,
} from '../../../../server/features/publishing/guided/console-windows.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { type ConsoleSite, pressOn, startConsoles } from '../../../helpers/console-pages.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { savedSessions } from '../../../helpers/saved-sessions.ts';

const LINKEDIN = 'https://www.linkedin.com/developers';

let site: ConsoleSite;
let dataDir: string;
let accountId: string;
let windows: ConsoleWindows;
let person: Promise<Page>;

beforeAll(async () => {
  site = await startConsoles({
    'www.linkedin.com/developers/apps/new': {
      title: 'Create an app',
      buttons: {
        'Create app': 'www.linkedin.com/developers/apps/1/settings?secret=1#top',
        'Continue with Google': 'accounts.google.com/o/oauth2/auth',
      },
    },
    'www.linkedin.com/developers/apps/1/settings': { title: 'Settings' },
    'www.linkedin.com/developers/tools': '->www.linkedin.com/uas/login',
    'www.linkedin.com/uas/login': { title: 'Log in' },
    'accounts.google.com/o/oauth2/auth': { title: 'Sign in' },
  });
});
afterAll(() => site.close());
beforeEach(async () => {
  dataDir = await testFolder();
  accountId = randomUUID();
});
afterEach(async () => {
  await windows.close();
  expect(await processesOn(dataDir)).toEqual([]);
});

function open(deps: Partial<ConsoleWindowsDeps> = {}) {
  const shown = deferred<Page>();
  person = shown.promise;
  windows = createConsoleWindows({
    dataDir,
    sessions: savedSessions(dataDir),
    workspace: 'mine',
    host: { env: process.env, hasScreen: false, isRoot: process.getuid?.() === 0 },
    log: pino({ level: 'silent' }),
    person: shown.resolve,
    consoleSite: site.origin,
    ...deps,
  });
  return windows;
}
const openPage = (path: string) => windows.open(accountId, `${LINKEDIN}${path}`, undefined);
const at = (path: string, isMissing = false) => ({
  state: 'open',
  page: { host: 'www.linkedin.com', path },
  isMissing,
});
const becomes = (state: object) =>
  vi.waitFor(() => expect(windows.state(accountId)).toEqual(state), { timeout: 30_000 });

it('a window at a console is followed by its address alone, opens other pages in place, and is closed', async () => {
  open();
  expect(windows.state(accountId)).toEqual({ state: 'none' });
  const told: object[] = [];
  const unfollow = windows.follow(accountId, (state) => void told.push(state));
  expect(await openPage('/apps/new')).toEqual(at('/developers/apps/new'));
  await pressOn(await person, 'Create app');
  await becomes(at('/developers/apps/1/settings'));
  expect([told[0], told.at(-1)]).toEqual([at('/developers/apps/new'), at('/developers/apps/1/settings')]);
  unfollow();
  expect(await openPage('/moved')).toEqual(at('/developers/moved', true));
  expect(await openPage('/tools')).toEqual(at('/uas/login'));
  expect(await windows.cancel(accountId)).toEqual({ state: 'none' });
});

it('it is over at a log-in page of Google, which is never opened, and where a page or a screen cannot be reached', async () => {
  open();
  await openPage('/apps/new');
  await (await person).click('::-p-text(Continue with Google)').catch(() => undefined);
  await becomes({ state: 'google' });
  await expect(windows.open(accountId, 'https://accounts.google.com/', undefined)).rejects.toMatchObject({
    code: 'conflict',
  });
  await windows.close();
  open({ consoleSite: 'http://127.0.0.1:1' });
  const error = expect.stringContaining('www.linkedin.com could not be opened');
  expect(await openPage('/apps/new')).toMatchObject({ state: 'failed', error });
  await windows.close();
  open({ person: undefined });
  await expect(openPage('/apps/new')).rejects.toMatchObject({ code: 'unavailable' });
});
