import { expect, test } from 'vitest';
import { contrast, READABLE_CONTRAST, readableOn } from '../../../shared/pictures/colour.ts';
import { paletteFor, paletteOf } from '../../../shared/pictures/palette.ts';

/** Colours from the whole RGB cube, the same in every run. */
const COLOURS = Array.from({ length: 500 }, (_, index) => {
  const value = (index * 2_654_435_761) % 0x1000000;
  return `#${value.toString(16).padStart(6, '0')}`;
}).concat('#000000', '#ffffff', '#808080', '#767676', '#ff0000', '#00ff00', '#0000ff', '#ffff00');

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#c4512f', '#c4512f')).toBe(1);
});

test('whatever the brand colour is, words on it and around it can be read', () => {
  for (const colour of COLOURS) {
    const { accent, onAccent, deep, pale } = paletteOf(colour);
    expect(accent).toBe(colour);
    expect(contrast(onAccent, accent), `on ${colour}`).toBeGreaterThanOrEqual(READABLE_CONTRAST);
    expect(contrast(deep, pale), `around ${colour}`).toBeGreaterThanOrEqual(READABLE_CONTRAST);
  }
});

test('a colour is made readable on any ground', () => {
  for (const [index, ground] of COLOURS.entries()) {
    const colour = COLOURS[(index * 7) % COLOURS.length] as string;
    expect(contrast(readableOn(ground, colour), ground)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
  }
});

test('a niche always has the same colours, which can be read too', () => {
  expect(paletteFor('Fitness', null)).toEqual(paletteFor('fitness', null));
  for (const niche of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    const { accent, onAccent, deep, pale } = paletteFor(niche, null);
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
    expect(contrast(deep, pale)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
  }
});
