import { screen, within } from '@testing-library/dom';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { GenerationResult } from '../../../shared/posts/generation.ts';
import { PLATFORMS } from '../../../shared/posts/platforms.ts';
import { appInDocument, says } from '../../helpers/component/app.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { deferred } from '../../helpers/deferred.ts';
import { type SourceServer, startSourceServer } from '../../helpers/source-server.ts';

const INSERT = /^POST .*\/api\/projects/;
const GENERATE = /^POST .*\/functions\/v1\/auto-generate-content/;
/** The six platforms of §3, then the later ones. */
const LABELS = [
  ...['Instagram', 'Facebook', 'TikTok', 'YouTube Shorts', 'X/Twitter', 'LinkedIn'],
  ...PLATFORMS.slice(6).map(({ label }) => label),
];
/** Right-to-left, with markup and an emoji. */
const MIXED = 'خبز <b>اليوم</b> 🍞';
const COLUMNS = 'niche_name, source_url_1, source_url_2, posts_per_day, platforms, video_path';

const app = appInDocument();
const { open, press, fill, choose, fail, letGo } = app;
const EMPTY = { niche: '', url1: '', url2: '', platforms: [] as string[] };
let sources: SourceServer;
let good: typeof EMPTY;

beforeAll(async () => {
  sources = await startSourceServer();
  const urls = { url1: `${sources.origin}/sourdough.html`, url2: `${sources.origin}/strength.html` };
  good = { niche: 'Home baking', ...urls, platforms: ['Instagram', 'LinkedIn'] };
});
afterAll(() => sources?.close());
beforeEach(async () => {
  await app.member.from('content_projects').delete().not('id', 'is', null).throwOnError();
  await open('/create');
  await says('Create New Content Project', 'No projects yet');
});

const form = () => document.querySelector<HTMLFormElement>('main form') ?? document.createElement('form');
const value = (label: string) => within(form()).getByRole<HTMLInputElement>('textbox', { name: label }).value;
/** The label of the submit button, and whether the form is enabled. */
const button = () => [
  form().querySelector('[type=submit]')?.textContent,
  form().querySelector('fieldset')?.disabled === false,
];

async function enter({ niche, url1, url2, platforms }: typeof EMPTY) {
  await fill('Niche Name *', niche);
  await fill('Source URL 1 *', url1);
  await fill('Source URL 2 *', url2);
  for (const platform of platforms) await press(platform, { role: 'checkbox' });
}

/** The current values of the form. */
function entries(): typeof EMPTY {
  const boxes = within(form()).getAllByRole('checkbox');
  const chosen = boxes.filter((box) => box.getAttribute('aria-checked') === 'true');
  return {
    niche: value('Niche Name *'),
    url1: value('Source URL 1 *'),
    url2: value('Source URL 2 *'),
    platforms: chosen.map((box) => box.closest('label')?.textContent ?? ''),
  };
}

const submit = () => press('Generate & Schedule');
const projects = async () => (await app.member.from('content_projects').select(COLUMNS).throwOnError()).data;

it('asks for what §2 says, says what is missing or wrong (§5, §8), goes there, and keeps what was typed', async () => {
  await says('AI Content Creator', 'MP4 only, max 200MB', '3 posts per day');
  expect([...form().querySelectorAll('label, legend')].map(({ textContent }) => textContent)).toEqual([
    'Niche Name *',
    'Source URL 1 *',
    'Source URL 2 *',
    'Video Upload (Optional)',
    'Choose a video',
    'Posts Per Day *',
    'Platforms to Post *',
    ...LABELS,
  ]);
  await says('Made now: 3, spread over your posting hours.', 'AI Autopilot, which adds 1 a day, is off.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Niche Name *' }).placeholder).toBe(
    'e.g., Fitness, Technology, Travel',
  );
  const inputs = [...form().querySelectorAll('input')].map(({ type, accept }) => type + accept);
  expect(inputs.slice(0, 4)).toEqual(['text', 'url', 'url', 'filevideo/mp4']);
  expect(button()).toEqual(['Generate & Schedule', true]);
  await press('Posts Per Day *', { role: 'combobox' });
  const counts = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(counts.map(({ textContent }) => textContent)).toEqual([
    '1 post per day',
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => `${count} posts per day`),
  ]);
  await app.user.keyboard('{Escape}');

  const isRefused = async (typed: typeof EMPTY, words: readonly string[], field?: string) => {
    await submit();
    await says(...words);
    const focused = document.activeElement?.closest('fieldset fieldset, [data-slot=field]');
    if (field) expect(focused?.textContent).toContain(field);
    expect(entries()).toEqual(typed);
    expect(await projects()).toEqual([]);
  };
  const blank = { ...good, niche: '   ', url1: 'example dot com', platforms: [] };
  await enter(blank);
  await isRefused(blank, SPECIFIED['Content Creator: missing required field'], 'Niche Name *');
  await fill('Niche Name *', good.niche);
  const badUrl = { ...blank, niche: good.niche };
  const address = 'Enter the full address of a web page, starting with https:// or http://.';
  await isRefused(badUrl, [...SPECIFIED['Content Creator: no platform'], address], 'Source URL 1 *');
  await fill('Source URL 1 *', good.url1);
  await isRefused({ ...good, platforms: [] }, SPECIFIED['Content Creator: no platform'], 'Platforms to Post *');
  for (const platform of good.platforms) await press(platform, { role: 'checkbox' });
  fail(INSERT, 'no connection');
  await isRefused(good, ['Error', 'Make sure the backend server is running on port', 'Generate & Schedule']);
  letGo();
  fail(INSERT, { status: 400, body: { error: '' } });
  await isRefused(good, SPECIFIED['Content Creator: upload or insert fails']);
  expect(button()).toEqual(['Generate & Schedule', true]);
});

it('says what came of the posts (§8); a project is stored as entered, and the form is empty again', async () => {
  fail(GENERATE, { status: 500, body: { error: 'No.', code: 'internal' } });
  await enter({ ...good, niche: MIXED });
  await choose('Posts Per Day *', '1 post per day');
  await submit();
  await says(...SPECIFIED['Content Creator: AI function call errors']);
  expect(await projects()).toEqual([
    {
      niche_name: MIXED,
      source_url_1: good.url1,
      source_url_2: good.url2,
      posts_per_day: 1,
      platforms: ['instagram', 'linkedin'],
      video_path: null,
    },
  ]);
  expect(entries()).toEqual(EMPTY);
  await says('3 posts per day');
  letGo();
  fail(GENERATE, { status: 200, body: { success: true, template: 'Carousel Tips', created: 2 } });
  await enter(good);
  await submit();
  await says(...SPECIFIED['Content Creator: AI success'], '2 posts written and scheduled.');
  letGo();
  fail(GENERATE, { status: 200, body: { success: false } });
  await enter(good);
  await press('Add another source');
  await press('Add another source');
  expect(document.activeElement).toBe(within(form()).getByRole('textbox', { name: 'Source URL 4' }));
  await fill('Source URL 4', 'https://bread.example/third');
  await submit();
  await says(...SPECIFIED['Content Creator: AI returns not success'], 'bread.example/third');
});

it('is busy while its posts are made, once: "Generating Content..." and disabled', async () => {
  const made = deferred<GenerationResult>();
  app.answer(GENERATE, () => made.promise);
  await enter({ ...good, platforms: ['LinkedIn'] });
  await submit();
  await says('Generating Content...', 'Reading your sources');
  expect(button()).toEqual(['Generating Content...', false]);
  await app.user.keyboard('{Enter}');
  made.resolve({ success: true, created: 3, template: 'Carousel Tips' });
  await says('Content Generated! 🎉', 'Generate & Schedule');
  expect(await projects()).toHaveLength(1);
});
