import { describe, expect, it, test } from 'vitest';
import { namesFigure } from '../../../../../server/generation/text/measure.ts';
import { languageOf } from '../../../../../server/generation/writers/languages/language.ts';
import { chooseExcerpt, excerptsOf } from '../../../../../server/generation/writers/local/excerpts.ts';
import { readSentences } from '../../../../../server/generation/writers/text/sentences.ts';
import { isNearDuplicate } from '../../../../../server/generation/writers/text/similarity.ts';
import { isWholeSentence, splitSentences } from '../../../../../server/generation/writers/text/split-sentences.ts';
import { atOnce } from '../../../../helpers/at-once.ts';
import { readable } from '../../writing.ts';

const english = languageOf('en');
const german = languageOf('de');

test('abbreviations and initials end no sentence', () => {
  expect(splitSentences('Dr. Smith met J. R. Miller at 9 a.m. in Leeds. They talked.', english)).toEqual([
    'Dr. Smith met J. R. Miller at 9 a.m. in Leeds.',
    'They talked.',
  ]);
  expect(splitSentences('Das kostet z. B. ca. 5 Euro. Dr. Stolz bezahlt.', german)).toEqual([
    'Das kostet z. B. ca. 5 Euro.',
    'Dr. Stolz bezahlt.',
  ]);
});

test.each([
  ['A loaf needs time.', true],
  ['¿Qué hacer contra el pulgón?', true],
  ['and then it was cut', false],
  ['A loaf needs ti', false],
  ['The rest is behind a…', false],
  ['“He never closed the quote.', false],
  ['Read it at https://a.example today.', false],
  ['Bread &amp; butter are fine.', false],
  ['BUY NOW AND SAVE BIG.', false],
])('whole sentences %s', (text, whole) => expect(isWholeSentence(text)).toBe(whole));

describe('the line below a quotation', () => {
  const speakersIn = (...blocks: string[]) =>
    atOnce(
      readSentences(
        { ok: true, url: 'https://a.example/', title: 'A', text: blocks.join('\n\n'), language: 'en', picture: null },
        0,
        english,
      ),
    ).map(({ text, speaker }) => [text, speaker]);

  test('names who said it', () =>
    expect(speakersIn('“Bread is alive.”', '— Dr. Ana Lima, baker')).toEqual([
      ['“Bread is alive.”', 'Dr. Ana Lima, baker'],
    ]));

  test('names nobody below anything else', () => {
    expect(speakersIn('Bread is a living thing.', '— Dr. Ana Lima, baker')).toEqual([
      ['Bread is a living thing.', null],
    ]);
    expect(speakersIn('“Bread is alive.”', '— and so are we all.')).toEqual([['“Bread is alive.”', null]]);
  });
});

test.each([
  ['A cup holds 120 grams.', true],
  ['It came back in 2011.', false],
  ['On 4 October 1952 it rolled down the lane.', false],
  ['In the 17th century it was new.', false],
  ['四人家族の食費は八万七千円です。', true],
  ['1952年10月4日に走りました。', false],
])('%s %s', (text, expected) => expect(namesFigure(text)).toBe(expected));

const CAPTION =
  'Worth knowing:\n\nA simple kitchen scale removes the guesswork and costs less than a bag of good flour.';

test.each([
  ['the same text', CAPTION, CAPTION, true],
  ['other case, accents, hashtags and links', CAPTION, `${CAPTION.toUpperCase()} #Baking https://a.example/`, true],
  [
    'one within the other',
    CAPTION,
    `${CAPTION} Once every ingredient is weighed, a recipe becomes something to repeat.`,
    true,
  ],
  [
    'another sentence under the same hook',
    CAPTION,
    'Worth knowing:\n\nBread goes stale because its starch turns crystalline again.',
    false,
  ],
  ['nothing beside something', '', CAPTION, false],
  ['Japanese', 'パンは生きている。毎朝焼きます。', 'パンは生きている。毎朝焼きます！', true],
])('%s', (_, a, b, expected) => {
  expect(isNearDuplicate(a, b)).toBe(expected);
  expect(isNearDuplicate(b, a)).toBe(expected);
});

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
