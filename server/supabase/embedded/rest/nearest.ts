/** The maximum length of a name in Postgres; anything beyond it is not compared. */
const MOST_LENGTH = 63;
/** As in PostgREST: names that share trigrams come before those that share only bigrams. */
const GRAM_SIZES = [3, 2];
/** How many of those names, the most similar ones, are compared by edit distance. */
const MOST_COMPARED = 50;
const LEAST_LIKENESS = 0.33;

/** Finds the name most similar to `name`, for "Perhaps you meant …"; null if none is similar enough. */
export function nearest(name: string, names: Iterable<string>): string | null {
  const asked = comparable(name);
  const others = [...names].map((other) => ({ name: other, text: comparable(other) }));
  for (const size of GRAM_SIZES) {
    const [best] = others
      .map((other) => ({ ...other, shared: sharedGrams(asked, other.text, size) }))
      .filter(({ shared }) => shared > 0)
      .sort((one, other) => other.shared - one.shared)
      .slice(0, MOST_COMPARED)
      .map((other) => ({ name: other.name, likeness: likenessOf(asked, other.text) }))
      .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
      .sort((one, other) => other.likeness - one.likeness);
    if (best) return best.name;
  }
  return null;
}

function comparable(name: string): string {
  return name.slice(0, MOST_LENGTH).toLowerCase();
}

/** Cosine similarity of two names' n-grams of length `size`, from 0 to 1. */
function sharedGrams(one: string, other: string, size: number): number {
  const [left, right] = [gramsOf(one, size), gramsOf(other, size)];
  let product = 0;
  for (const [gram, count] of left) product += count * (right.get(gram) ?? 0);
  return product === 0 ? 0 : product / (lengthOf(left) * lengthOf(right));
}

function gramsOf(name: string, size: number): Map<string, number> {
  const grams = new Map<string, number>();
  const padded = `-${name}-`.padEnd(size, '-');
  for (let at = 0; at + size <= padded.length; at++) {
    const gram = padded.slice(at, at + size);
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function lengthOf(grams: Map<string, number>): number {
  return Math.hypot(...grams.values());
}

/** Similarity from 0 to 1: one minus the Levenshtein distance, relative to the longer name. */
function likenessOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (other[to - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 0 : 1 - (row.at(-1) ?? 0) / longer;
}
