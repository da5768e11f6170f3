import type { ReadableSource } from '../../generation/post.ts';

/** A made-up page about home baking, with material for every style of template. */
export const EXAMPLE_SOURCE: ReadableSource = {
  ok: true,
  url: 'https://example.com/better-bread-at-home',
  title: 'Better bread at home',
  language: 'en',
  picture: null,
  text: `Marta Lindqvist left a bowl of dough in the cold cellar of a village bakery in 2019 and went away for a long weekend. On Monday the dough was twice its size and had a smell of apples. She made a loaf of it anyway, and it was sold out before noon. Her bakery kept the cold night from then on.

Good bread at home depends less on equipment than on time and temperature. A slow dough forgives almost every mistake, because flavour and strength both build while it rests. Home bakers who give their dough a whole night get a better loaf than those who knead for twenty minutes.

## Weigh the flour

A cup of flour can hold anything from 120 to 160 grams, depending on how it was scooped. A kitchen scale costs less than a bag of good flour and makes every recipe repeatable.

## How to bake an overnight loaf

1. Mix 500 grams of flour with 350 grams of water, 10 grams of salt and 2 grams of yeast.

2. Cover the bowl and leave the dough on the counter for twelve hours.

3. Fold the dough into a tight ball on a floured board and let it rest for one hour.

4. Bake the loaf in a covered pot at 240 °C for 30 minutes, then uncovered for 15 minutes.

## Five tips for a better crust

- Preheat the pot for at least 40 minutes before the loaf goes in.

- Spray the loaf with water just before you close the lid.

- Score the dough with one deep cut, so that it can open where you want it to.

- Leave the loaf in the oven until the crust is darker than you dare.

- Wait one hour before slicing, because the crumb is still setting.

## Why does bread go stale?

Bread goes stale because its starch slowly turns crystalline again, not because it dries out. The process is fastest just above freezing, which makes the refrigerator the worst place for a fresh loaf.

## What a baker says

“The clock is only a guess, the dough tells you the truth,” says Marta Lindqvist, who has run a small village bakery for thirty years.`,
};
