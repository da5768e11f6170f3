import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { UiConfig } from '../../shared/agent/agent-api.ts';
import type { Database } from '../../shared/workspace/database.ts';
import { byRole, fill, openBrowser, type TestBrowser, waitForPath, waitForText } from '../helpers/browser.ts';
import { processesOn, runCli, type StartedCli, startCli, stopCli } from '../helpers/cli.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';
import { TABLES } from '../helpers/tables.ts';

const ACCOUNT = { email: 'me@example.com', password: 'correct horse' };
/**
 * The product's main job as one person does it, on the built program, from the set-up link to signing out. Each step
 * builds on the one before.
 */
describe('from nothing to posts in the timeline', () => {
  let dataDir: string;
  let agent: StartedCli;
  let sources: SourceServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'local-agent-main-job-'));
    [agent, sources, browser] = await Promise.all([startCli(dataDir), startSourceServer(), openBrowser()]);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await Promise.all([agent && stopCli(agent), sources?.close(), browser?.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  /** An account that signs in but is no member, as one that was removed from the workspace by hand. */
  async function makeStranger(url: string) {
    const account = { email: 'stranger@example.com', password: 'let me in please' };
    const added = await runCli(['users', 'add', account.email, '--password-stdin', '--json', '--data-dir', dataDir], {
      input: account.password,
    });
    const { secretKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
    const { error } = await client(url, secretKey).from('members').delete().eq('user_id', JSON.parse(added.stdout).id);
    expect(error).toBeNull();
    return account;
  }

  const open = (path: string) => page.goto(new URL(path, agent.report.url).href);

  it('makes the first account with the set-up link and signs in', async () => {
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

  it('refuses the set-up link a second time', async () => {
    const stranger = await browser.newPage();
    await stranger.goto(agent.report.setupLink ?? '');
    await waitForText(stranger, 'Sign in to your account');
    await stranger.close();
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

  it('copies a post', async () => {
    await page.browserContext().overridePermissions(agent.report.url, ['clipboard-read', 'clipboard-sanitized-write']);
    await page.locator('article button ::-p-text(Copy)').click();
    await waitForText(page, 'Copied to clipboard!');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [caption, hashtags] = splitAtLastBlankLine(copied);
    expect(await page.$eval('article', (article) => article.textContent)).toContain(caption.split('\n')[0]);
    expect(hashtags).toMatch(/^#\S+( #\S+)*$/);
  });

  it('counts it all on the dashboard, which shows the activity', async () => {
    await open('/');
    await waitForText(page, 'Posts Scheduled 3', 'Content Created 3', 'Active Accounts 0');
    await page.waitForFunction(() => !document.body.textContent.includes('No activity yet'));
  });

  it('makes no second set of posts when the day is full, unless asked: then one', async () => {
    const { code, stdout } = await runCli(['generate', '--json', '--data-dir', dataDir]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, created: 1 });
    const posts = await runCli(['posts', 'list', '--json', '--data-dir', dataDir]);
    expect(JSON.parse(posts.stdout)).toHaveLength(4);
  });

  it('shows nothing to the public key, nor to a signed-in stranger, and takes nothing from them', async () => {
    const config: UiConfig = await (await fetch(`${agent.report.url}/config.json`)).json();
    const anon = client(config.supabaseUrl, config.supabaseKey);
    const stranger = client(config.supabaseUrl, config.supabaseKey);
    const signedIn = await stranger.auth.signInWithPassword(await makeStranger(config.supabaseUrl));
    expect(signedIn.error).toBeNull();
    for (const visitor of [anon, stranger]) {
      for (const table of TABLES) expect((await visitor.from(table).select('*')).data ?? [], table).toEqual([]);
      const written = await visitor.from('puppeteer_scripts').insert({ name: 'evil', code: 'evil' });
      expect(written.error?.code).toBe('42501');
      const { data } = await visitor.from('scheduled_posts').delete().not('id', 'is', null).select();
      expect(data ?? []).toEqual([]);
      expect((await visitor.storage.from('media-assets').list()).data ?? []).toEqual([]);
    }
    const posts = await runCli(['posts', 'list', '--json', '--data-dir', dataDir]);
    expect(JSON.parse(posts.stdout)).toHaveLength(4);
  });

  it('signs out', async () => {
    await byRole(page, 'button', 'Logout').click();
    await waitForPath(page, '/auth');
    await waitForText(page, 'Signed out', 'Successfully logged out');
    await open('/scheduler');
    await waitForPath(page, '/auth');
  });

  it('stops when asked and leaves no process', async () => {
    const { code } = await stopCli(agent);
    expect(code).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
  });
});

function client(url: string, key: string) {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  });
}

function splitAtLastBlankLine(text: string): [string, string] {
  const at = text.lastIndexOf('\n\n');
  return [text.slice(0, at), text.slice(at + 2)];
}
