import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILL_IN_LIMITS } from '../../../../server/features/publishing/by-hand/composer-page.ts';
import { composerAddress } from '../../../../server/features/publishing/by-hand/composers.ts';
import { composerFiller, type FillIn } from '../../../../server/features/publishing/by-hand/fill-in.ts';
import { NEVER_PRESSED } from '../../../../server/features/publishing/by-hand/never-pressed.ts';
import type { ComposerScript } from '../../../../shared/platforms/composer-script.ts';
import { PLATFORM_IDS, type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import type { Preparation } from '../../../../shared/publishing/publishing-api.ts';
import { openBrowser, type TestBrowser } from '../../../helpers/browser.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { fileFolder } from '../../../helpers/file-folder.ts';
import { serve } from '../../../helpers/loopback.ts';
import {
  type ComposerVariant,
  composerPage,
  type Given,
  LANGUAGES,
} from '../../../helpers/publishing/composer-pages.ts';

const TEXT = 'Rye at noon\n\nBaked with ähnlich ❤️ cookies\n#rye #bread';
const [TITLE = '', ...REST] = TEXT.split('\n');
const LIMITS = { ...FILL_IN_LIMITS, lookMs: 1_500, settleMs: 300, uploadMs: 5_000, personMs: 5_000, pollMs: 50 };
/** For pages on which the expected element never appears. */
const SOON = { ...LIMITS, lookMs: 400 };

const folder = await fileFolder();
let browser: TestBrowser;
let page: Page;
let site: Awaited<ReturnType<typeof serve>>;
let shown: string;

beforeAll(async () => {
  for (const name of ['01.png', '02.png', '01.mp4']) writeFileSync(join(folder, name), name);
  site = await serve((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(shown);
  });
  browser = await openBrowser();
  page = await browser.newPage({ width: 1280, height: 900 });
});
afterAll(() => Promise.all([browser?.close(), site?.close()]));

const isVideo = (platform: Platform) => platformOf(platform).limits.pictures === 0 || platform === 'tiktok';
const filesFor = (platform: Platform) =>
  isVideo(platform)
    ? [{ path: join(folder, '01.mp4'), mimeType: 'video/mp4' }]
    : ['01.png', '02.png'].map((name) => ({ path: join(folder, name), mimeType: 'image/png' }));
const given = () =>
  page.evaluate(
    '({ ...window.given, shown: [...document.querySelectorAll("[contenteditable],textarea")].map((e) => e.value ?? e.innerText) })',
  ) as Promise<Given & { shown: string[] }>;

async function openOn(platform: Platform, variant: ComposerVariant, change: Partial<FillIn> = {}) {
  shown = composerPage(platform, variant);
  const { composer } = platformOf(platform);
  const script = (await composer.script?.())?.script as ComposerScript;
  const address = composerAddress({ ...composer, address: `${site.origin}/compose` }, TEXT);
  const reports: Preparation[] = [];
  const open = async () => {
    await page.goto(address);
  };
  await open();
  await page.evaluate('sessionStorage.clear()');
  const filler = composerFiller({
    page: page as unknown as FillIn['page'],
    script,
    open,
    isAtHome: (url) => url.startsWith(site.origin),
    wordings: { text: TEXT, title: TITLE, description: REST.join('\n').trim() },
    options: {},
    files: filesFor(platform),
    signal: new AbortController().signal,
    limits: LIMITS,
    report: (one) => void reports.push(one),
    onFilesGiven: () => undefined,
    onOptionSet: () => undefined,
    ...change,
  });
  return { filler, reports };
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
/** Checks that everything was filled in correctly and once, and that nothing was published. */
async function expectFilled(platform: Platform) {
  const { shown, files, posted, presses } = await given();
  expect(posted, presses.join()).toBe(0);
  expect(files).toEqual(
    isVideo(platform) ? ['01.mp4:video/mp4:01.mp4'] : ['01.png:image/png:01.png', '02.png:image/png:02.png'],
  );
  expect(shown.flatMap(lines)).toEqual(lines(TEXT));
  // A pin has a title in addition to the text.
  if (platform === 'pinterest')
    expect(await page.evaluate('document.getElementById("storyboard-selector-title").value')).toBe(TITLE);
}

/** The platforms whose composer the agent can fill in. */
const COMPOSERS = PLATFORM_IDS.filter((platform) => platformOf(platform).composer.script);
const languageOf = (index: number) => LANGUAGES[index % LANGUAGES.length] ?? 'en';
const CASES = COMPOSERS.flatMap((platform, row) => [
  ...LANGUAGES.map((_, index) => [platform, { language: languageOf(index + row) }] as const),
  ...LANGUAGES.map((_, index) => [platform, { language: languageOf(index + row), isShifted: true }] as const),
  [platform, { isRichEditor: true, language: languageOf(row) }] as const,
  [platform, { uploadMs: 900, language: languageOf(row + 3), isShifted: true }] as const,
]);

describe('a composer is filled in up to what publishes', () => {
  it.each(everyNth(CASES, 38))('%s %j', async (platform, variant) => {
    const { filler } = await openOn(platform, variant);
    const ended = await filler.run();
    expect(ended).toMatchObject({ is: 'ready', isGrey: false });
    await expectFilled(platform);
    // A second run changes nothing.
    expect(await filler.run()).toEqual(ended);
    await expectFilled(platform);
  });

  it('sets the options that its page is known for, and says how much is uploaded', async () => {
    const set: string[] = [];
    const { filler, reports } = await openOn(
      'youtube_shorts',
      {},
      {
        options: { title: TITLE, madeForKids: 'no', category: 'music' },
        onOptionSet: (name) => void set.push(name),
      },
    );
    expect(await filler.run()).toMatchObject({ is: 'ready', percent: 40 });
    expect(set).toEqual(['title', 'madeForKids']);
    expect((await given()).presses).toEqual(['NOT_MFK']);
    expect(reports).toContainEqual({ is: 'working', step: 'upload', percent: 40 });
    await filler.run();
    expect((await given()).presses).toEqual(['NOT_MFK']);
  });

  it.runIf(isFull)('leaves an option to the person where the page has no such control', async () => {
    const changed = await openOn('youtube_shorts', {}, { options: { madeForKids: 'no' }, limits: SOON });
    await page.evaluate(
      'new MutationObserver(() => document.querySelectorAll("[role=radio]").forEach((one) => one.remove())).observe(document, { childList: true, subtree: true })',
    );
    expect(await changed.filler.run()).toMatchObject({ is: 'ready' });
    await expectFilled('youtube_shorts');
  });

  it.each(
    everyNth(
      COMPOSERS.flatMap((platform) => (['cookies', 'log_in'] as const).map((wall) => [platform, wall] as const)),
      16,
    ),
  )('waits until the person has dealt with what is in the way: %s, %s', async (platform, wall) => {
    const { filler, reports } = await openOn(platform, { wall, isShifted: true });
    const running = filler.run();
    await expect.poll(() => reports).toContainEqual({ is: 'waiting', for: wall });
    expect((await given()).files).toEqual([]);
    await page.evaluate('goOn()');
    expect(await running).toMatchObject({ is: 'ready' });
    expect((await given()).presses).not.toContain('Accept all');
    await expectFilled(platform);
  });
});

describe('a page that is not as expected', () => {
  it.each(everyNth(COMPOSERS, 12))('is left alone: %s', async (platform) => {
    const { filler } = await openOn(platform, { isUnknown: true }, { limits: SOON });
    expect(await filler.run()).toEqual({ is: 'stopped', at: expect.any(String), why: 'unknown', hasText: false });
    expect(await given()).toMatchObject({ posted: 0, presses: [], files: [], texts: [] });
  });

  it.each(everyNth(COMPOSERS, 12, 1))('keeps what its field holds already: %s', async (platform) => {
    const { filler } = await openOn(platform, { draft: 'My own words' });
    expect(await filler.run()).toMatchObject({ is: 'stopped', at: 'text', why: 'other_text', hasText: false });
    const { shown, posted } = await given();
    expect(shown.filter(Boolean)).toEqual(['My own words']);
    expect(posted).toBe(0);
  });

  it('gets no press where it puts the button that publishes in the place of the other', async () => {
    const { filler } = await openOn('instagram', { isTrap: true }, { limits: SOON });
    expect(await filler.run()).toMatchObject({ is: 'stopped', why: 'unknown' });
    expect(await given()).toMatchObject({ posted: 0, presses: [] });
  });

  it.runIf(isFull)('is left where the person does not log in, and where the window closes', async () => {
    const slow = await openOn('twitter', { wall: 'log_in' }, { limits: { ...LIMITS, personMs: 100 } });
    expect(await slow.filler.run()).toMatchObject({ is: 'stopped', why: 'person' });
    const ending = new AbortController();
    const { filler, reports } = await openOn('twitter', { wall: 'cookies' }, { signal: ending.signal });
    const running = filler.run();
    await expect.poll(() => reports).toContainEqual({ is: 'waiting', for: 'cookies' });
    ending.abort(new Error('closed'));
    await expect(running).rejects.toThrow('closed');
  });
});

it('no script presses what publishes, in any language', async () => {
  const scripts = await Promise.all(COMPOSERS.map((platform) => platformOf(platform).composer.script?.()));
  for (const found of scripts) {
    if (!found) continue;
    const { opens, steps, publish } = found.script;
    const controls = [opens, ...steps.map((step) => ('control' in step ? step.control : undefined))];
    const pressed = controls
      .flatMap((control) => control?.names ?? [])
      .map((name) => name.replace('*', '').toLowerCase());
    const isNever = (name: string) => NEVER_PRESSED.some((word) => name === word || name.startsWith(`${word} `));
    expect(pressed.filter(isNever)).toEqual([]);
    expect((publish.names ?? []).filter((name) => !isNever(name.toLowerCase()))).toEqual([]);
  }
});
