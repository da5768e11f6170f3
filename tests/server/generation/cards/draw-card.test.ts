import { describe, expect, test } from 'vitest';
import { type CardOrder, cardSvg, drawCard } from '../../../../server/generation/cards/draw-card.ts';
import { loadFonts } from '../../../../server/generation/cards/fonts/font-set.ts';
import { lineStarts } from '../../../../server/generation/cards/layout/line-breaks.ts';
import { paragraphOf } from '../../../../server/generation/cards/layout/paragraph.ts';
import { NO_BRAND } from '../../../../shared/pictures/brand.ts';
import type { CardDesign, Slide } from '../../../../shared/pictures/card.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { blocksOf, boxOf, pictureOf, textOf } from './picture.ts';

const STYLES = ['paper', 'headline', 'band'] as const satisfies CardDesign['style'][];
const SENTENCE =
  'Muscle responds to training at every age, and beginners often notice the first change within six weeks.';
const SLIDES: Record<string, Slide> = {
  'a short title': { kicker: 'Fitness', title: 'Go.', footer: 'steadybody.example' },
  'title and body': { kicker: 'Fitness', title: 'Leave two repetitions in the tank', body: SENTENCE },
  'a word that is too long': {
    kicker: 'Recht',
    title: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  },
  'a thousand characters without a space': { kicker: 'a'.repeat(90), title: 'W'.repeat(1000), footer: 'w'.repeat(200) },
  'far too much text': { kicker: 'Fitness', title: 'Everything', body: `${SENTENCE} `.repeat(60) },
  'no footer, no body and a niche of emoji': { kicker: '💪🔥', title: 'Train 💪 hard' },
  Japanese: {
    kicker: '自家製パン',
    title: 'パンは生きている。だから毎日すこしずつ違う。',
    body: '天然酵母は温度と湿度に敏感で、夏は発酵が早く、冬はゆっくりと進みます。'.repeat(6),
    footer: '出典：pan.example',
  },
  'Arabic with Latin and numbers': {
    kicker: 'خبز منزلي',
    title: 'الخبز البلدي يبدأ بالصبر، لا بالخميرة!',
    body: 'جرّب وصفة Tartine (الطبعة 2) في بيتك 🍞 عند درجة 4°.',
    footer: 'المصدر: khubz.example',
  },
  'a script that no font has': { kicker: 'ᎠᏂᏴᏫ', title: 'ᎠᏂᏴᏫᏯ ᎠᎴ ᎠᏂᎨᏴ', footer: 'cherokee.example' },
  'nothing at all': { title: '' },
};
const BRAND = { brand_color: '#0a7d5a', brand_handle: '@bread.daily' };

const order = (fields: Partial<CardOrder> = {}): CardOrder => ({
  design: { style: 'paper', theme: 'light' },
  position: { index: 0, count: 1 },
  brand: NO_BRAND,
  ...fields,
});

describe.each(STYLES.map((style, at) => ({ style, at })))('$style', ({ style, at }) => {
  const single = order({ design: { style, theme: 'light' } });
  const closing = order({ design: { style, theme: 'dark' }, position: { index: 9, count: 10 }, brand: BRAND });

  test.each(everyNth(Object.entries(SLIDES), 9, at))('keeps its margins: %s', async (_, slide) => {
    for (const given of [single, closing]) {
      const svg = await cardSvg(slide, given);
      expect(svg).toMatch(/^<svg width="1080" height="1350"/);
      expect(svg).not.toMatch(/<text|NaN|undefined|Infinity/);
      const box = await boxOf(textOf(svg));
      if (!box) continue;
      expect(box.left).toBeGreaterThan(70);
      expect(box.right).toBeLessThan(1010);
      expect(box.top).toBeGreaterThan(70);
      expect(box.bottom).toBeLessThan(1290);
    }
  });

  test.each(['light', 'dark'] as const)('in %s its title stands above its body and is larger', async (theme) => {
    const title = 'Leave two repetitions';
    const boxes = async (slide: Slide) => {
      const svg = await cardSvg(slide, order({ design: { style, theme } }));
      return (await Promise.all(blocksOf(svg).map(boxOf))).flatMap((box) => box ?? []);
    };
    const [heading, body] = await boxes({ title, body: 'Short.' });
    expect(heading?.bottom).toBeLessThan(body?.top ?? 0);
    expect((heading?.bottom ?? 0) - (heading?.top ?? 0)).toBeGreaterThan(2 * ((body?.bottom ?? 0) - (body?.top ?? 0)));
  });

  test.runIf(isFull || at === 0)(
    'a carousel says which card this is, leads on and closes in another colour',
    async () => {
      const slide = SLIDES['title and body'] as Slide;
      const at = (index: number) => cardSvg(slide, { ...single, position: { index, count: 3 }, brand: BRAND });
      const [first, second, last] = await Promise.all([at(0), at(1), at(2)]);
      const arrow = 'M3 12h18M14 5l7 7-7 7';
      expect(first).toContain(arrow);
      expect(second).toContain(arrow);
      expect(last).not.toContain(arrow);
      expect(second).not.toBe(first);
      expect((await pictureOf(last)).at(540, 1345)).not.toEqual((await pictureOf(first)).at(540, 1345));
    },
  );
});

test('a card is a PNG of 1080 x 1350 pixels that shows what the SVG does, the same one each time', async () => {
  const slide = SLIDES['title and body'] as Slide;
  const [png, again] = await Promise.all([drawCard(slide, order()), drawCard(slide, order())]);
  expect(png).toEqual(again);
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(png.buffer, png.byteOffset);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([1080, 1350]);
  const decoded = await pictureOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350"><image width="1080" height="1350" href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/></svg>`,
  );
  const expected = await pictureOf(await cardSvg(slide, order()));
  const sample = (picture: typeof decoded) =>
    Array.from({ length: 150 }, (_, row) =>
      Array.from({ length: 120 }, (_, x) => picture.at(x * 9, row * 9)).join(' '),
    );
  expect(sample(decoded)).toEqual(sample(expected));
});

test("a brand's colour is the accent, and its handle is on the card", async () => {
  const slide = { kicker: 'Sourdough', title: 'Bread' };
  const band = (brand: CardOrder['brand']) =>
    cardSvg(slide, order({ design: { style: 'band', theme: 'light' }, brand }));
  expect((await pictureOf(await band(BRAND))).at(20, 300)).toEqual([0x0a, 0x7d, 0x5a]);
  expect(blocksOf(await band({ ...NO_BRAND, brand_handle: '@bread.daily' })).length).toBe(
    blocksOf(await band(NO_BRAND)).length + 1,
  );
});

/** The parts of a text that must each stay on one line. */
function partsOf(text: string): string[] {
  const starts = [0, ...lineStarts(text)];
  return starts.map((start, index) => text.slice(start, starts[index + 1]).trimEnd());
}

async function linesOf(text: string, em: number): Promise<string[]> {
  const paragraph = paragraphOf(text, false, { weight: 700, tracking: 0 }, await loadFonts(text));
  return paragraph.wrap(em).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ['between words', 'Bread is alive', ['Bread', 'is', 'alive']],
  ['behind a hyphen', 'a well-known thing', ['a', 'well-', 'known', 'thing']],
  ['but not before a pronoun that hangs on its verb', 'perca-se de propósito', ['perca-se', 'de', 'propósito']],
  ['nor inside a number', 'from 1,000.50 on', ['from', '1,000.50', 'on']],
  [
    'between Japanese phrases, endings and marks kept',
    'パンは生きている。だから違う。',
    ['パンは', '生きている。', 'だから', '違う。'],
  ],
  ['between Thai words', 'ขนมปังที่ดี', ['ขนมปัง', 'ที่', 'ดี']],
  ['only at spaces in Korean', '좋은 빵은 인내심에서', ['좋은', '빵은', '인내심에서']],
])('a line may begin %s', (_, text, parts) => expect(partsOf(text)).toEqual(parts));

test('lines are never wider than they may be, and no word is lost or cut', async () => {
  const text = 'Muscle responds to training at every age, and beginners often notice the first change.';
  for (let em = 6; em < 30; em += 1) {
    expect((await linesOf(text, em)).join(' ')).toBe(text);
  }
});

test('a word that is wider than a line is broken into pieces that are not', async () => {
  const text = 'Donaudampfschifffahrtsgesellschaft';
  const paragraph = paragraphOf(text, false, { weight: 700, tracking: 0 }, await loadFonts(text));
  const lines = paragraph.wrap(5);
  expect(lines.every(({ width }) => width <= 5)).toBe(true);
  expect(lines.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
});
