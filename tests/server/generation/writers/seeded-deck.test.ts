import { expect, test } from 'vitest';
import { createDeck } from '../../../../server/generation/writers/seeded-deck.ts';

const CARDS = ['a', 'b', 'c'];

test('a list is dealt anew when it is through, unless each card may come only once', () => {
  const deck = createDeck('seed');
  const drawn = Array.from({ length: 6 }, () => deck.draw(CARDS));
  expect([new Set(drawn.slice(0, 3)), new Set(drawn.slice(3))]).toEqual([new Set(CARDS), new Set(CARDS)]);
  const once = createDeck('seed');
  expect(new Set(Array.from({ length: 3 }, () => once.drawOnce(CARDS)))).toEqual(new Set(CARDS));
  expect(once.drawOnce(CARDS)).toBeUndefined();
});

test('the seed alone decides the order', () => {
  const order = (seed: string) => createDeck(seed).shuffle(['a', 'b', 'c', 'd', 'e', 'f']).join('');
  expect(order('one')).toBe(order('one'));
  expect(new Set(['one', 'two', 'three', 'four'].map(order)).size).toBeGreaterThan(1);
});
