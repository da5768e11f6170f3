import type { Page } from 'puppeteer';
import { expect } from 'vitest';
import { axeViolations, dress, type PageOptions } from './browser.ts';
import { isFull } from './depth.ts';

/** The looks in which a screen shows all that can be wrong with it: its structure at each width, its contrast in each theme. */
export const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

/** A phone in the light and a desk in the dark: both structures and both themes. */
export const BOTH = [LOOKS[0], LOOKS[3]] as const;

let turns = 0;

/**
 * In the first or the last of these looks, which take turns from call to call, nothing is cut off and axe finds nothing
 * serious: a look takes longer than most of what a journey does. In `npm run test:full` there are more looks, and each is
 * tried. The page is left in its usual look.
 */
export async function expectFit(page: Page, looks: readonly PageOptions[] = isFull ? LOOKS : BOTH): Promise<void> {
  turns += 1;
  const examined = turns % 2 === 0 ? looks[0] : looks.at(-1);
  for (const look of isFull ? looks : [examined]) {
    if (!look) continue;
    await dress(page, look);
    // What follows the width has followed by the second frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await dress(page, {});
}
