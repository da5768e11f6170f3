import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountBrowser,
  type AccountBrowserOptions,
  withAccountBrowser,
} from '../../../server/browser/account-browser.ts';
import { makeScratch, sweepScratch } from '../../../server/browser/browser-scratch.ts';
import { diagnoseLaunch } from '../../../server/browser/launch-failure.ts';
import { claimProfile, hasProfile, openProfile, profilesOf } from '../../../server/browser/profiles.ts';
import type { SessionCookie } from '../../../server/browser/sessions.ts';
import { putCookies } from '../../../server/browser/site-cookies.ts';
import { freezeChrome } from '../../helpers/chrome-processes.ts';
import { processesOn } from '../../helpers/cli.ts';
import { deferred } from '../../helpers/deferred.ts';
import { everyNth, isFull } from '../../helpers/depth.ts';
import { inTime } from '../../helpers/in-time.ts';
import { serve } from '../../helpers/loopback.ts';
import { readSession, savedSessions, sessionFile, writeSession } from '../../helpers/saved-sessions.ts';

const HOST = { env: process.env, hasScreen: false, isRoot: process.getuid?.() === 0 };

let dataDir: string;
let site: Awaited<ReturnType<typeof serve>>;
let siteUrl: string;
let accountId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-agent-test-'));
  site = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${request.headers.cookie ?? 'no cookies'}</title>`);
  });
  siteUrl = site.origin;
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  accountId = randomUUID();
});
afterEach(async () => {
  expect([await processesOn(accountId), await scratchFolders()]).toEqual([[], []]);
});

/** The temporary folders of this data directory's browsers. */
async function scratchFolders(): Promise<string[]> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`la-browser-${hash}-`));
}

function options(change: Partial<AccountBrowserOptions> = {}): AccountBrowserOptions {
  const signal = new AbortController().signal;
  const sessions = savedSessions(dataDir);
  return { dataDir, sessions, accountId, siteUrl, purpose: 'a test', host: HOST, headful: false, signal, ...change };
}

const cookie = (name: string, value: string): SessionCookie => ({
  name,
  value,
  domain: '127.0.0.1',
  path: '/',
  expires: Math.round(Date.now() / 1000) + 3600,
  secure: false,
  httpOnly: true,
});

describe('a browser of an account', () => {
  it('has the saved session, keeps what the site changes in it, and refuses another browser', async () => {
    await writeSession(dataDir, accountId, [cookie('sessionid', 'one')]);
    await withAccountBrowser(options({ purpose: 'a warm-up' }), async ({ browser, page }) => {
      const second = withAccountBrowser(options(), async () => 'opened');
      await expect(second).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('a warm-up') });
      expect(await page.evaluate(() => confirm('Really?')), 'dialogs are dismissed').toBe(false);
      await page.goto(siteUrl);
      expect(await page.title()).toBe('sessionid=one');
      await putCookies(browser, [cookie('rotated', 'two'), { ...cookie('other', 'x'), domain: '.example.com' }]);
    });
    const saved = await readSession(dataDir, accountId);
    expect(saved?.map(({ name, value }) => `${name}=${value}`).sort()).toEqual(['rotated=two', 'sessionid=one']);
    expect((await stat(sessionFile(dataDir, accountId))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'sessions'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'profiles', accountId))).mode & 0o777).toBe(0o700);
    // The profile is unlocked again, and can be removed with everything in it.
    await (await openProfile(dataDir, accountId, 'a test')).remove();
    expect(await hasProfile(dataDir, accountId)).toBe(false);
  });

  it('ends at once when it is told to, whatever the page does', async () => {
    const ending = new AbortController();
    const work = withAccountBrowser(options({ signal: ending.signal }), async ({ page }) => {
      setTimeout(() => ending.abort(new Error('stopped')), 50);
      await page.evaluate(() => {
        for (;;);
      });
    });
    await expect(work).rejects.toThrow('stopped');
  });

  it('ends while it is still starting, with the session as it was', async () => {
    const saved = [{ ...cookie('sessionid', 'one'), expires: -1 }];
    await writeSession(dataDir, accountId, saved);
    const ending = new AbortController();
    const work = withAccountBrowser(options({ signal: ending.signal }), async () => 'opened');
    ending.abort(new Error('stopped'));
    await expect(work).rejects.toThrow('stopped');
    expect(await readSession(dataDir, accountId)).toEqual(saved);
  });

  const LOSSES: [string, (given: AccountBrowser) => unknown, object][] = [
    ['the browser dies', ({ browser }) => browser.process()?.kill('SIGKILL'), { name: 'AccountBrowserLost' }],
    [
      'the page crashes',
      ({ page }) => void page.goto('chrome://crash').catch(() => undefined),
      { part: 'page_crashed' },
    ],
    ['the window is closed', ({ page }) => page.close(), { part: 'window_closed' }],
  ];
  it.each(everyNth(LOSSES, 2))('fails the work when %s', async (_when, act, lost) => {
    const work = withAccountBrowser(options(), async (given) => {
      await act(given);
      return new Promise(() => undefined);
    });
    await expect(work).rejects.toMatchObject(lost);
  });

  it('opens a profile that a killed process left locked, with its browser still on it', async () => {
    const profile = await openProfile(dataDir, accountId, 'a test');
    await profile.close();
    await writeFile(join(profile.folder, 'SingletonLock'), 'elsewhere-1');
    // That the agent's own lock ends with its process is tested in agent-lock.real.test.ts.
    const wait = 'setInterval(() => undefined, 1000)';
    const orphan = spawn(process.execPath, ['-e', wait, '--', `--user-data-dir=${profile.folder}`]);
    const gone = once(orphan, 'exit');
    await once(orphan, 'spawn');
    await expect(withAccountBrowser(options(), async () => 'opened')).resolves.toBe('opened');
    expect(await gone).toEqual([null, 'SIGKILL']);
  });

  it("leaves another user's folder alone that has such a name", async () => {
    const scratch = await makeScratch(dataDir);
    const planted = `${scratch}-planted`;
    await mkdir(planted);
    await symlink(planted, scratch.replace(/.{6}$/, 'linked'));
    await sweepScratch(dataDir);
    expect((await stat(planted)).isDirectory()).toBe(true);
    await Promise.all([rm(planted, { recursive: true }), rm(scratch.replace(/.{6}$/, 'linked'))]);
  });

  it('leaves nothing to the next start of an agent that was killed', async () => {
    const scratch = await makeScratch(dataDir);
    const env = { ...process.env, TMPDIR: scratch };
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { env });
    const gone = once(orphan, 'exit');
    await once(orphan, 'spawn');
    await sweepScratch(dataDir);
    expect([await gone, await scratchFolders()]).toEqual([[null, 'SIGKILL'], []]);
  });

  it('needs a screen to show a window', async () => {
    const work = withAccountBrowser(options({ headful: true }), async () => 'opened');
    await expect(work).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/import/i) });
  });

  it('touches no file for what is no id', async () => {
    const before = await readdir(dataDir);
    const work = withAccountBrowser(options({ accountId: '../x' }), async () => 'opened');
    await expect(work).rejects.toMatchObject({ code: 'bad_input' });
    expect(await readdir(dataDir)).toEqual(before);
  });

  it('knows the profiles of its workspace from those of others', async () => {
    const other = randomUUID();
    await claimProfile(dataDir, accountId, 'mine');
    await claimProfile(dataDir, other, 'other');
    expect(await profilesOf(dataDir, 'mine')).toEqual([accountId]);
  });

  it('reads no session from a damaged file', async () => {
    await writeSession(dataDir, accountId, [cookie('sessionid', 'one')]);
    await writeFile(sessionFile(dataDir, accountId), (await readFile(sessionFile(dataDir, accountId))).subarray(0, 20));
    expect(await readSession(dataDir, accountId)).toBeNull();
  });
});

// Chrome's processes are found in Linux's /proc. Each test waits for timeouts.
describe.runIf(isFull && process.platform === 'linux')('a browser that answers nothing any more', () => {
  async function expectEnd(work: Promise<unknown>, stop = () => {}): Promise<unknown> {
    stop();
    const end = await inTime(work.catch((error: unknown) => error));
    await (await openProfile(dataDir, accountId, 'a test')).close();
    return end;
  }

  it('ends when its work is done, with the session as it was', async () => {
    const saved = [cookie('sessionid', 'one')];
    await writeSession(dataDir, accountId, saved);
    const frozen = deferred();
    const work = withAccountBrowser(options(), async () => {
      await freezeChrome(accountId);
      frozen.resolve();
      return 'done';
    });
    await frozen.promise;
    expect([await expectEnd(work), await readSession(dataDir, accountId)]).toEqual(['done', saved]);
  });

  it('is not waited for when it is asked why it does not start', async () => {
    const examined = diagnoseLaunch(await failingBrowser(), false, dataDir);
    expect(await expectEnd(examined)).toMatchObject({ words: 'cannot start' });
    expect(await processesOn(HELPER)).toEqual([]);
  });
});

it.runIf(isFull)(
  'a browser that is killed before its first page is noticed at once, and started once more',
  async () => {
    const program = join(dataDir, `dying-${accountId}`);
    const launches = join(dataDir, `launches-${accountId}`);
    // Answers every command like a browser without pages, then dies, unless it runs for diagnoseLaunch.
    const script = `#!${process.execPath}
const { appendFileSync, createReadStream, createWriteStream } = require('node:fs');
const isExamined = process.argv.some((one) => one.includes('examined-'));
if (!isExamined) appendFileSync(${JSON.stringify(launches)}, '.');
const answers = createWriteStream(null, { fd: 4 });
createReadStream(null, { fd: 3 }).on('data', (data) => {
  for (const { id } of String(data).split('\\0').filter(Boolean).map((one) => JSON.parse(one)))
    answers.write(JSON.stringify({ id, result: { browserContextIds: [] } }) + '\\0');
  if (!isExamined) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200);
});`;
    await writeFile(program, script, { mode: 0o755 });
    const host = { ...HOST, env: { ...process.env, PUPPETEER_EXECUTABLE_PATH: program } };
    const visit = withAccountBrowser(options({ host }), async () => undefined);
    await expect(inTime(visit)).rejects.toThrow('It ended while it was starting.');
    expect(await readFile(launches, 'utf8')).toBe('..');
  },
);

/** The helper process that a failed browser leaves behind; the command line is unique to this test run. */
const HELPER = `sleep 9${process.pid}`;

/** A program that fails and leaves a helper process, which keeps the inherited file descriptors open. */
async function failingBrowser(): Promise<string> {
  const program = join(dataDir, `chrome-${accountId}`);
  await writeFile(program, `#!/bin/sh\n${HELPER} &\necho cannot start >&2\nexit 1\n`, { mode: 0o755 });
  return program;
}
