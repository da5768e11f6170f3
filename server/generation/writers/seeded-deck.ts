import { randomFrom } from '../../../shared/chance/seeded-random.ts';

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
