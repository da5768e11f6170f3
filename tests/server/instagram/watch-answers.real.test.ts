import type { Page } from 'puppeteer';
import { beforeEach, expect, it, vi } from 'vitest';
import { type AnswerWatch, watchAnswers } from '../../../server/instagram/watch-answers.ts';
import { openBrowser } from '../../helpers/browser.ts';
import { ofFile } from '../../helpers/of-file.ts';

const SITE = 'https://www.instagram.com';
const REFUSAL = '{"message":"feedback_required","spam":true,"status":"fail"}';

let page: Page;
let watch: AnswerWatch;
/** The response of every address except the page's own. */
let answer: { status: number; body: string };

const browser = ofFile(() => openBrowser());
beforeEach(async () => {
  page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const headers = { 'access-control-allow-origin': '*' };
    if (request.isNavigationRequest()) void request.respond({ contentType: 'text/html', body: '<main>Feed</main>' });
    else void request.respond({ ...answer, headers, contentType: 'application/json' });
  });
  watch = await watchAnswers(page);
  await page.goto(SITE);
  return async () => {
    watch.end();
    await page.browserContext().close();
  };
});

/** Makes the page send a request and read the response. */
const ask = async (address: string, status: number, body: string) => {
  answer = { status, body };
  await page.evaluate(async (url) => void (await (await fetch(url)).text()), address);
};
/** Sends a final response that counts, and returns the stop: only the first that counts is kept. */
const askLast = async () => {
  await ask('/api/v1/last/', 400, '{"message":"checkpoint_required"}');
  await vi.waitUntil(() => watch.stop !== null, { timeout: 20_000 });
  return watch.stop;
};

it('counts what the API of the site and of the hosts beside it answers, by status and fields', async () => {
  await ask('https://i.instagram.com/api/v1/feed/', 200, REFUSAL);
  await vi.waitUntil(() => watch.signal.aborted, { timeout: 20_000 });
  expect(watch.stop).toBe('feedback_required');
});

it('does not count what others answer, what is no API, what is far too large, and what is no JSON', async () => {
  await ask('https://example.com/api/v1/feed/', 200, REFUSAL);
  await ask('https://notinstagram.com/api/v1/feed/', 429, REFUSAL);
  await ask('/static/feed/', 429, REFUSAL);
  await ask('/api/v1/huge/', 200, REFUSAL.replace('{', `{"fill":"${'x'.repeat(3_000_000)}",`));
  await ask('/api/v1/deep/', 401, '{"a":'.repeat(100_000));
  expect(await askLast()).toBe('checkpoint');
});

it('says that servers fail until they answer again', async () => {
  expect(watch.hasServerError).toBe(false);
  await ask('/api/v1/feed/', 502, '');
  await vi.waitUntil(() => watch.hasServerError, { timeout: 20_000 });
  await ask('/api/v1/feed/', 200, '{}');
  await vi.waitUntil(() => !watch.hasServerError, { timeout: 20_000 });
  expect(watch.stop).toBeNull();
});
