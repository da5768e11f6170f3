/** Names longer than Postgres keeps them are compared no further. */
const MOST_LENGTH = 63;
/** As in PostgREST: names that share three letters come before those that share two, and so many are compared closely. */
const GRAM_SIZES = [3, 2];
const MOST_COMPARED = 50;
const LEAST_LIKENESS = 0.33;

/** The name of `names` that is most like `name`, for "Perhaps you meant …"; null when none is. */
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

/** Cosine of the runs of letters of a length that two names share, from 0 to 1. */
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

/** How much of the longer name is left where one is edited into the other (Levenshtein), from 0 to 1. */
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
