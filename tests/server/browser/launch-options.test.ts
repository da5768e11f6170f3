import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findBrowser, type SearchPlace } from '../../../server/browser/find-browser.ts';
import { usualBrowserPaths } from '../../../server/browser/installed-browsers.ts';
import { type BrowserSetup, launchOptions } from '../../../server/browser/launch-options.ts';
import { testFolder } from '../../helpers/file-folder.ts';

const setup: BrowserSetup = {
  executablePath: '/usr/bin/chromium',
  missing: null,
  shell: false,
  hasScreen: true,
  headful: false,
  sandbox: true,
  profiles: '/scratch',
};

describe('the options of a launch', () => {
  it('take executable, pipe and profile, and keep the rest', () => {
    const asked = {
      executablePath: '/other',
      channel: 'chrome',
      browser: 'firefox',
      userDataDir: '/other',
      pipe: false,
      debuggingPort: 9222,
      slowMo: 5,
      args: ['--lang=de', '--user-data-dir=/other', '--remote-debugging-port=1', '--headless=old'],
    } as const;
    const { options } = launchOptions({ ...asked, args: [...asked.args] }, setup, 2);
    expect(options).toMatchObject({ executablePath: '/usr/bin/chromium', pipe: true, slowMo: 5, headless: true });
    expect(options.userDataDir).toMatch(/^.scratch.profile-2$/);
    expect(options).not.toHaveProperty('channel');
    expect(options).not.toHaveProperty('browser');
    expect(options).not.toHaveProperty('debuggingPort');
    expect(options.args?.filter((arg) => /lang|user-data|remote|headless/.test(arg))).toEqual(['--lang=de']);
  });

  it.each([
    ['as the script asks', { headless: false }, {}, false, false],
    ['as the person asks', { headless: true }, { headful: true }, false, false],
    ['not without a screen', { headless: false }, { hasScreen: false }, true, true],
    ['not with a browser that has none', { devtools: true }, { shell: true }, 'shell', true],
  ] as const)('show a window %s', (_when, asked, changes, headless, windowless) => {
    const launch = launchOptions(asked, { ...setup, ...changes }, 1);
    expect([launch.options.headless, launch.windowless]).toEqual([headless, windowless]);
  });

  it('go without the sandbox only where there is none', () => {
    expect(launchOptions({}, setup, 1).options.args).not.toContain('--no-sandbox');
    const { args } = launchOptions({ args: ['--no-sandbox'] }, { ...setup, sandbox: false }, 1).options;
    expect(args?.filter((arg) => arg === '--no-sandbox')).toHaveLength(1);
  });
});

let folder: string;
let place: SearchPlace;
beforeEach(async () => {
  folder = await testFolder();
  // An architecture for which @sparticuz/chromium has no browser.
  place = { platform: 'linux', arch: 'arm64', home: join(folder, 'home') };
});

async function program(...parts: string[]): Promise<string> {
  const path = join(folder, ...parts);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, 0o755);
  return path;
}

const cached = (version: string) =>
  program('home', '.cache', 'puppeteer', 'chrome', `linux-${version}`, 'chrome-linux64', 'chrome');

describe('the browser that is taken', () => {
  it('is the one that was chosen, before all others', async () => {
    const chosen = await program('mine', 'chrome');
    await cached('150.0.1.0');
    const found = { executablePath: chosen, source: 'chosen', shell: false, env: {} };
    expect(await findBrowser({ PUPPETEER_EXECUTABLE_PATH: chosen }, place)).toEqual(found);
  });

  it('is not another when the chosen one is missing', async () => {
    await cached('150.0.1.0');
    const finding = findBrowser({ PUPPETEER_EXECUTABLE_PATH: join(folder, 'gone') }, place);
    await expect(finding).rejects.toThrow(/PUPPETEER_EXECUTABLE_PATH is .*gone, but there is no program there/);
  });

  it("is the newest of Puppeteer's cache, then an installed one", async () => {
    const installed = await program('bin', 'chromium');
    const env = { PATH: join(folder, 'bin') };
    expect(await findBrowser(env, place)).toMatchObject({ executablePath: installed, source: 'installed' });
    await cached('99.0.4844.51');
    const newest = await cached('150.0.7871.100');
    expect(await findBrowser(env, place)).toMatchObject({ executablePath: newest, source: 'cache' });
  });

  it('may lie in another cache', async () => {
    const elsewhere = await program('cache', 'chrome', 'linux-150.0.1.0', 'chrome-linux64', 'chrome');
    const env = { PUPPETEER_CACHE_DIR: join(folder, 'cache') };
    expect(await findBrowser(env, place)).toMatchObject({ executablePath: elsewhere });
  });

  it('is nothing that cannot be run', async () => {
    await mkdir(join(folder, 'bin', 'google-chrome'), { recursive: true });
    await writeFile(join(folder, 'bin', 'chromium'), 'text');
    await expect(findBrowser({ PATH: join(folder, 'bin') }, place)).rejects.toThrow(
      /No browser was found.*local-agent browser install/,
    );
  });
});

describe('where browsers are looked for', () => {
  it.each([
    [
      'win32',
      'C:\\Users\\me',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
    ],
    [
      'darwin',
      '/Users/me',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  ] as const)('on %s', (platform, home, first, own) => {
    const env = { PROGRAMFILES: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' };
    const paths = usualBrowserPaths({ platform, home, env });
    expect(paths[0]).toBe(first);
    expect(paths).toContain(own);
  });

  it('on Linux, Chrome before Chromium, and never relative to the working folder', () => {
    const paths = usualBrowserPaths({ platform: 'linux', home: '/home/me', env: { PATH: '/usr/bin:.:/opt/bin' } });
    expect(paths[0]).toBe('/usr/bin/google-chrome-stable');
    expect(paths.indexOf('/opt/bin/google-chrome')).toBeLessThan(paths.indexOf('/usr/bin/chromium'));
    expect(paths.every((path) => path.startsWith('/'))).toBe(true);
  });
});
