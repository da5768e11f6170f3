import { describe, expect, it } from 'vitest';
import { everyNth, isFull } from '../../helpers/depth.ts';
import { type Audience, HOURS, type Played, play, TEMPLATES } from './audiences.ts';

const SEEDS = isFull ? 40 : 3;
const LATE = 60;

const around = (best: number, height: number) => (hour: number) => height * Math.exp(-((hour - best) ** 2) / 2);
const evening = { timeEffect: ({ hour }: { hour: number }) => around(18, 0.8)(hour) };
const lists = { templateEffect: (template: string) => (template === 'c' ? 0.6 : 0) };
const NONE: Audience = { timeEffect: () => 0, templateEffect: () => 0, noise: 0.7 };

/** `margin` is the learner's minimum gain over chance, in logarithms; `hour` and `template` are the true best. */
const TRUTHS: { name: string; audience: Audience; days?: number; margin: number; hour?: number; template?: string }[] =
  [
    { name: 'both', audience: { ...NONE, ...evening, ...lists }, margin: 0.25, hour: 18, template: 'c' },
    {
      name: 'both, with one post in twenty doing 40 times as well by luck',
      audience: { ...NONE, ...evening, ...lists, luck: { share: 0.05, times: 40 } },
      margin: 0.2,
      hour: 18,
      template: 'c',
    },
    {
      name: 'both, with the figures of two in five posts unknown',
      audience: { ...NONE, ...evening, ...lists, unknown: 0.4 },
      margin: 0.15,
      hour: 18,
      template: 'c',
    },
    {
      name: 'a best hour that moves from morning to evening',
      audience: { ...NONE, timeEffect: ({ hour }, day) => around(day < 100 ? 9 : 19, 0.8)(hour) },
      days: isFull ? 300 : 240,
      margin: 0.05,
      hour: 19,
    },
  ];

describe.each(everyNth(TRUTHS, 3))('an audience with $name', ({ audience, days = 120, margin, hour, template }) => {
  it('is learned: better than chance, and mostly at what is best', () => {
    const runs = [...Array(SEEDS).keys()].map((seed) => {
      const of = (learns: boolean) => play(audience, { seed: String(seed), days, learns });
      return { learned: of(true), chance: of(false) };
    });
    const gain = mean(runs.map(({ learned, chance }) => worthOf(learned) - worthOf(chance)));
    const hours = runs.filter(({ learned }) => Math.abs(favourite(learned, ({ arm }) => arm.hour) - (hour ?? 0)) <= 1);
    const templates = runs.filter(({ learned }) => favourite(learned, (post) => post.template) === template);
    expect(gain).toBeGreaterThan(margin);
    if (hour !== undefined) expect(hours.length).toBeGreaterThan(SEEDS / 2);
    if (template !== undefined) expect(templates.length).toBeGreaterThan(SEEDS / 2);
  });
});

describe('an audience without any taste', () => {
  it('leaves every hour and template in use: chance is not taken for taste', () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const late = play(NONE, { seed: String(seed), days: 120, learns: true }).slice(-LATE);
      expect(new Set(late.map(({ arm }) => arm.hour)).size).toBeGreaterThan(HOURS.length / 2);
      expect(new Set(late.map(({ template }) => template)).size).toBe(TEMPLATES.length);
      expect(
        timesOf(
          late,
          favourite(late, ({ arm }) => arm.hour),
        ),
      ).toBeLessThan(LATE / 2);
    }
  });
});

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const worthOf = (played: readonly Played[]) => mean(played.map(({ worth }) => worth));
const timesOf = (played: readonly Played[], hour: number) => played.filter(({ arm }) => arm.hour === hour).length;

/** The most frequent choice among the latest posts. */
function favourite<K>(played: readonly Played[], keyOf: (post: Played) => K): K {
  const counts = new Map<K, number>();
  for (const post of played.slice(-LATE)) counts.set(keyOf(post), (counts.get(keyOf(post)) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
