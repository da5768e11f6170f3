import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  pageText,
  signIn,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { type Fault, failRequests, holdRequests } from '../helpers/request-faults.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

const INSERT = /^POST .*\/rest\/v1\/content_projects/;
const GENERATE = /^POST .*\/functions\/v1\/auto-generate-content/;
const PLATFORMS = ['Instagram', 'Facebook', 'TikTok', 'YouTube Shorts', 'X/Twitter', 'LinkedIn', 'Bluesky', 'Mastodon'];

type Entries = { niche: string; url1: string; url2: string; platforms: string[] };
const EMPTY: Entries = { niche: '', url1: '', url2: '', platforms: [] };

/** Right-to-left, with markup and an emoji. */
const MIXED = 'خبز <b>اليوم</b> 🍞';

let agent: TestAgent;
let browser: TestBrowser;
let sources: SourceServer;
let member: Client;
let page: Page;
let good: Entries;

beforeAll(async () => {
  [agent, browser, sources] = await Promise.all([startTestAgent(), openBrowser(), startSourceServer()]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  good = {
    niche: 'Home baking',
    url1: `${sources.origin}/sourdough.html`,
    url2: `${sources.origin}/strength.html`,
    platforms: ['Instagram', 'LinkedIn'],
  };
  page = await browser.newPage();
  await signIn(page, agent.url, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), sources?.close()]);
});

let endFault: (() => Promise<void>) | undefined;

beforeEach(async () => {
  // Each test begins with an empty form, not with the draft of the one before.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/create', agent.url).href);
  await waitForText(page, 'Create New Content Project');
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
});

async function enter({ niche, url1, url2, platforms }: Entries) {
  await fill(page, 'Niche Name *', niche);
  await fill(page, 'Source URL 1 *', url1);
  await fill(page, 'Source URL 2 *', url2);
  for (const platform of platforms) await byRole(page, 'checkbox', platform).click();
}

/** What the form holds now. */
const entries = (): Promise<Entries> =>
  page.$eval('form', (form) => {
    const values = [...form.querySelectorAll('input:not([type=file], [type=checkbox])')] as HTMLInputElement[];
    const [niche = '', url1 = '', url2 = ''] = values.map((input) => input.value);
    const chosen = [...form.querySelectorAll('[role=checkbox][aria-checked=true]')];
    return { niche, url1, url2, platforms: chosen.map((box) => box.closest('label')?.textContent ?? '') };
  });

const submit = () => byRole(page, 'button', 'Generate & Schedule').click();
const submitButton = () =>
  page.$eval('button[type=submit]', (button) => [button.textContent, button.matches(':disabled')]);
const countProjects = async () => {
  const { count } = await member.from('content_projects').select('id', { count: 'exact', head: true }).throwOnError();
  return count;
};
const failNext = async (match: RegExp, fault: Fault) => {
  endFault = await failRequests(page, match, fault);
};
const answer = (body: unknown): Fault => ({ status: 200, body });

describe('the form', () => {
  it('says what §2 says', async () => {
    await waitForText(
      page,
      'AI Content Creator',
      'Create New Content Project',
      'MP4 only, max 200MB',
      '3 posts per day',
    );
    const labels = await page.$$eval('form label, form legend', (all) => all.map((label) => label.textContent));
    expect(labels).toEqual(
      [
        'Niche Name *',
        'Source URL 1 *',
        'Source URL 2 *',
        'Video Upload (Optional)',
        'Choose a video',
        'Posts Per Day *',
        ...PLATFORMS,
      ].toSpliced(6, 0, 'Platforms to Post *'),
    );
    const niche = await page.$eval('form input', (input) => input.placeholder);
    for (const example of ['Fitness', 'Technology', 'Travel']) expect(niche).toContain(example);
    expect(await page.$$eval('input[type=url]', (all) => all.length)).toBe(2);
    expect(await page.$eval('input[type=file]', (input) => input.accept)).toBe('video/mp4');
    expect(await submitButton()).toEqual(['Generate & Schedule', false]);
  });

  it('offers 1 to 10 posts per day', async () => {
    await byRole(page, 'combobox', 'Posts Per Day *').click();
    await page.waitForSelector('[role=option]');
    const options = await page.$$eval('[role=option]', (all) => all.map((option) => option.textContent));
    expect(options).toEqual([
      '1 post per day',
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => `${count} posts per day`),
    ]);
    await page.keyboard.press('Escape');
  });
});

describe('a form that is refused (§5, §8)', () => {
  const missing = ['Missing Information', 'Please fill in all required fields'];
  it.each([
    ['nothing entered', () => EMPTY, missing],
    ['no niche', () => ({ ...good, niche: '' }), missing],
    ['a niche of blanks', () => ({ ...good, niche: '   ' }), missing],
    ['no first address', () => ({ ...good, url1: '' }), missing],
    ['no second address', () => ({ ...good, url2: '' }), missing],
    [
      'no platform',
      () => ({ ...good, platforms: [] }),
      ['No Platforms Selected', 'Please select at least one platform to post to'],
    ],
    ['a niche that is too long', () => ({ ...good, niche: 'x'.repeat(201) }), ['Shorten the niche to 200 characters.']],
    [
      'a bad address',
      () => ({ ...good, url1: 'example dot com' }),
      ['Enter the full address of a web page, starting with https:// or http://.'],
    ],
  ])('%s: says so, saves nothing and keeps what was typed', async (_, make, words) => {
    const before = await countProjects();
    const typed = make();
    await enter(typed);
    await submit();
    await waitForText(page, ...words);
    expect(await entries()).toEqual(typed);
    expect(await countProjects()).toBe(before);
  });

  it('takes the focus to the first field that is wrong', async () => {
    await enter({ ...good, url2: '' });
    await submit();
    await waitForText(page, 'Missing Information');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-slot=field]')?.textContent)).toContain(
      'Source URL 2 *',
    );
  });
});

describe('a project that cannot be saved (§8)', () => {
  it('keeps what was entered', async () => {
    await failNext(INSERT, 'no connection');
    await enter(good);
    await submit();
    await waitForText(page, 'Error The backend could not be reached.', 'Generate & Schedule');
    expect(await entries()).toEqual(good);
    expect(await submitButton()).toEqual(['Generate & Schedule', false]);
  });
});

describe('a project that is saved (§8)', () => {
  const generationFailed =
    'Project Created ✅ Project saved, but AI generation failed. Try the Scheduler page to generate content.';
  it.each<[string, Fault, string]>([
    ['the function cannot be reached', 'no connection', generationFailed],
    ['the function answers something else', answer(['what?']), generationFailed],
    [
      'posts were made',
      answer({ success: true, template: 'Carousel Tips', created: 2 }),
      'Content Generated! 🎉 Successfully created content using Carousel Tips template. Check the Scheduler page!',
    ],
  ])('%s: says so, and the form is empty again', async (_, fault, words) => {
    const before = (await countProjects()) ?? 0;
    await failNext(GENERATE, fault);
    await enter(good);
    await submit();
    await waitForText(page, words);
    expect(await countProjects()).toBe(before + 1);
    expect(await entries()).toEqual(EMPTY);
    expect(await pageText(page)).toContain('3 posts per day');
  });

  it('is stored as it was entered', async () => {
    await failNext(GENERATE, 'no connection');
    await enter({ ...good, niche: MIXED });
    await byRole(page, 'combobox', 'Posts Per Day *').click();
    await byRole(page, 'option', '1 post per day').click();
    await submit();
    await waitForText(page, 'Project saved, but AI generation failed.');
    const { data } = await member
      .from('content_projects')
      .select('niche_name, source_url_1, source_url_2, posts_per_day, platforms, video_path')
      .order('created_at', { ascending: false })
      .limit(1)
      .throwOnError();
    expect(data).toEqual([
      {
        niche_name: MIXED,
        source_url_1: good.url1,
        source_url_2: good.url2,
        posts_per_day: 1,
        platforms: ['instagram', 'linkedin'],
        video_path: null,
      },
    ]);
  });

  it('is busy meanwhile, once: "Generating Content..." and disabled', async () => {
    const before = (await countProjects()) ?? 0;
    const release = await holdRequests(page, GENERATE);
    await enter(good);
    await submit();
    await waitForText(page, 'Generating Content...', 'Reading your sources');
    expect(await submitButton()).toEqual(['Generating Content...', true]);
    await page.keyboard.press('Enter');
    await release();
    await waitForText(page, 'Content Generated! 🎉', 'Generate & Schedule');
    expect(await countProjects()).toBe(before + 1);
  });
});

describe('by keyboard alone', () => {
  it('is filled and sent', async () => {
    await failNext(GENERATE, answer({ success: false }));
    await page.focus('form input');
    await page.keyboard.type(good.niche);
    await page.keyboard.press('Tab');
    await page.keyboard.type(good.url1);
    await page.keyboard.press('Tab');
    await page.keyboard.type(good.url2);
    // The video, the posts per day, where the autopilot is switched on, then the first platform.
    for (const _ of ['video', 'posts per day', 'autopilot', 'platform']) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await entries()).toEqual({ ...good, platforms: ['Instagram'] });
    for (const _ of PLATFORMS) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Project saved. Content will be generated on schedule.');
    await byRole(page, 'link', 'Open the Scheduler').click();
    await waitForPath(page, '/scheduler');
  });
});

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  it('axe finds nothing serious, in errors either', async () => {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await submit();
    await waitForText(page, 'Missing Information', 'Select at least one platform.');
    expect(await axeViolations(page)).toEqual([]);
  });
});

it.each([360, 768, 1024, 1440])('cuts no platform and scrolls nothing sideways at %i px', async (width) => {
  await page.setViewport({ width, height: 900 });
  await waitForText(page, ...PLATFORMS);
  const cut = await page.$$eval('fieldset fieldset label', (all) =>
    all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
