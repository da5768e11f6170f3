import { graphemesIn } from '../../../shared/posts/graphemes.ts';

/**
 * Graphemes per second that adults read in a moving picture, by script. Based on the limits of Netflix's Timed Text
 * Style Guides for adults (characters per second: Chinese 9, Japanese 4, Korean 12, Arabic 20, Hebrew 17, Hindi 22,
 * Thai 17, others 17 to 20), lowered because the words here also move, and for scripts whose graphemes have several
 * characters.
 */
const READ_PER_SECOND: readonly (readonly [script: RegExp, graphemes: number])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 4],
  [/\p{sc=Han}/u, 7],
  [/\p{sc=Hangul}/u, 10],
  [/[\p{sc=Arabic}\p{sc=Hebrew}]/u, 13],
  [/[\p{sc=Devanagari}\p{sc=Thai}]/u, 10],
];
const JAPANESE_PER_SECOND = 4;
const OTHERS_PER_SECOND = 16;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const HAN = /\p{sc=Han}/u;

/** How long it takes to read a text on the screen, in milliseconds. */
export function readingMs(text: string): number {
  const isJapanese = KANA.test(text);
  let seconds = 0;
  for (const grapheme of graphemesIn(text)) {
    // Han is read as fast as the kana around it.
    const speed =
      isJapanese && HAN.test(grapheme)
        ? JAPANESE_PER_SECOND
        : READ_PER_SECOND.find(([script]) => script.test(grapheme))?.[1];
    seconds += 1 / (speed ?? OTHERS_PER_SECOND);
  }
  return Math.round(seconds * 1000);
}
