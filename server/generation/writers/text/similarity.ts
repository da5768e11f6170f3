/** Minimum share of common words (Jaccard) of near-duplicates. */
const JACCARD_LIMIT = 0.6;
/** Minimum share of the shorter text's words in the longer one for containment. */
const CONTAINMENT_LIMIT = 0.85;
/** Shorter texts are not tested for containment. */
const CONTAINMENT_MIN_TOKENS = 8;

/** The words of a text without case, accents, hashtags and links; scripts without spaces as pairs of characters. */
export function tokensOf(text: string): Set<string> {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/https?:\/\/\S+|#[\p{L}\p{N}_]+/gu, ' ');
  const tokens = new Set<string>();
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(word)) tokens.add(word);
    else for (let at = 0; at < Math.max(1, word.length - 1); at += 1) tokens.add(word.slice(at, at + 2));
  }
  return tokens;
}

/** Whether two captions are nearly the same by token overlap, ignoring order, hashtags and punctuation. */
export function isNearDuplicate(a: string, b: string): boolean {
  return areNear(tokensOf(a), tokensOf(b));
}

/** isNearDuplicate for token sets. */
export function areNear(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  if (first.size === 0 || second.size === 0) return first.size === second.size;
  let common = 0;
  for (const token of first) if (second.has(token)) common += 1;
  if (common / (first.size + second.size - common) >= JACCARD_LIMIT) return true;
  const smaller = Math.min(first.size, second.size);
  return smaller >= CONTAINMENT_MIN_TOKENS && common / smaller >= CONTAINMENT_LIMIT;
}
