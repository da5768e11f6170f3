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

/**
 * In none of these looks anything is cut off, and axe finds nothing serious in the first and the last of them; in all
 * of them in `npm run test:full`, since axe takes longer than most of what a journey does. The page is left in its
 * usual look.
 */
export async function expectFit(page: Page, looks: readonly PageOptions[] = LOOKS): Promise<void> {
  for (const look of looks) {
    await dress(page, look);
    // What follows the width has followed by the second frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (isFull || look === looks[0] || look === looks.at(-1)) expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await dress(page, {});
}
