import type { Page } from 'puppeteer';

type HeldClock = { aheadMs: number; timers: Map<number, () => void> };

/** A page's clock, controlled by its test. */
export type PageClock = {
  /** Moves the page's clock forward from now on, without running timers. */
  moveOn(ms: number): Promise<void>;
  /** Runs the held timers that are currently pending. */
  runTimers(): Promise<void>;
};

/** Holds every timer of `heldMs` milliseconds on pages opened from now on, and lets the test move their clock. */
export async function holdClock(page: Page, heldMs: number): Promise<PageClock> {
  await page.evaluateOnNewDocument(install, heldMs);
  return {
    async moveOn(ms) {
      await page.evaluate((more) => {
        (window as unknown as { heldClock: HeldClock }).heldClock.aheadMs += more;
      }, ms);
    },
    async runTimers() {
      await page.evaluate(() => {
        const { timers } = (window as unknown as { heldClock: HeldClock }).heldClock;
        const waiting = [...timers.values()];
        timers.clear();
        for (const run of waiting) run();
      });
    },
  };
}

/** Runs in the page, before the page's own scripts. */
function install(heldMs: number) {
  const clock: HeldClock = { aheadMs: 0, timers: new Map() };
  const { Date: RealDate, setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = window;
  const now = () => RealDate.now() + clock.aheadMs;

  class MovedDate extends RealDate {
    constructor(...values: unknown[]) {
      super(...((values.length > 0 ? values : [now()]) as [number]));
    }
    static override now = now;
  }

  // Far from the ids that the browser uses.
  let nextId = 1e9;
  const setTimeout = (run: () => void, ms?: number, ...values: unknown[]) => {
    if (ms !== heldMs) return realSetTimeout(run as (...all: unknown[]) => void, ms, ...values);
    nextId += 1;
    clock.timers.set(nextId, run);
    return nextId;
  };
  const clearTimeout = (id?: number) => void (clock.timers.delete(id ?? 0) || realClearTimeout(id));

  Object.assign(window, { heldClock: clock, Date: MovedDate, setTimeout, clearTimeout });
}
