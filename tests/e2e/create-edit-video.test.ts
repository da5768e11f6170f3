import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, HTTPRequest, Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, openBrowser, pageText, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** The video of a project that there is: added, replaced and removed where the project is edited. */
const VIDEO = 'tests/fixtures/videos/portrait.mp4';
const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;
const SAVE = /^PATCH .*\/rest\/v1\/content_projects/;

let agent: TestAgent;
let browser: TestBrowser;
let member: Client;
let page: Page;
let files: string;
let id: string;

beforeAll(async () => {
  [agent, browser, files] = await Promise.all([
    startTestAgent(),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'local-agent-videos-')),
  ]);
  await writeFile(join(files, 'holiday.mov'), 'moov');
  await writeFile(join(files, 'text.mp4'), 'This is a text.');
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  const urls = { source_url_1: 'https://bread.example/a', source_url_2: 'https://bread.example/b' };
  const row = { niche_name: 'Rye bread', ...urls, platforms: ['facebook' as const] };
  ({ id } = (await member.from('content_projects').insert(row).select().single().throwOnError()).data);
  page = await openSignedIn(browser, agent, account, '/create');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), files && rm(files, { recursive: true, force: true })]);
});
beforeEach(async () => {
  await page.goto(new URL(`/create?project=${id}`, agent.url).href);
  await waitForText(page, 'Edit Project', 'Video Upload (Optional)');
});

const save = () => byRole(page, 'button', 'Save Changes').click();

async function choose(file: string) {
  const input = (await page.waitForSelector('[role=dialog] input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
}

async function videoPath(): Promise<string | null> {
  const { data } = await member.from('content_projects').select('video_path').eq('id', id).single().throwOnError();
  return data.video_path;
}

async function storedNames(): Promise<string[]> {
  const { data, error } = await member.storage.from(MEDIA_BUCKET).list();
  if (error) throw error;
  return data.map(({ name }) => name);
}

describe('a video that is added', () => {
  it('is refused at once, or before it is sent, where it is none', async () => {
    await choose(join(files, 'holiday.mov'));
    await waitForText(page, '"holiday.mov" is not an MP4 video.');
    await save();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    await choose(join(files, 'text.mp4'));
    await save();
    await waitForText(page, 'Project not changed This file is not an MP4 video, although its name says so.');
    expect([await videoPath(), await storedNames()]).toEqual([null, []]);
  });

  it('leaves nothing behind where its upload is cancelled, or the project cannot be saved', async () => {
    const release = await holdRequests(page, UPLOAD);
    await choose(VIDEO);
    await save();
    await waitForText(page, 'Uploading the video...');
    await byRole(page, 'button', 'Cancel upload').click();
    await waitForText(page, 'Upload cancelled', 'portrait.mp4');
    await release().catch(() => {
      // The browser has already dropped the request that was held.
    });
    const endFault = await failRequests(page, SAVE, { status: 400, body: { message: 'Not today.' } });
    await save();
    await waitForText(page, 'Project not changed Not today.', 'portrait.mp4');
    await endFault();
    expect([await videoPath(), await storedNames()]).toEqual([null, []]);
  });

  it('is uploaded with its poster, and allows platforms that accept only videos', async () => {
    await byRole(page, 'checkbox', 'Facebook').click();
    await byRole(page, 'checkbox', 'TikTok').click();
    await save();
    await waitForText(page, 'These platforms accept only videos. Add a video, or select another platform.');
    await choose(VIDEO);
    await save();
    await waitForText(page, 'Project saved Rye bread', 'With a video');
    const path = await videoPath();
    expect((await storedNames()).sort()).toEqual([path, `${path}.poster.jpg`]);
  });
});

describe('the video that a project has', () => {
  it('is shown by its name, and replaced; the old one stays in the Media Library', async () => {
    await waitForText(page, 'portrait.mp4', 'A video that you replace or remove stays in the Media Library.');
    expect(await axeViolations(page)).toEqual([]);
    const before = await videoPath();
    await choose(VIDEO);
    await save();
    await waitForText(page, 'Project saved');
    expect(await videoPath()).not.toBe(before);
    expect(await storedNames()).toHaveLength(4);
  });

  it('stays as it is where only something else is changed', async () => {
    const before = await videoPath();
    await waitForText(page, 'portrait.mp4');
    const bodies: unknown[] = [];
    const note = (request: HTTPRequest) => {
      if (SAVE.test(`${request.method()} ${request.url()}`)) bodies.push(JSON.parse(request.postData() ?? ''));
    };
    page.on('request', note);
    await page.keyboard.type('Bagels');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Project saved');
    page.off('request', note);
    expect([await videoPath(), bodies.map((body) => Object.keys(body as object))]).toEqual([before, [['niche_name']]]);
  });

  it('is not removed where all platforms need one, else by keyboard alone', async () => {
    await waitForText(page, 'portrait.mp4');
    await page.focus('::-p-aria([name="Remove portrait.mp4"])');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Choose a video');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    await save();
    await waitForText(page, 'These platforms accept only videos. Add a video, or select another platform.');
    await byRole(page, 'checkbox', 'Facebook').click();
    await save();
    await waitForText(page, 'Project saved');
    expect(await videoPath()).toBeNull();
    expect(await storedNames()).toHaveLength(4);
  });

  it('says where its file is gone', async () => {
    await member.from('content_projects').update({ video_path: 'gone.mp4' }).eq('id', id).throwOnError();
    await page.goto(new URL(`/create?project=${id}`, agent.url).href);
    await waitForText(page, 'This video is no longer there. Choose another one, or remove it.');
    expect(await pageText(page)).toContain('gone.mp4');
  });
});
