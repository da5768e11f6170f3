import { expect, test } from 'vitest';
import { namesFigure } from '../../../../../server/generation/text/measure.ts';

test.each([
  ['A cup holds 120 grams.', true],
  ['Prices fell by 4.5 %.', true],
  ['It came back in 2011.', false],
  ['On 4 October 1952 it rolled down the lane.', false],
  ['El 3 de mayo de 1931 abrió el mercado.', false],
  ['Am 9. August 1884 kam das Wasser.', false],
  ['In the 17th century it was new.', false],
  ['The fund holds 2000.50 dollars.', true],
  ['四人家族の食費は八万七千円です。', true],
  ['1952年10月4日に走りました。', false],
  ['一言だけ伝えました。', false],
])('%s %s', (text, expected) => expect(namesFigure(text)).toBe(expected));
