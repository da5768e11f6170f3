import { describe, expect, test } from 'vitest';
import { english } from '../../../../supabase/functions/auto-generate-content/writer/languages/english.ts';
import { german } from '../../../../supabase/functions/auto-generate-content/writer/languages/german.ts';
import {
  isWholeSentence,
  splitSentences,
} from '../../../../supabase/functions/auto-generate-content/writer/sentences.ts';

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
