/** What never begins a line (the Japanese kinsoku rules and their Chinese and Latin kin), and what never ends one. */
const NEVER_FIRST =
  /^[、。，．・：；？！ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ）」』】〉》〕］｝”’%％‰…‥‼⁉,.!?:;)\]}»]/u;
const NEVER_LAST = /[（「『【〈《〔［｛“‘([{«¥￥$€£#＃@＠]$/u;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const PHRASE_END = /[、。，．！？…‥,.!?]$/u;
const HYPHENATED = /[\p{L}\p{N}][-\u2010\u2013\u2014]$/u;

/** The places at which a line may begin, as indices into the text; 0 is not among them. */
export function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { segment, index } of wordsOf(text)) {
    const before = text.slice(0, index);
    if (index === 0 || segment.trim() === '' || NEVER_FIRST.test(segment) || NEVER_LAST.test(before.trimEnd()))
      continue;
    if (/\s$/u.test(before) || HYPHENATED.test(before) || isBetweenPhrases(before, segment)) starts.push(index);
  }
  return starts;
}

/** Whether a word too long for a line may be broken before this character. */
export function mayBegin(character: string, before: string): boolean {
  return !NEVER_FIRST.test(character) && !NEVER_LAST.test(before);
}

/**
 * Where no spaces are: between words, but in Japanese not in front of the endings and particles in hiragana that belong
 * to the word before.
 */
function isBetweenPhrases(before: string, next: string): boolean {
  if (!UNSPACED.test(next) && !UNSPACED.test(before.slice(-1))) return false;
  return PHRASE_END.test(before) || !/^\p{Script=Hiragana}/u.test(next);
}

function wordsOf(text: string) {
  const language = KANA.test(text) ? 'ja' : /\p{Script=Thai}/u.test(text) ? 'th' : 'zh';
  return new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
}
