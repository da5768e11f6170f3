import type { PlanScene } from '../../../shared/video/plan.ts';
import { chooseLanguage } from '../writers/languages/choose-language.ts';

/** Signs that voices would read aloud by name: emoji with their parts, and the signs of hashtags. */
const UNSPOKEN =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}]|\u20e3|\u200d|\ufe0f|[#＃](?=\p{L})/gu;
const LINK = /(?:https?:\/\/|www\.)\S+/giu;
const END = /[.!?…:;,。！？：؟।]['"”’»)\]]*$/u;

/** The words to speak for a scene: its heading as a sentence, then its text. Empty if it has no words. */
export function spokenWords({ heading = '', text }: Pick<PlanScene, 'heading' | 'text'>): string {
  const [first, second] = [heading, text].map((part) =>
    part
      .replace(LINK, ' ')
      .replace(UNSPOKEN, ' ')
      .replace(/\p{Cc}/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  ) as [string, string];
  const words = first && second ? `${first}${END.test(first) ? '' : '.'} ${second}` : first || second;
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/** Languages that can be recognised by their letters, well enough for a voice. */
const BY_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Arabic}/u, 'ar'],
  [/\p{sc=Hebrew}/u, 'he'],
  [/\p{sc=Devanagari}/u, 'hi'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Greek}/u, 'el'],
  [/[їєґ]/iu, 'uk'],
  [/\p{sc=Cyrillic}/u, 'ru'],
];

/** The language of a film's words, as a primary BCP 47 tag. */
export function spokenLanguage(text: string): string {
  const { tag } = chooseLanguage(text, null);
  return tag === 'und' ? (BY_SCRIPT.find(([script]) => script.test(text))?.[1] ?? tag) : tag;
}
