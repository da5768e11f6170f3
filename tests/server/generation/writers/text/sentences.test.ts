import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../../../server/generation/writers/languages/language.ts';
import { readSentences } from '../../../../../server/generation/writers/text/sentences.ts';
import { isWholeSentence, splitSentences } from '../../../../../server/generation/writers/text/split-sentences.ts';
import { atOnce } from '../../../../helpers/at-once.ts';

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

describe('whole sentences', () => {
  test.each([
    ['A loaf needs time.', true],
    ['“A loaf needs time,” says Ana.', true],
    ['¿Qué hacer contra el pulgón?', true],
    ['„Das Rad ist gut“, sagt sie.', true],
    ['»Das Rad ist gut«, sagt sie.', true],
    ['and then it was cut', false],
    ['A loaf needs ti', false],
    ['The rest is behind a…', false],
    ['“He never closed the quote.', false],
    ['Read it at https://a.example today.', false],
    ['Write to ana@a.example today.', false],
    ['Bread &amp; butter are fine.', false],
    ['BUY NOW AND SAVE BIG.', false],
    ['Home | News | Sport and more.', false],
  ])('%s', (text, whole) => expect(isWholeSentence(text)).toBe(whole));
});

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
