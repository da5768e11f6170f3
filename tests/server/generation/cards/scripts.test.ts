import { describe, expect, test } from 'vitest';
import { cardSvg, drawableText } from '../../../../server/generation/cards/draw-card.ts';
import { loadFonts } from '../../../../server/generation/cards/fonts/font-set.ts';
import { type Line, paragraphOf } from '../../../../server/generation/cards/layout/paragraph.ts';
import { NO_BRAND } from '../../../../shared/pictures/brand.ts';
import { boxOf, textOf } from './picture.ts';

const STYLE = { weight: 700, tracking: 0 } as const;

/** The glyphs of a text on one line, from left to right. */
async function glyphsOf(text: string, isRtl: boolean) {
  const paragraph = paragraphOf(text, isRtl, STYLE, await loadFonts(text));
  const [line] = paragraph.wrap(Number.POSITIVE_INFINITY);
  const runs = paragraph.shape(line as Line);
  return runs.map((run) => ({ file: run.glyphs[0]?.face.file ?? '', ids: run.glyphs.map(({ id }) => id) }));
}

const titleOnly = (title: string) =>
  cardSvg({ title }, { design: { style: 'paper', theme: 'light' }, position: { index: 0, count: 1 }, brand: NO_BRAND });

describe('what a card can show', () => {
  test.each([
    ['Train 💪🏽 hard 🇩🇪!', 'Train 💪🏽 hard 🇩🇪!'],
    ['Łódź, Ελλάδα, Київ, Tiếng Việt', 'Łódź, Ελλάδα, Київ, Tiếng Việt'],
    ['مرحبا بكم في ٢٠٢٦', 'مرحبا بكم في ٢٠٢٦'],
    ['שלום, नमस्ते, สวัสดี, 안녕, 你好', 'שלום, नमस्ते, สวัสดี, 안녕, 你好'],
    ['ᎠᏂᏴᏫ, twice', 'twice'],
    ['two  lines\nand a\ttab', 'two lines and a tab'],
  ])('%s', async (given, drawn) => expect(drawableText(given, await loadFonts(given)).replace(/^, /, '')).toBe(drawn));

  test('of a Japanese text only the files that it needs are loaded', async () => {
    const files = (await glyphsOf('パンは生きている', false)).map(({ file }) => file);
    expect(files.every((file) => file.startsWith('@fontsource-variable/noto-sans-jp/'))).toBe(true);
  });

  test('Chinese characters look as they do in the language around them', async () => {
    const familyOf = async (text: string) => (await glyphsOf(text, false))[0]?.file.split('/')[1];
    expect([await familyOf('直す'), await familyOf('直接')]).toEqual(['noto-sans-jp', 'noto-sans-sc']);
  });
});

describe('Arabic and Hebrew', () => {
  test('letters are joined, unless a sign forbids it', async () => {
    const idsOf = async (text: string) => (await glyphsOf(text, true)).flatMap(({ ids }) => ids);
    const [joined, apart, alone] = await Promise.all(['ببب', 'ب\u200cب\u200cب', 'ب'].map(idsOf));
    const bodies = (ids: number[] = []) => ids.filter((id) => alone?.includes(id)).length;
    // The letter's dot stays the same; its body has another form at the beginning, inside and at the end of a word.
    expect([bodies(joined), bodies(apart)]).toEqual([3, 6]);
  });

  test('are drawn from the right, with numbers and Latin words the right way round in between', async () => {
    const ids = (await glyphsOf('לחם 24 ABC', true)).flatMap((run) => run.ids).join(' ');
    const at = async (text: string, isRtl: boolean) => {
      const [run] = await glyphsOf(text, isRtl);
      return ids.indexOf(run?.ids.join(' ') ?? 'none');
    };
    expect(await at('ABC', false)).toBe(0);
    expect(await at('24', false)).toBeGreaterThan(0);
    expect(await at('לחם', true)).toBeGreaterThan(await at('24', false));
  });

  test('begin at the right edge of the card, others at the left one', async () => {
    const right = await boxOf(textOf(await titleOnly('الخبز')));
    const left = await boxOf(textOf(await titleOnly('Bread')));
    expect(right?.right).toBeGreaterThan(960);
    expect(right?.left).toBeGreaterThan(400);
    expect(left?.left).toBeLessThan(110);
  });

  test('a sentence that begins with a Latin name is one of its own script nevertheless', async () =>
    expect((await boxOf(textOf(await titleOnly('Tartine وصفة خبز'))))?.right).toBeGreaterThan(960));
});

describe('emoji', () => {
  test.each([
    ['a joined family', '👨‍👩‍👧‍👦'],
    ['a skin tone', '👍🏽'],
    ['the flag of a part of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a heart made one by its selector', '❤️'],
  ])('%s is one glyph', async (_, emoji) => {
    const runs = await glyphsOf(emoji, false);
    expect(runs).toEqual([{ file: 'twemoji-colr-font/twemoji.woff2', ids: [expect.any(Number)] }]);
  });

  test('digits and signs that are letters first stay letters', async () =>
    expect((await glyphsOf('1 © ™', false)).every(({ file }) => file.includes('/inter/'))).toBe(true));
});
