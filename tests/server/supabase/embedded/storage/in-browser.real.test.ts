import { Writable } from 'node:stream';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from '../../../../helpers/agent.ts';
import { openBrowser, type TestBrowser } from '../../../../helpers/browser.ts';
import { databaseOf } from '../../../../helpers/database.ts';

/** One red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

let agent: TestAgent;
let browser: TestBrowser;
let member: Client;
let token: string;
const lines: string[] = [];
beforeAll(async () => {
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  agent = await startTestAgent({ logLevel: 'trace' }, { logStream });
  const { email, password } = await agent.addMember();
  token = await agent.signIn(email, password);
  member = agent.supabase(token);
  await member.storage.from('media-assets').upload('pixel.png', PIXEL, { contentType: 'image/png' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await agent?.close();
});

async function openAt(host: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${agent.url.replace('127.0.0.1', host)}/api/health`);
  return page;
}

it.each(['127.0.0.1', 'localhost'])(
  'a picture shows from its signed address on %s, and its token stays out of the log',
  async (host) => {
    const { data } = await member.storage.from('media-assets').createSignedUrl('pixel.png', 60);
    const url = new URL(data?.signedUrl ?? '');
    const page = await openAt(host);
    const width = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return picture.naturalWidth;
    }, url.pathname + url.search);
    expect(width).toBe(1);
    expect(lines.join('')).toContain('/storage/v1/object/sign/media-assets/pixel.png');
    expect(lines.join('')).not.toContain(url.searchParams.get('token'));
  },
);

it('a form goes up as browsers send it, with the file under no name', async () => {
  const page = await openAt('127.0.0.1');
  const answer = await page.evaluate(
    async (authorization, bytes) => {
      const form = new FormData();
      form.append('cacheControl', '3600');
      form.append('', new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const response = await fetch('/storage/v1/object/media-assets/from-browser.png', {
        method: 'POST',
        headers: { authorization, 'x-upsert': 'false' },
        body: form,
      });
      return response.json() as Promise<unknown>;
    },
    `Bearer ${token}`,
    [...PIXEL],
  );
  expect(answer).toEqual({ Id: expect.any(String), Key: 'media-assets/from-browser.png' });
  const { data } = await member.storage.from('media-assets').download('from-browser.png');
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PIXEL);
});

it('a form above the limit is answered, not broken off', async () => {
  const database = databaseOf(agent.dataDir);
  await database.script('update storage.buckets set file_size_limit = 1000000');
  await database.close();
  const page = await openAt('127.0.0.1');
  const answer = await page.evaluate(async (authorization) => {
    const form = new FormData();
    form.append('', new Blob([new Uint8Array(30_000_000)], { type: 'image/png' }));
    const init = { method: 'POST', headers: { authorization }, body: form };
    return (await fetch('/storage/v1/object/media-assets/too-large.png', init)).json() as Promise<unknown>;
  }, `Bearer ${token}`);
  expect(answer).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' });
});
