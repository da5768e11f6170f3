import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { WarmupLimits } from '../../../shared/accounts/warmup-limits.ts';
import { AccountBrowserLost, withBrowserOn } from '../../browser/account-browser.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import type { Profile } from '../../browser/profiles.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { AppError } from '../../errors.ts';
import { withoutCodes } from '../../instagram/site.ts';
import type { Clock } from '../../system/clock.ts';
import { within } from '../../system/time-limit.ts';
import type { Random } from './draw.ts';
import type { LiveWarmup, WarmupEnding, WarmupStop } from './live-warmup.ts';
import { PURPOSE } from './messages.ts';
import { planSession } from './plan.ts';
import type { Screenshots } from './screenshots.ts';
import { runSession } from './session.ts';
import { reasonOf } from './session-end.ts';

/** A browser that does not draw any more gives no screenshot. */
const SCREENSHOT_LIMIT_MS = 3_000;
const SCREENSHOT_AGAIN_MS = 50;

export type VisitDeps = {
  dataDir: string;
  /** Instagram's address without a slash at its end. */
  siteUrl: string;
  host: BrowserHost;
  clock: Clock;
  random: Random;
  /** How long a page may take to show something, in milliseconds by the real clock. */
  patienceMs: number;
  /** How long a page may take to answer at all, in milliseconds by the real clock. */
  lookLimitMs: number;
  screenshots: Screenshots;
  log: FastifyBaseLogger;
};

export type VisitOptions = { profile: Profile; limits: WarmupLimits; headful: boolean };

/**
 * Carries out a claimed warm-up on the account's opened profile, which it closes, and answers how it ended. Never
 * rejects.
 */
export async function visitInstagram(
  live: LiveWarmup,
  { profile, limits, headful }: VisitOptions,
  deps: VisitDeps,
): Promise<WarmupEnding & { hasScreenshot: boolean }> {
  const { clock, random, screenshots, log } = deps;
  const { id, accountId } = live.run;
  const plan = planSession(limits, random);
  let png: Uint8Array | null = null;
  const ending = await withBrowserOn(
    profile,
    { ...deps, accountId, purpose: PURPOSE, headful, signal: live.stopping },
    async ({ page }) => {
      live.begin(plan.lengthMs);
      const { record, report: progress, stopping: signal } = live;
      try {
        await runSession({ ...deps, page, plan, clock, signal, record, progress });
      } finally {
        if (!signal.aborted) png = await photograph(page);
      }
    },
  ).then(
    (): WarmupEnding => ({ status: 'success', reason: null }),
    (error: unknown) => endingOf(error, live, headful, log),
  );
  if (!png) return { ...ending, hasScreenshot: false };
  const hasScreenshot = await screenshots.save(id, png).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error }, 'the last screenshot of a warm-up was not kept');
      return false;
    },
  );
  return { ...ending, hasScreenshot };
}

/** How a warm-up ends that was stopped. */
export function endingOfStop(stop: WarmupStop): WarmupEnding {
  return { status: 'cancelled', reason: stop === 'cancelled' ? 'cancelled' : 'interrupted' };
}

function endingOf(error: unknown, live: LiveWarmup, headful: boolean, log: FastifyBaseLogger): WarmupEnding {
  if (live.stopping.aborted) return endingOfStop(live.stopping.reason);
  if (headful && error instanceof AccountBrowserLost && error.part === 'window_closed')
    return endingOfStop('cancelled');
  const reason = reasonOf(error);
  if (error instanceof AppError) live.record('closing', error.message);
  // The whole error would hold addresses as they are.
  if (reason === 'error') log.error({ reason: withoutCodes(String(error)) }, 'a warm-up failed inside the agent');
  return { status: 'failed', reason };
}

/** The page as it is now, or a moment later: one that a stop page is just replacing cannot be drawn. */
async function photograph(page: Page): Promise<Uint8Array | null> {
  let isLate = false;
  const shoot = async (): Promise<Uint8Array | null> => {
    while (!isLate && !page.isClosed()) {
      const shot = await page.screenshot({ type: 'png' }).catch(() => null);
      if (shot) return shot;
      await delay(SCREENSHOT_AGAIN_MS);
    }
    return null;
  };
  try {
    return await within(shoot(), { ms: SCREENSHOT_LIMIT_MS, what: 'The screenshot' });
  } catch {
    return null;
  } finally {
    isLate = true;
  }
}
