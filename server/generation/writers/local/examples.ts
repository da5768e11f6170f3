import type { Style } from '../../../../shared/posts/template-style.ts';

/** An example of a style for a small model: an excerpt, and a post made from it. */
export type Example = { excerpt: string; passage: string; title: string; caption: string };

const TEA = 'Green tea turns bitter when the water boils. Water of about 75 degrees keeps it mild.';
const LIGHTS =
  'The harbour of Varde had 1,200 old lamps. In spring the town replaced them all with LEDs, and its power bill for lighting fell by 61 percent.';
const BIKE =
  'First loosen the brake. Then take the wheel out and press the tyre off the rim with two levers. Look for the hole under water, dry the tube and put the patch on.';
const OFFICE =
  'When Ada Lund took over the bakery, it lost money every month. She cut the range from forty breads to nine and baked those well. After a year the bakery made a profit.';

/**
 * An example for each style, on subjects unlikely in any workspace. Each post keeps to its excerpt and has no generic
 * opening or ending.
 */
export const EXAMPLES: Record<Style, Example> = {
  general: {
    excerpt: TEA,
    passage: 'Water of about 75 degrees keeps it mild.',
    title: 'Why your green tea is bitter',
    caption:
      'Bitter green tea? The water was too hot. Let it cool to about 75 degrees before you pour, and the tea stays mild.',
  },
  quote: {
    excerpt: 'A good knife is one that you sharpen, says the cook Mira Holm.',
    passage: 'A good knife is one that you sharpen, says the cook Mira Holm.',
    title: 'A good knife',
    caption:
      '“A good knife is one that you sharpen,” says the cook Mira Holm. The price on the box decides less than the stone in the drawer.',
  },
  tips: {
    excerpt: BIKE,
    passage: 'Look for the hole under water, dry the tube and put the patch on.',
    title: 'Mend a flat tyre',
    caption:
      'A flat tyre, mended:\n\n1. Press the tyre off the rim with two levers.\n2. Hold the tube under water to find the hole.\n3. Dry the tube, then put the patch on.',
  },
  how_to: {
    excerpt: BIKE,
    passage: 'Then take the wheel out and press the tyre off the rim with two levers.',
    title: 'How to mend a flat tyre',
    caption:
      'How to mend a flat tyre:\n\n1. Loosen the brake and take the wheel out.\n2. Press the tyre off the rim with two levers.\n3. Find the hole under water.\n4. Dry the tube and put the patch on.',
  },
  question: {
    excerpt: TEA,
    passage: 'Green tea turns bitter when the water boils.',
    title: 'How hot is your tea water?',
    caption:
      'Green tea turns bitter when the water boils; about 75 degrees keeps it mild. Do you measure the temperature, or do you just wait a few minutes?',
  },
  story: {
    excerpt: OFFICE,
    passage: 'She cut the range from forty breads to nine and baked those well.',
    title: 'Nine breads instead of forty',
    caption:
      'When Ada Lund took over the bakery, it lost money every month. She cut forty breads down to nine and baked those well. A year later the bakery made a profit.',
  },
  opinion: {
    excerpt: OFFICE,
    passage: 'She cut the range from forty breads to nine and baked those well.',
    title: 'Fewer, but better',
    caption:
      'A long list of products can hide that none of them is good. Ada Lund cut her bakery from forty breads to nine, and within a year it made a profit.',
  },
  facts: {
    excerpt: LIGHTS,
    passage: 'In spring the town replaced them all with LEDs, and its power bill for lighting fell by 61 percent.',
    title: '61 percent less',
    caption:
      '61 percent: that is how much the power bill for lighting fell in Varde after the town replaced all 1,200 old lamps in the harbour with LEDs.',
  },
  insight: {
    excerpt: LIGHTS,
    passage: 'In spring the town replaced them all with LEDs, and its power bill for lighting fell by 61 percent.',
    title: 'What new lamps save',
    caption:
      'Changing 1,200 harbour lamps to LEDs sounds like a small thing. In Varde it cut the power bill for lighting by 61 percent.',
  },
};
