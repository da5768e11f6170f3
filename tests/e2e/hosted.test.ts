import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { byRole, fill, openBrowser, signIn, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { runHere, type StartedCli, startCli, stopCli } from '../helpers/cli.ts';
import { addQuickMember } from '../helpers/database.ts';
import { freePort } from '../helpers/free-port.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';
import { newWorkspace } from '../helpers/workspace.ts';

const ACCOUNT = { email: 'me@example.com', password: 'correct horse' };

/**
 * The main job on a hosted project. Another agent's embedded backend is the project, so that nothing but its own origin
 * is imitated.
 */
describe('an agent on the Supabase project of another', () => {
  let folder: string;
  let project: StartedCli;
  let agent: StartedCli;
  let settings: Record<string, string>;
  let sources: SourceServer;
  let browser: TestBrowser;
  let page: Page;
  /** What the browser refused because of its origin or our content security policy. */
  const blocked: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-agent-hosted-'));
    // Postgres under root runs as another user, who has to get in.
    await chmod(folder, 0o711);
    const port = String(await freePort());
    const projectDir = await newWorkspace(join(folder, 'project'));
    project = await startCli(projectDir, ['--allow-origin', `http://127.0.0.1:${port}`]);
    await addQuickMember(projectDir, ACCOUNT);
    const keys = JSON.parse(await readFile(join(projectDir, 'keys.json'), 'utf8'));
    settings = {
      LOCAL_AGENT_SUPABASE_URL: project.report.url,
      LOCAL_AGENT_SUPABASE_KEY: keys.publishableKey,
      LOCAL_AGENT_SUPABASE_SECRET_KEY: keys.secretKey,
    };
    agent = await startCli(join(folder, 'agent'), ['--port', port], { env: settings });
    [sources, browser] = await Promise.all([startSourceServer(), openBrowser()]);
    page = await browser.newPage();
    page.on('console', (message) => {
      if (/blocked|content security policy|CORS/i.test(message.text())) blocked.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([sources?.close(), agent && stopCli(agent)]);
    if (project) await stopCli(project);
    await rm(folder, { recursive: true, force: true });
  });

  it('signs in, generates posts and shows them with their pictures, all from the project', async () => {
    await signIn(page, agent.report.url, ACCOUNT);
    await byRole(page, 'link', 'Content Creator').click();
    await fill(page, 'Niche Name *', 'Home baking');
    await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
    await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
    await byRole(page, 'checkbox', 'Instagram').click();
    await byRole(page, 'button', 'Generate & Schedule').click();
    await waitForText(page, 'Content Generated! 🎉');
    await byRole(page, 'link', 'Scheduler').click();
    await waitForText(page, 'Scheduled Posts Timeline (3)');
    await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
      for (const picture of pictures) picture.loading = 'eager';
      return pictures.length >= 3 && pictures.every((picture) => picture.complete && picture.naturalWidth === 1080);
    });
    const origins = await page.$$eval('article img', (images) =>
      images.map((image) => new URL(image.currentSrc).origin),
    );
    expect(new Set(origins)).toEqual(new Set([project.report.url]));
    expect(blocked).toEqual([]);
  });

  it('previews the coming week with the function of the project', async () => {
    await byRole(page, 'button', 'Preview the coming week').click();
    await waitForText(page, 'The coming week', 'the AI Autopilot is off', 'Home baking · ');
    await page.keyboard.press('Escape');
    expect(blocked).toEqual([]);
  });

  it('generates and lists from the terminal with the secret key', async () => {
    const here = ['--json', '--data-dir', join(folder, 'agent')];
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const made = await runHere(['generate', ...here]);
    expect([made.code, JSON.parse(made.stdout)]).toMatchObject([0, { success: true, created: 1 }]);
    const listed = await runHere(['posts', 'list', ...here]);
    expect(JSON.parse(listed.stdout)).toHaveLength(4);
  });
});
