import { describe, expect, it } from 'vitest';
import { chooseExcerpt, excerptsOf } from '../../../../../server/generation/writers/local/excerpts.ts';
import { readable } from '../../writing.ts';

const block = (word: string, length: number) => `${word} `.repeat(length / (word.length + 1)).trim();

describe('excerpts for a small model', () => {
  it('are whole blocks, the first of each source before the second of any', () => {
    const one = [block('dough', 1200), block('oven', 1200), block('crust', 1200)].join('\n\n');
    const other = block('beans', 900);
    expect(excerptsOf([readable(one), readable(other)]).map(({ source, text }) => [source, text.slice(0, 5)])).toEqual([
      [0, 'dough'],
      [1, 'beans'],
      [0, 'oven '],
      [0, 'crust'],
    ]);
  });

  it('break a block that is too long between sentences, in writing without spaces at half the characters', () => {
    const sentence = `${'The dough rests. '.repeat(6).trim()} `;
    const parts = excerptsOf([readable(sentence.repeat(40))]);
    expect(parts.length).toBeGreaterThan(1);
    for (const { text } of parts) expect(text.length <= 2100 && text.endsWith('rests.')).toBe(true);
    const japanese = excerptsOf([readable('生地を冷蔵庫で休ませる。'.repeat(200))]);
    for (const { text } of japanese) expect(text.length).toBeLessThanOrEqual(1050);
  });

  it('stay bounded where there is not one sentence', () => {
    const parts = excerptsOf([readable('x'.repeat(500_000))]);
    for (const { text } of parts) expect(text.length).toBeLessThanOrEqual(2100);
    expect(excerptsOf([readable(' \n\n ')])).toEqual([]);
  });

  it('are taken in turn: the one that the fewest captions were drawn from', () => {
    const [dough, pot] = ['Dough rests in the fridge for hours.', 'A pot keeps the steam inside while baking.'].map(
      (text, source) => ({ source, text }),
    );
    const excerpts = [dough, pot].flatMap((each) => each ?? []);
    expect(chooseExcerpt(excerpts, [])).toBe(dough);
    expect(chooseExcerpt(excerpts, ['Hours in the fridge: dough rests.'])).toBe(pot);
    expect(chooseExcerpt(excerpts, ['Hours in the fridge: dough rests.', 'Steam inside the pot while baking'])).toBe(
      dough,
    );
    expect(chooseExcerpt([], [])).toBeUndefined();
  });
});
