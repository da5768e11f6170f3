/**
 * Characters that never begin a line (the Japanese kinsoku rules and their Chinese and Latin equivalents), and those
 * that never end one.
 */
const NEVER_FIRST =
  /^[、。，．・：；？！ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ）」』】〉》〕］｝”’%％‰…‥‼⁉,.!?:;)\]}»]/u;
const NEVER_LAST = /[（「『【〈《〔［｛“‘([{«¥￥$€£#＃@＠]$/u;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const PHRASE_END = /[、。，．！？…‥,.!?]$/u;
const HYPHENATED = /[\p{L}\p{N}][-\u2010\u2013\u2014]$/u;
/** Pronouns that some languages attach to their verbs ("perca-se") are not separated. */
const LONG_ENOUGH = /^[\p{L}\p{N}]{3}/u;

/** The indices at which a line may begin, without 0. */
export function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { segment, index } of wordsOf(text)) {
    const before = text.slice(0, index);
    if (index === 0 || segment.trim() === '' || NEVER_FIRST.test(segment) || NEVER_LAST.test(before.trimEnd()))
      continue;
    if (
      /\s$/u.test(before) ||
      (HYPHENATED.test(before) && LONG_ENOUGH.test(segment)) ||
      isBetweenPhrases(before, segment)
    )
      starts.push(index);
  }
  return starts;
}

/** Whether a word too long for a line may be broken before this character. */
export function mayBegin(character: string, before: string): boolean {
  return !NEVER_FIRST.test(character) && !NEVER_LAST.test(before);
}

/**
 * In text without spaces: allows breaks between words, but in Japanese not before the hiragana endings and particles of
 * the previous word.
 */
function isBetweenPhrases(before: string, next: string): boolean {
  if (!UNSPACED.test(next) && !UNSPACED.test(before.slice(-1))) return false;
  return PHRASE_END.test(before) || !/^\p{Script=Hiragana}/u.test(next);
}

function wordsOf(text: string) {
  const language = KANA.test(text) ? 'ja' : /\p{Script=Thai}/u.test(text) ? 'th' : 'zh';
  return new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
}
