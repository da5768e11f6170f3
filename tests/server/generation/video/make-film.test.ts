import { describe, expect, test } from 'vitest';
import { makeFilm } from '../../../../server/generation/video/make-film.ts';
import { type PlanOptions, planVideo, type VideoPost } from '../../../../server/generation/video/plan-video.ts';
import { readingMs } from '../../../../server/generation/video/reading-time.ts';
import { CARD_STYLES, CARD_THEMES } from '../../../../shared/pictures/card.ts';
import { contrast, READABLE_CONTRAST } from '../../../../shared/pictures/colour.ts';
import {
  type Box,
  FILM_MAX_MS,
  FILM_MIN_MS,
  type Film,
  filmSchema,
  frameCount,
  type Layer,
} from '../../../../shared/video/film.ts';
import { EXIT_MS } from '../../../../shared/video/motion.ts';
import type { PlanScene, VideoPlan } from '../../../../shared/video/plan.ts';
import { SAFE_AREA } from '../../../../shared/video/safe-area.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { POSTS } from './posts.ts';

const OWNER = {
  niche: 'Home baking',
  source: 'bread.example',
  brand: { brand_color: null, brand_handle: '@bread.daily' },
};
const OPTIONS: PlanOptions = { design: { style: 'paper', theme: 'light' }, pace: 'normal', length: 'medium', seed: 5 };
const LOOKS = CARD_STYLES.flatMap((style) => CARD_THEMES.map((theme) => ({ style, theme })));

const filmOf = (post: VideoPost, options: Partial<PlanOptions> = {}) =>
  makeFilm(planVideo(post, { ...OPTIONS, ...options }), OWNER);
const planOf = (...scenes: PlanScene[]): VideoPlan => ({ ...OPTIONS, mood: null, scenes });
const words = (film: Film) => film.scenes.map(({ layers }) => layers.flatMap(({ text }) => text ?? []).join(' '));

function boundsOf(layer: Layer) {
  const numbers = layer.inks.flatMap(({ d }) => d.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []);
  const [xs, ys] = [0, 1].map((part) => numbers.filter((_, index) => index % 2 === part));
  return { xs: xs ?? [], ys: ys ?? [] };
}

describe.each(LOOKS.map((design, at) => ({ ...design, at })))('$style, $theme', ({ style, theme, at }) => {
  test.each(everyNth(Object.entries(POSTS), 40, 2 * at))('a film of %s', async (_, post) => {
    for (const length of everyNth(['short', 'long'] as const, 2, at)) {
      const film = await filmOf(post, { design: { style, theme }, length });
      expect(filmSchema.parse(film)).toEqual(film);
      expect(film.durationMs).toBeGreaterThanOrEqual(FILM_MIN_MS);
      expect(film.durationMs).toBeLessThanOrEqual(FILM_MAX_MS);
      expect(frameCount(film) / film.fps).toBeCloseTo(film.durationMs / 1000, 3);
      let end = 0;
      for (const scene of film.scenes) {
        expect(scene.startMs).toBeCloseTo(end, 6);
        end += scene.durationMs;
        for (const layer of scene.layers.filter(({ text }) => text)) {
          const { xs, ys } = boundsOf(layer);
          expect(Math.min(...xs), layer.text).toBeGreaterThanOrEqual(SAFE_AREA.x);
          expect(Math.max(...xs), layer.text).toBeLessThanOrEqual(SAFE_AREA.x + SAFE_AREA.width);
          expect(Math.min(...ys), layer.text).toBeGreaterThanOrEqual(SAFE_AREA.y);
          expect(Math.max(...ys), layer.text).toBeLessThanOrEqual(SAFE_AREA.y + SAFE_AREA.height);
          // All of the text is visible before the scene ends.
          expect(layer.entrance.atMs + layer.entrance.durationMs).toBeLessThanOrEqual(scene.durationMs - EXIT_MS);
        }
      }
      expect(end).toBeCloseTo(film.durationMs, 6);
    }
  });
});

test.each(everyNth(Object.entries(POSTS), 9))('the words of %s stand as long as they take to read', async (_, post) => {
  for (const pace of ['calm', 'quick'] as const) {
    const plan = planVideo(post, { ...OPTIONS, pace });
    const film = await makeFilm(plan, OWNER);
    for (const [index, { durationMs }] of film.scenes.entries()) {
      const { heading = '', text = '' } = plan.scenes[index] ?? {};
      expect(durationMs - EXIT_MS).toBeGreaterThanOrEqual(readingMs(heading) + readingMs(text));
    }
  }
});

test('captions follow each other and hold the words that are read, without the closing card', async () => {
  const film = await filmOf(POSTS['5,000 characters'] as VideoPost, { length: 'long' });
  const plan = planVideo(POSTS['5,000 characters'] as VideoPost, { ...OPTIONS, length: 'long' });
  const read = plan.scenes.slice(0, -1).map(({ text }) => text);
  expect(film.captions.map(({ text }) => text).join(' ')).toBe(read.join(' '));
  expect(Math.max(...film.captions.map(({ text }) => text.length))).toBeLessThanOrEqual(84);
  for (const [index, { startMs, endMs }] of film.captions.entries()) {
    expect(endMs).toBeGreaterThan(startMs);
    expect(startMs).toBeGreaterThanOrEqual(film.captions[index - 1]?.endMs ?? 0);
  }
  expect(film.captions.at(-1)?.endMs).toBeLessThanOrEqual(film.scenes.at(-1)?.startMs ?? 0);
});

test('the handle, the niche and the source close the film; the handle stays over all other scenes', async () => {
  const film = await filmOf(POSTS.English as VideoPost);
  const shown = words(film);
  for (const part of ['Home baking', '@bread.daily', 'bread.example']) expect(shown.at(-1)).toContain(part);
  expect(shown.slice(0, -1).every((scene) => scene.includes('@bread.daily'))).toBe(true);
  const stays = film.scenes.map(({ layers }) => layers.some((layer) => layer.stays));
  expect(stays).toEqual([...stays.slice(0, -2).map(() => true), false, false]);
});

test('the steps of a list are numbered', async () => {
  const film = await filmOf(POSTS['Spanish steps'] as VideoPost);
  const shown = words(film);
  expect([1, 2, 3].map((step) => shown[step])).toEqual([1, 2, 3].map((step) => expect.stringMatching(` ${step} `)));
});

const STEPS = Array.from({ length: 6 }, (_, index) => ({
  title: `${index + 1}. Take step number ${index + 1}`,
  body: `It is done like this, on day ${index + 1} of the week. And here is some more that one could say of it, in another sentence.`,
}));

test.each<[string, Partial<VideoPost>]>([
  ['a carousel', { slides: [{ title: 'How it is done' }, ...STEPS] }],
  ['a caption', { caption: ['How it is done', ...STEPS.map(({ title, body }) => `${title}. ${body}`)].join('\n') }],
])('the list of %s is told whole, in less detail where time is short', (_, post) => {
  for (const length of ['short', 'medium', 'long'] as const) {
    const { scenes } = planVideo({ caption: '', slides: [], ...post }, { ...OPTIONS, length });
    expect(scenes.filter(({ kind }) => kind === 'step')).toHaveLength(STEPS.length);
  }
});

test('a right-to-left film is laid out from the right', async () => {
  const edges = async (post: string) => {
    const [scene] = (await filmOf(POSTS[post] as VideoPost)).scenes;
    const boxes = scene?.layers.filter(({ text }) => text).map(({ box }) => box) ?? [];
    return { left: Math.min(...boxes.map(({ x }) => x)), right: Math.max(...boxes.map(({ x, width }) => x + width)) };
  };
  expect((await edges('Arabic')).right).toBeGreaterThan(870);
  expect((await edges('English')).left).toBeLessThan(90);
});

test('the same plan gives the same film, and a picture stands behind the words', async () => {
  const post = { ...(POSTS.English as VideoPost), pictures: ['posts/1/photo.jpg'] };
  const film = await filmOf(post);
  expect(await filmOf(post)).toEqual(film);
  expect(film.pictures).toEqual(['posts/1/photo.jpg']);
  expect(film.scenes.map(({ picture }) => picture?.key)).toEqual([
    'posts/1/photo.jpg',
    ...film.scenes.slice(1).map(() => undefined),
  ]);
});

const BRAND_COLOURS = ['#f2f2f2', '#0b0b0b', '#ffe600', '#e0457b', '#3fae6b', '#7f7f7f', '#1f3fff'];

test.each(everyNth(LOOKS, 3))(
  'words of $style, $theme, are readable on every ground and shape behind them',
  async (design) => {
    for (const brand_color of everyNth(BRAND_COLOURS, 3)) {
      const film = await makeFilm(planVideo(POSTS['a French carousel'] as VideoPost, { ...OPTIONS, design }), {
        ...OWNER,
        brand: { ...OWNER.brand, brand_color },
      });
      for (const { ground, shapes, layers } of film.scenes) {
        for (const [index, { text, inks, box }] of layers.entries()) {
          if (!text) continue;
          const patches = layers
            .slice(0, index)
            .flatMap((layer) => (layer.text ? [] : [{ ...layer.box, fill: layer.inks[0]?.fill ?? '' }]));
          const behind = [...shapes, ...patches].filter((shape) => isOver(box, shape));
          // The background of the text is the topmost shape that covers it completely.
          const covering = behind.findLastIndex((shape) => isWithin(box, shape));
          const grounds =
            covering < 0 ? [ground, ...behind.map(({ fill }) => fill)] : behind.slice(covering).map(({ fill }) => fill);
          for (const fill of grounds) {
            expect(contrast(inks[0]?.fill ?? '', fill), `${brand_color}: ${text} on ${fill}`).toBeGreaterThanOrEqual(
              READABLE_CONTRAST,
            );
          }
        }
      }
    }
  },
);

function isOver(words: Box, { x, y, width, height }: Box): boolean {
  const isBeside = words.x >= x + width || words.x + words.width <= x;
  return !isBeside && words.y < y + height && words.y + words.height > y;
}

function isWithin(words: Box, { x, y, width, height }: Box): boolean {
  return words.x >= x && words.y >= y && words.x + words.width <= x + width && words.y + words.height <= y + height;
}

const LONG = 'Words that nobody can read in time, again and again. '.repeat(10).trim();

test.each<[string, () => Promise<Film>, RegExp]>([
  ['an empty post', () => filmOf({ caption: ' \n#tag https://a.example', slides: [] }), /no text for a video/],
  [
    'a scene with too many words',
    () => makeFilm(planOf({ kind: 'hook', text: 'Go' }, { kind: 'passage', heading: LONG, text: 'Short.' }), OWNER),
    /scene 2 does not fit/,
  ],
  [
    'more scenes than can be read in 45 seconds',
    () =>
      makeFilm(
        planOf(...Array.from({ length: 12 }, () => ({ kind: 'passage' as const, text: LONG.slice(0, 100) }))),
        OWNER,
      ),
    /takes \d+ seconds to read, and a video lasts at most 45/,
  ],
])('%s is refused with a reason', async (_, make, reason) => {
  await expect(Promise.resolve().then(make)).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(reason),
  });
});
