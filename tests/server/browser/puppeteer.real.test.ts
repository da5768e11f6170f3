import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserSetup } from '../../../server/browser/launch-options.ts';
import { scriptPuppeteer } from '../../../server/browser/puppeteer.ts';
import { findTestBrowser } from '../../helpers/find-test-browser.ts';

let folder: string;
let setup: BrowserSetup;
const notes: string[] = [];
let launch: ReturnType<typeof scriptPuppeteer>['launch'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-launch-'));
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
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Makes the browser a program that does this; "$@" are its arguments. */
async function becomes(commands: string): Promise<void> {
  await writeFile(setup.executablePath, `#!/bin/sh\n${commands}\n`);
  await chmod(setup.executablePath, 0o755);
}

it('a browser that does not start is quoted', async () => {
  await becomes('echo "browser: error while loading shared libraries: libnss3.so: cannot open" >&2; exit 127');
  await expect(launch()).rejects.toThrow(/The browser .* did not start\. .*libnss3\.so: cannot open/);
  expect(notes).toEqual([]);
});

it('a browser that starts at the second try is not said to have a reason, nor waited for', async () => {
  const { executablePath } = await findTestBrowser();
  const tried = join(folder, 'tried');
  await becomes(`[ -e "${tried}" ] || { touch "${tried}"; exit 1; }\nexec "${executablePath}" --no-sandbox "$@"`);
  await expect(launch()).rejects.toThrow(/did not start\. \w*Error: /);
});

it('a browser that the system gives no sandbox runs without, and that is said', async () => {
  const { executablePath } = await findTestBrowser();
  const complaint = '[1:1:1121/1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! See the docs.';
  await becomes(`case "$*" in *--no-sandbox*) exec "${executablePath}" "$@";; esac\necho "${complaint}" >&2; exit 1`);
  const browser = await launch();
  try {
    expect(browser.connected).toBe(true);
    expect(notes).toEqual([expect.stringMatching(/no sandbox/)]);
  } finally {
    await browser.close();
  }
});
