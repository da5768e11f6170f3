import { describe, expect, it } from 'vitest';
import { type BrowserSetup, launchOptions } from '../../../server/browser/launch-options.ts';

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
    ['not unless somebody asks', {}, {}, true, false],
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
