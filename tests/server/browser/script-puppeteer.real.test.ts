import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { afterEach, expect, it } from 'vitest';
import { scriptPuppeteer } from '../../../server/browser/puppeteer.ts';
import { findTestBrowser } from '../../helpers/find-test-browser.ts';

const { launch, executablePath } = puppeteer;
afterEach(() => Object.assign(puppeteer, { launch, executablePath }));

it('a browser whose first page never comes is ended, and another one takes its place', async () => {
  const { executablePath: path, shell } = await findTestBrowser();
  const launched: Browser[] = [];
  const ofScripts = scriptPuppeteer(
    {
      executablePath: path,
      shell,
      missing: null,
      hasScreen: false,
      headful: false,
      sandbox: false,
      profiles: await mkdtemp(join(tmpdir(), 'local-agent-profiles-')),
    },
    {
      note: () => undefined,
      // As when the page's process dies before it has answered anything.
      launched: (browser) => (launched.push(browser) === 1 ? new Promise(() => undefined) : Promise.resolve()),
    },
    1_000,
  );
  const browser = await ofScripts.launch();
  try {
    expect(launched).toHaveLength(2);
    expect(browser).toBe(launched[1]);
    expect(await (await browser.newPage()).evaluate('6 * 7')).toBe(42);
    await expect.poll(() => launched[0]?.process()?.signalCode).toBe('SIGKILL');
  } finally {
    await browser.close();
  }
});
