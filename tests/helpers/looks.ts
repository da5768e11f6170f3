import type { Page } from 'puppeteer';
import { expect } from 'vitest';
import { axeViolations, dress, type PageOptions } from './browser.ts';
import { isFull } from './depth.ts';

/**
 * The window sizes and themes that reveal all of a screen's possible problems: its structure at each width, its
 * contrast in each theme.
 */
export const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

/** A light phone and a dark desktop: both structures and both themes. */
export const BOTH = [LOOKS[0], LOOKS[3]] as const;

let turns = 0;

/**
 * Expects that nothing is cut off and axe finds nothing serious, in the first or the last of these looks, alternating
 * from call to call: one look takes longer than most steps of a journey. `npm run test:full` has more looks and tries
 * each. Afterwards the page has its usual look again.
 */
export async function expectFit(page: Page, looks: readonly PageOptions[] = isFull ? LOOKS : BOTH): Promise<void> {
  turns += 1;
  const examined = turns % 2 === 0 ? looks[0] : looks.at(-1);
  for (const look of isFull ? looks : [examined]) {
    if (!look) continue;
    await dress(page, look);
    // By the second frame, everything has adapted to the width.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await dress(page, {});
}
