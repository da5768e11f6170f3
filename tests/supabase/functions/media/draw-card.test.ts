import { Resvg } from '@resvg/resvg-wasm';
import { describe, expect, test } from 'vitest';
import { drawableText, subsetsFor } from '../../../../supabase/functions/auto-generate-content/media/card-text.ts';
import { cardSvg, drawCard } from '../../../../supabase/functions/auto-generate-content/media/draw-card.ts';
import { rasterise } from '../../../../supabase/functions/auto-generate-content/media/rasterise.ts';
import type { CardDesign, Slide } from '../../../../supabase/functions/auto-generate-content/post.ts';

const DESIGNS = (['paper', 'headline', 'band'] as const).flatMap((style) =>
  (['light', 'dark'] as const).map((theme): CardDesign => ({ style, theme })),
);
const SENTENCE =
  'Muscle responds to training at every age, and beginners often notice the first change within six weeks.';
const SLIDES: Record<string, Slide> = {
  'a short title': { kicker: 'Fitness', title: 'Go.', footer: 'steadybody.example' },
  'title and body': { kicker: 'Fitness', title: 'Leave two repetitions in the tank', body: SENTENCE },
  'a long title and a long body': { kicker: 'Fitness', title: SENTENCE.repeat(2), body: SENTENCE.repeat(2) },
  'a word that is too long': {
    kicker: 'Recht',
    title: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  },
  'far too much text': { kicker: 'Fitness', title: 'Everything', body: `${SENTENCE} `.repeat(60) },
  'no footer, no body and a niche of emoji': { kicker: '💪🔥', title: 'Train 💪 hard' },
  'an uncovered script': { kicker: '料理', title: 'パンは生きている。' },
};

describe.each(DESIGNS)('$style, $theme', (design) => {
  test.each(Object.entries(SLIDES))('%s', async (_, slide) => {
    const svg = await cardSvg(slide, design, { index: 1, count: 10 });
    expect(svg).toMatch(/^<svg width="1080" height="1350"/);
    expect(svg).not.toMatch(/<text/);
    const inked = await inkOutside(svg, 20);
    expect(inked).toBe(false);
  });
});

test('a card is a PNG of 1080 x 1350 pixels', async () => {
  const png = await drawCard(
    SLIDES['title and body'] as Slide,
    { style: 'paper', theme: 'light' },
    { index: 0, count: 1 },
  );
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(png.buffer, png.byteOffset);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([1080, 1350]);
});

test('the same slide is drawn the same, and cards can be drawn side by side', async () => {
  const draw = () =>
    drawCard(SLIDES['title and body'] as Slide, { style: 'band', theme: 'dark' }, { index: 0, count: 3 });
  const [first, second] = await Promise.all([draw(), draw()]);
  expect(first).toEqual(second);
});

describe('what a card can show', () => {
  test.each([
    ['Train 💪🏽 hard 🇩🇪!', 'Train hard!'],
    ['Łódź, Ελλάδα, Київ, Tiếng Việt', 'Łódź, Ελλάδα, Київ, Tiếng Việt'],
    ['“Quotes” – and 5 € … fine', '“Quotes” – and 5 € … fine'],
    ['パン', ''],
  ])('%s', (given, drawn) => expect(drawableText(given)).toBe(drawn));

  test('only the subsets that a text needs are loaded', () => {
    expect(subsetsFor('Crème brûlée')).toEqual(['latin']);
    expect(subsetsFor('Łódź in Київ')).toEqual(['latin', 'latin-ext', 'cyrillic']);
  });
});

/** Whether a card's outermost pixels left, right and below show more than flat colour: words that ran out of their frame do. */
async function inkOutside(svg: string, border: number): Promise<boolean> {
  await rasterise(svg); // loads resvg
  const image = new Resvg(svg).render();
  const { width, height, pixels } = image;
  const at = (x: number, y: number) => pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).join();
  for (let y = Math.round(height * 0.3); y < height; y += 1) {
    for (let x = 0; x < border; x += 1) {
      if (at(x, y) !== at(0, height - 1) || at(width - 1 - x, y) !== at(0, height - 1)) return true;
    }
  }
  for (let x = 0; x < width; x += 1) if (at(x, height - border) !== at(0, height - 1)) return true;
  return false;
}
