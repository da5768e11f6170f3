/** Names longer than Postgres keeps them are compared no further. */
const MOST_LENGTH = 63;

/** The name of `names` that is most like `name`, for "Perhaps you meant …"; null when none is. */
export function nearest(name: string, names: Iterable<string>): string | null {
  let best: { name: string; likeness: number } | null = null;
  for (const other of names) {
    const likeness = likenessOf(name.slice(0, MOST_LENGTH).toLowerCase(), other.slice(0, MOST_LENGTH).toLowerCase());
    if (likeness > (best?.likeness ?? 0)) best = { name: other, likeness };
  }
  // As in PostgREST, a third in common is enough.
  return best && best.likeness > 0.33 ? best.name : null;
}

/** Cosine of the pairs of neighbouring letters that two names share, from 0 to 1. */
function likenessOf(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  const [left, right] = [pairsOf(one), pairsOf(other)];
  let product = 0;
  for (const [pair, count] of left) product += count * (right.get(pair) ?? 0);
  return product === 0 ? 0 : product / (lengthOf(left) * lengthOf(right));
}

function pairsOf(name: string): Map<string, number> {
  const pairs = new Map<string, number>();
  const padded = `-${name}-`;
  for (let at = 0; at + 1 < padded.length; at++) {
    const pair = padded.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function lengthOf(pairs: Map<string, number>): number {
  return Math.hypot(...pairs.values());
}
