/** Two texts that share this part of their words count as the same post. */
const JACCARD_LIMIT = 0.6;
/** At this share of its words, the shorter text is contained in the longer one. */
const CONTAINMENT_LIMIT = 0.85;
/** Below this many words, containment says nothing. */
const CONTAINMENT_MIN_TOKENS = 8;

/**
 * The words of a text without case, accents, hashtags and links; writing without spaces is taken in pairs of
 * characters.
 */
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

/**
 * Whether two captions are nearly the same by normalised token overlap, whatever their order, hashtags and punctuation.
 */
export function isNearDuplicate(a: string, b: string): boolean {
  return areNear(tokensOf(a), tokensOf(b));
}

/** isNearDuplicate for texts whose tokens are at hand. */
export function areNear(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  if (first.size === 0 || second.size === 0) return first.size === second.size;
  let common = 0;
  for (const token of first) if (second.has(token)) common += 1;
  if (common / (first.size + second.size - common) >= JACCARD_LIMIT) return true;
  const smaller = Math.min(first.size, second.size);
  return smaller >= CONTAINMENT_MIN_TOKENS && common / smaller >= CONTAINMENT_LIMIT;
}
