import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, fill, openBrowser, pageText, signIn, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { type Fault, failRequests, holdRequests } from '../helpers/request-faults.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;
const INSERT = /^POST .*\/rest\/v1\/content_projects/;
/** Where a project's posts would go is asked for by a POST that writes nothing. */
const WRITES = /^(POST|PUT|PATCH) .*\/(rest|storage|functions)\/v1\/(?!rpc\/destinations)/;
const MB = 1024 * 1024;

/** The first bytes of an MP4 (a file type box), then as many zeros as asked for. */
const mp4 = (size: number) =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(size)], size);

let agent: TestAgent;
let browser: TestBrowser;
let sources: SourceServer;
let member: Client;
let page: Page;
let files: string;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser, sources, files] = await Promise.all([
    startTestAgent(),
    openBrowser(),
    startSourceServer(),
    mkdtemp(join(tmpdir(), 'local-agent-videos-')),
  ]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  page = await browser.newPage();
  await signIn(page, agent.url, account);
  await writeFile(join(files, 'clip.mp4'), mp4(3 * MB));
  await writeFile(join(files, 'empty.mp4'), '');
  await writeFile(join(files, 'holiday.mov'), 'moov');
  const large = await open(join(files, 'large.mp4'), 'w');
  await large.truncate(201 * MB);
  await large.close();
});
afterAll(async () => {
  await Promise.all([
    agent?.close(),
    browser?.close(),
    sources?.close(),
    files && rm(files, { recursive: true, force: true }),
  ]);
});
beforeEach(async () => {
  // Each test begins with an empty form, not with the draft of the one before.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/create', agent.url).href);
  // The first screen makes the settings, which is no part of what the form sends.
  await waitForText(page, 'Create New Content Project', 'Nothing else happens automatically');
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
});

async function enter(video: string) {
  await fill(page, 'Niche Name *', 'Home baking');
  await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
  await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
  await byRole(page, 'checkbox', 'YouTube Shorts').click();
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(join(files, video));
  await waitForText(page, video);
}

const submit = () => byRole(page, 'button', 'Generate & Schedule').click();

/** Fails what matches until the test is over. */
const fail = async (match: RegExp, fault: Fault) => {
  endFault = await failRequests(page, match, fault);
};

async function storedVideos(): Promise<string[]> {
  const { data, error } = await member.storage.from(MEDIA_BUCKET).list();
  if (error) throw error;
  return data.map(({ name }) => name).filter((name) => name.endsWith('.mp4'));
}

async function newestVideoPath(): Promise<string | null | undefined> {
  const { data } = await member
    .from('content_projects')
    .select('video_path')
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0]?.video_path;
}

describe('a video that cannot be uploaded (§5, §9)', () => {
  it.each([
    ['large.mp4', '"large.mp4" is 201 MB; the limit is 200 MB.'],
    ['holiday.mov', '"holiday.mov" is not an MP4 video. Choose an .mp4 file, or convert this one first.'],
    ['empty.mp4', '"empty.mp4" is empty (0 bytes).'],
  ])('%s: says so at once, and sends nothing', async (name, words) => {
    const sent: string[] = [];
    const note = (request: { method(): string; url(): string }) => {
      const line = `${request.method()} ${request.url()}`;
      if (WRITES.test(line)) sent.push(line);
    };
    page.on('request', note);
    await enter(name);
    await waitForText(page, words);
    await submit();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    page.off('request', note);
    expect(sent).toEqual([]);
    await byRole(page, 'button', `Remove ${name}`).click();
    await waitForText(page, 'Choose a video');
    expect(await pageText(page)).not.toContain(words);
  });
});

describe('an upload that fails (§8)', () => {
  it.each<[string, Fault, string]>([
    ['with a message', { status: 400, body: { message: 'The bucket is full.' } }, 'Error The bucket is full.'],
    ['without one', { status: 500, body: {} }, 'Error The video could not be saved (500).'],
    ['as too large', { status: 413, body: { message: 'x' } }, 'Error The server rejected the video as too large.'],
    ['in the middle', 'no connection', 'Error The upload was interrupted. Check the connection'],
  ])('%s: says so, saves no project and keeps the video', async (_, fault, words) => {
    const before = await newestVideoPath();
    await fail(UPLOAD, fault);
    await enter('clip.mp4');
    await submit();
    await waitForText(page, words, 'clip.mp4', 'Generate & Schedule');
    expect(await page.$eval('form input', (input) => input.value)).toBe('Home baking');
    expect(await newestVideoPath()).toBe(before);
    expect(await storedVideos()).toEqual([]);
  });

  it('by "Cancel upload": says so and leaves nothing', async () => {
    const release = await holdRequests(page, UPLOAD);
    await enter('clip.mp4');
    await submit();
    await waitForText(page, 'Uploading the video...', 'of 3 MB');
    await byRole(page, 'button', 'Cancel upload').click();
    await waitForText(page, 'Upload cancelled', 'clip.mp4', 'Generate & Schedule');
    await release().catch(() => {
      // The browser has already dropped the request that was held.
    });
    expect(await storedVideos()).toEqual([]);
  });
});

it('removes the video again when its project cannot be saved', async () => {
  await fail(INSERT, { status: 400, body: { message: 'Not today.' } });
  await enter('clip.mp4');
  await submit();
  await waitForText(page, 'Error Not today.', 'clip.mp4', 'Generate & Schedule');
  expect(await storedVideos()).toEqual([]);
});

it('uploads, shows how far it is, and stores the name with the project', async () => {
  const release = await holdRequests(page, UPLOAD);
  await enter('clip.mp4');
  await submit();
  await waitForText(page, 'Uploading the video...', '0 KB of 3 MB', 'Cancel upload');
  expect(await page.$$eval('[role=progressbar]', (all) => all.length)).toBe(1);
  await release();
  await waitForText(page, 'Content Generated! 🎉', 'Choose a video');
  const [name] = await storedVideos();
  expect(name).toMatch(/^\d+\.mp4$/);
  expect(await newestVideoPath()).toBe(name);
  const { data } = await member.storage.from(MEDIA_BUCKET).download(name ?? '');
  expect(data && Buffer.from(await data.arrayBuffer()).equals(mp4(3 * MB))).toBe(true);
});
