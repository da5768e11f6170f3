import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { prepareDataDirectory } from '../../server/data-directory/data-directory.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { startFoundAgent, startTestAgent } from '../helpers/agent.ts';
import { byRole, openBrowser, signIn, waitForText } from '../helpers/browser.ts';
import { freePort } from '../helpers/free-port.ts';
import { PNG } from '../helpers/png.ts';
import { emptyWorkspace } from '../helpers/workspace.ts';

/**
 * Another agent's embedded backend stands in for the hosted project, so only the separate origin is tested here. What
 * an agent does in a linked project is tested in link.real.test.ts, and the whole workflow in main-job.test.ts.
 */
it('an agent on the Supabase project of another signs in and shows a post with its picture, all from the project', async () => {
  const port = await freePort();
  const project = await startTestAgent({ allowedOrigins: [`http://127.0.0.1:${port}`] });
  onTestFinished(() => project.close());
  const keys = JSON.parse(await readFile(join(project.dataDir, 'keys.json'), 'utf8'));
  const supabase = { supabaseUrl: project.url, supabaseKey: keys.publishableKey, supabaseSecretKey: keys.secretKey };
  const dataDir = await emptyWorkspace();
  await prepareDataDirectory(dataDir);
  const agent = await startFoundAgent({ dataDir, ...supabase, port });
  onTestFinished(() => agent.close());
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  /** The requests that the browser blocked because of CORS or our content security policy. */
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/blocked|content security policy|CORS/i.test(message.text())) blocked.push(message.text());
  });

  const { admin } = project;
  await admin.storage.from(MEDIA_BUCKET).upload('loaf.png', PNG, { contentType: 'image/png' });
  const media = [{ path: 'loaf.png', url: '', kind: 'image' as const, width: 1, height: 1 }];
  const post = { content_type: 'image', caption: 'Bread', status: 'scheduled', media } as const;
  const { data } = await admin.from('generated_content').insert(post).select('id').single().throwOnError();
  const place = { content_id: data.id, scheduled_time: '2031-01-16T14:30:00Z' };
  await admin.from('scheduled_posts').insert(place).throwOnError();
  await signIn(page, agent.url, await project.addMember());
  await byRole(page, 'link', 'Scheduler').click();
  await waitForText(page, 'Scheduled Posts Timeline (1)');
  await page.waitForFunction(() => {
    const [picture, ...others] = document.querySelectorAll<HTMLImageElement>('article img');
    if (picture) picture.loading = 'eager';
    return picture?.complete && picture.naturalWidth === 1 && others.length === 0;
  });
  const address = await page.$eval('article img', ({ currentSrc }) => currentSrc);
  expect([new URL(address).origin, blocked]).toEqual([project.url, []]);
});
