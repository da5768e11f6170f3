import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byRole, fill, openBrowser, type TestBrowser, waitForPath, waitForText } from '../helpers/browser.ts';
import { processesOn, type StartedCli, startCli, stopCli } from '../helpers/cli.ts';
import { watchFaults } from '../helpers/console-watch.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

const ACCOUNT = { email: 'me@example.com', password: 'correct horse' };

/**
 * The product's main workflow as a user goes through it, on the built program, from the set-up link to signing out.
 * Each step builds on the previous one, and no error may occur on the way, not even in the browser's console.
 */
describe('from nothing to posts in the timeline', () => {
  let dataDir: string;
  let agent: StartedCli;
  let sources: SourceServer;
  let browser: TestBrowser;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'local-agent-main-job-'));
    [agent, sources, browser] = await Promise.all([startCli(dataDir), startSourceServer(), openBrowser()]);
    page = await browser.newPage();
    faults = watchFaults(page);
  });
  afterAll(async () => {
    await Promise.all([agent && stopCli(agent), sources?.close(), browser?.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const open = (path: string) => page.goto(new URL(path, agent.report.url).href);

  it('makes the first account with the set-up link and signs in', async () => {
    await open('/');
    await waitForText(page, 'This workspace has no account yet');
    await page.goto(agent.report.setupLink ?? '');
    await waitForText(page, 'Create your account');
    expect(new URL(page.url()).hash).toBe('');
    await fill(page, 'Email', ACCOUNT.email);
    await fill(page, 'Password', ACCOUNT.password);
    await fill(page, 'Repeat password', ACCOUNT.password);
    await byRole(page, 'button', 'Create account').click();
    await waitForPath(page, '/');
    await waitForText(page, 'Welcome to', 'No activity yet. Start by creating your first content!');
  });

  it('generates posts from a niche and two articles', async () => {
    await byRole(page, 'link', 'Content Creator').click();
    await waitForText(page, 'Create New Content Project');
    await fill(page, 'Niche Name *', 'Home baking');
    await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
    await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
    await byRole(page, 'checkbox', 'Instagram').click();
    await byRole(page, 'checkbox', 'X/Twitter').click();
    await byRole(page, 'button', 'Generate & Schedule').click();
    await waitForText(page, 'Content Generated! 🎉', 'Check the Scheduler page!');
  });

  it('shows the posts with their pictures and their place in the timeline', async () => {
    await byRole(page, 'link', 'Scheduler').click();
    await waitForText(page, 'Scheduled Posts Timeline (3)', 'Scheduled for: ');
    await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
      for (const picture of pictures) picture.loading = 'eager';
      return pictures.length >= 3 && pictures.every((picture) => picture.complete && picture.naturalWidth === 1080);
    });
    const times = await page.$$eval('li[data-post] p:first-child > time', (elements) =>
      elements.map((element) => element.dateTime),
    );
    expect(new Set(times).size).toBe(times.length);
  });

  it('counts it all on the dashboard, which shows the activity', async () => {
    await byRole(page, 'link', 'Dashboard').click();
    await waitForText(page, 'Posts Scheduled 3', 'Content Created 3', 'Active Accounts 0');
    await page.waitForFunction(() => !document.body.textContent.includes('No activity yet'));
    expect(faults).toEqual([]);
  });

  it('signs out', async () => {
    await byRole(page, 'button', 'Logout').click();
    await waitForPath(page, '/auth');
    await waitForText(page, 'Signed out', 'Successfully logged out');
    await open('/scheduler');
    await waitForPath(page, '/auth');
  });

  it('stops at Ctrl+C and leaves no process', async () => {
    expect(await stopCli(agent, 'SIGINT')).toMatchObject({ code: 0, stderr: expect.stringContaining('Stopping…\n') });
    expect(await processesOn(dataDir)).toEqual([]);
  });
});
