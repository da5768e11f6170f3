import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareDataDirectory } from '../../server/data-directory/data-directory.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { startFoundAgent, startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, fill, openBrowser, signIn, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { runHere } from '../helpers/cli.ts';
import { isFull } from '../helpers/depth.ts';
import { freePort } from '../helpers/free-port.ts';
import { ofFile } from '../helpers/of-file.ts';
import { PNG } from '../helpers/png.ts';
import { startSourceServer } from '../helpers/source-server.ts';
import { emptyWorkspace } from '../helpers/workspace.ts';

/**
 * The main job on a hosted project. Another agent's embedded backend is the project, so that nothing but its own origin
 * is imitated.
 */
describe('an agent on the Supabase project of another', () => {
  const sources = ofFile(startSourceServer);
  let project: TestAgent;
  let agent: TestAgent;
  let keys: { publishableKey: string; secretKey: string };
  let browser: TestBrowser;
  let page: Page;
  /** What the browser refused because of its origin or our content security policy. */
  const blocked: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    project = await startTestAgent({ allowedOrigins: [`http://127.0.0.1:${port}`] });
    keys = JSON.parse(await readFile(join(project.dataDir, 'keys.json'), 'utf8'));
    const supabase = { supabaseUrl: project.url, supabaseKey: keys.publishableKey, supabaseSecretKey: keys.secretKey };
    const dataDir = await emptyWorkspace();
    await prepareDataDirectory(dataDir);
    agent = await startFoundAgent({ dataDir, ...supabase, port });
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (/blocked|content security policy|CORS/i.test(message.text())) blocked.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await agent?.close();
    await project?.close();
  });

  /** The addresses without their paths of the pictures of posts, which are this wide, once the Scheduler shows them. */
  async function pictureOrigins(width: number): Promise<Set<string>> {
    await byRole(page, 'link', 'Scheduler').click();
    await waitForText(page, 'Scheduled Posts Timeline (1)');
    await page.waitForFunction(
      (wanted) => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
        for (const picture of pictures) picture.loading = 'eager';
        return (
          pictures.length > 0 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth === wanted)
        );
      },
      {},
      width,
    );
    const addresses = await page.$$eval('article img', (images) => images.map(({ currentSrc }) => currentSrc));
    return new Set(addresses.map((address) => new URL(address).origin));
  }

  it('signs in and shows a post with its picture, all from the project', async () => {
    const { admin } = project;
    await admin.storage.from(MEDIA_BUCKET).upload('loaf.png', PNG, { contentType: 'image/png' });
    const media = [{ path: 'loaf.png', url: '', kind: 'image' as const, width: 1, height: 1 }];
    const post = { content_type: 'image', caption: 'Bread', status: 'scheduled', media } as const;
    const { data } = await admin.from('generated_content').insert(post).select('id').single().throwOnError();
    const place = { content_id: data.id, scheduled_time: '2031-01-16T14:30:00Z' };
    await admin.from('scheduled_posts').insert(place).throwOnError();
    await signIn(page, agent.url, await project.addMember());
    expect(await pictureOrigins(1)).toEqual(new Set([project.url]));
    await admin.from('generated_content').delete().eq('id', data.id).throwOnError();
    expect(blocked).toEqual([]);
  });

  // What an agent makes in the project of others is asked of link.real.test.ts, and the walk of main-job.test.ts.
  it.runIf(isFull)('generates a post and shows it with its pictures, all from the project', async () => {
    await byRole(page, 'link', 'Content Creator').click();
    await fill(page, 'Niche Name *', 'Home baking');
    await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
    await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
    await byRole(page, 'checkbox', 'Instagram').click();
    await byRole(page, 'combobox', 'Posts Per Day *').click();
    await byRole(page, 'option', '1 post per day').click();
    await byRole(page, 'button', 'Generate & Schedule').click();
    await waitForText(page, 'Content Generated! 🎉');
    expect(await pictureOrigins(1080)).toEqual(new Set([project.url]));
    expect(blocked).toEqual([]);
  });

  it.runIf(isFull)('shows the coming week', async () => {
    await byRole(page, 'button', 'Preview the coming week').click();
    await waitForText(page, 'The coming week', 'the AI Autopilot is off', 'Home baking · ');
    expect(blocked).toEqual([]);
  });

  it.runIf(isFull)('generates and lists from the terminal with the secret key', async () => {
    vi.stubEnv('LOCAL_AGENT_SUPABASE_URL', project.url);
    vi.stubEnv('LOCAL_AGENT_SUPABASE_KEY', keys.publishableKey);
    vi.stubEnv('LOCAL_AGENT_SUPABASE_SECRET_KEY', keys.secretKey);
    onTestFinished(() => void vi.unstubAllEnvs());
    const here = ['--json', '--data-dir', agent.dataDir];
    const made = await runHere(['generate', ...here]);
    expect([made.code, JSON.parse(made.stdout)]).toMatchObject([0, { success: true, created: 1 }]);
    const listed = await runHere(['posts', 'list', ...here]);
    expect(JSON.parse(listed.stdout)).toHaveLength(2);
  });
});
