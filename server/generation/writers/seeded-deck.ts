/** Deals list entries in an order determined by the seed. */
export type Deck = {
  /** Reshuffles once every entry has been drawn. */
  draw<T>(list: readonly T[]): T | undefined;
  /** Never repeats an entry: undefined once the list is exhausted. */
  drawOnce<T>(list: readonly T[]): T | undefined;
  shuffle<T>(list: readonly T[]): T[];
};

export function createDeck(seed: string): Deck {
  const random = randomFrom(seed);
  const hands = new Map<readonly unknown[], unknown[]>();
  const shuffle = <T>(list: readonly T[]): T[] => {
    const cards = [...list];
    for (let last = cards.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [cards[last], cards[other]] = [cards[other] as T, cards[last] as T];
    }
    return cards;
  };
  const handOf = <T>(list: readonly T[]): T[] => {
    const hand = (hands.get(list) as T[] | undefined) ?? shuffle(list);
    hands.set(list, hand);
    return hand;
  };
  return {
    shuffle,
    drawOnce: (list) => handOf(list).shift(),
    draw(list) {
      if (handOf(list).length === 0) hands.delete(list);
      return handOf(list).shift();
    },
  };
}

/** A pseudo-random generator (mulberry32) over an FNV-1a hash of the seed: numbers in [0, 1). */
function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
