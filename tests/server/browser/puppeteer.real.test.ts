import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BrowserSetup } from '../../../server/browser/launch-options.ts';
import { scriptPuppeteer } from '../../../server/browser/puppeteer.ts';
import { isFull } from '../../helpers/depth.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { findTestBrowser } from '../../helpers/find-test-browser.ts';

const untouched = { launch: puppeteer.launch, executablePath: puppeteer.executablePath };
const folder = await fileFolder();
let setup: BrowserSetup;
const notes: string[] = [];
let launch: ReturnType<typeof scriptPuppeteer>['launch'];

beforeAll(async () => {
  const { shell } = await findTestBrowser();
  setup = {
    executablePath: join(folder, 'browser'),
    missing: null,
    shell,
    hasScreen: false,
    headful: false,
    sandbox: true,
    profiles: folder,
  };
  launch = scriptPuppeteer(setup, { note: (text) => notes.push(text), launched: async () => undefined }).launch;
});
// The Puppeteer whose `launch` is replaced is shared by the whole process.
afterAll(() => Object.assign(puppeteer, untouched));

/** Makes the browser a shell script with these commands; "$@" are its arguments. */
async function becomes(commands: string): Promise<void> {
  await writeFile(setup.executablePath, `#!/bin/sh\n${commands}\n`);
  await chmod(setup.executablePath, 0o755);
}

it('a browser that does not start is quoted', async () => {
  await becomes('echo "browser: error while loading shared libraries: libnss3.so: cannot open" >&2; exit 127');
  await expect(launch()).rejects.toThrow(/The browser .* did not start\. .*libnss3\.so: cannot open/);
  expect(notes).toEqual([]);
});

it('a browser that did not start, and does when it is looked at, is started once more', async () => {
  const { executablePath } = await findTestBrowser();
  const tried = join(folder, 'tried');
  await becomes(`[ -e "${tried}" ] || { touch "${tried}"; exit 1; }\nexec "${executablePath}" --no-sandbox "$@"`);
  const browser = await launch();
  onTestFinished(() => browser.close());
  expect([browser.connected, notes]).toEqual([true, []]);
});

it('but no third time', async () => {
  const { executablePath } = await findTestBrowser();
  // Only a launch for diagnosis has a profile of this name.
  const examined = `case "$*" in *examined-*) exec "${executablePath}" --no-sandbox "$@";; esac`;
  const launches = join(folder, 'launches');
  await becomes(`${examined}\necho >> "${launches}"; exit 1`);
  await expect(launch()).rejects.toThrow(/did not start\. \w*Error: /);
  expect(await readFile(launches, 'utf8')).toBe('\n\n');
});

it('a browser that the system gives no sandbox runs without, and that is said', async () => {
  const { executablePath } = await findTestBrowser();
  const complaint = '[1:1:1121/1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! See the docs.';
  await becomes(`case "$*" in *--no-sandbox*) exec "${executablePath}" "$@";; esac\necho "${complaint}" >&2; exit 1`);
  const browser = await launch();
  onTestFinished(() => browser.close());
  expect([browser.connected, notes]).toEqual([true, [expect.stringMatching(/does not allow Chrome's sandbox/)]]);
});

it.runIf(isFull)('a browser whose first page never comes is ended, and another one takes its place', async () => {
  Object.assign(puppeteer, untouched);
  const { executablePath } = await findTestBrowser();
  const launched: Browser[] = [];
  const ofScripts = scriptPuppeteer(
    { ...setup, executablePath, sandbox: false },
    {
      note: () => undefined,
      // Simulates a page whose process dies before it has answered anything.
      launched: (browser) => (launched.push(browser) === 1 ? new Promise(() => undefined) : Promise.resolve()),
    },
    1_000,
  );
  const browser = await ofScripts.launch();
  onTestFinished(() => browser.close());
  expect(launched).toHaveLength(2);
  expect(browser).toBe(launched[1]);
  expect(await (await browser.newPage()).evaluate('6 * 7')).toBe(42);
  await expect.poll(() => launched[0]?.process()?.signalCode).toBe('SIGKILL');
});
