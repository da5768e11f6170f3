import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { WarmupLimits } from '../../../shared/accounts/warmup-limits.ts';
import { AccountBrowserLost, withBrowserOn } from '../../browser/account-browser.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import type { Profile } from '../../browser/profiles.ts';
import type { Page } from '../../browser/puppeteer.ts';
import type { Sessions } from '../../browser/sessions.ts';
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

/** Total time limit of the screenshot: a browser that no longer renders never returns one. Real time. */
const SCREENSHOT_LIMIT_MS = 15_000;
/** Time limit of one attempt: a screenshot of a page that is replaced in the meantime may never complete. */
const SHOT_LIMIT_MS = 5_000;
const SCREENSHOT_AGAIN_MS = 50;
/** A tab's address before its first navigation. */
const NO_PAGE = 'about:blank';

export type VisitDeps = {
  dataDir: string;
  /** The saved logins of accounts. */
  sessions: Sessions;
  /** Instagram's address without a trailing slash. */
  siteUrl: string;
  host: BrowserHost;
  clock: Clock;
  random: Random;
  /** How long a page may take to show something, in milliseconds of real time. */
  patienceMs: number;
  /** How long a page may take to respond, in milliseconds of real time. */
  lookLimitMs: number;
  screenshots: Screenshots;
  log: FastifyBaseLogger;
};

export type VisitOptions = { profile: Profile; limits: WarmupLimits; headful: boolean };

/** Carries out a claimed warm-up on the account's open profile, closes it, and returns how it ended. Never rejects. */
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
        if (!signal.aborted) png = await photograph(page, signal);
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

export function endingOfStop(stop: WarmupStop): WarmupEnding {
  return { status: 'cancelled', reason: stop === 'cancelled' ? 'cancelled' : 'interrupted' };
}

function endingOf(error: unknown, live: LiveWarmup, headful: boolean, log: FastifyBaseLogger): WarmupEnding {
  if (live.stopping.aborted) return endingOfStop(live.stopping.reason);
  if (headful && error instanceof AccountBrowserLost && error.part === 'window_closed')
    return endingOfStop('cancelled');
  const reason = reasonOf(error);
  if (error instanceof AppError) live.record('closing', error.message);
  // The full error would contain unredacted addresses.
  if (reason === 'error') log.error({ reason: withoutCodes(String(error)) }, 'a warm-up failed inside the agent');
  return { status: 'failed', reason };
}

/**
 * A screenshot of the page that ended the visit. An API response can end it before its page has loaded, so this waits
 * for the page, and retries if it is replaced. Null if there is no picture in time, or `signal` aborts.
 */
async function photograph(page: Page, signal: AbortSignal): Promise<Uint8Array | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SCREENSHOT_LIMIT_MS)]);
  const shoot = async (): Promise<Uint8Array | null> => {
    await arrival(page, limit);
    while (!limit.aborted && !page.isClosed()) {
      const shot = await within(page.screenshot({ type: 'png' }), {
        ms: SHOT_LIMIT_MS,
        what: 'The screenshot',
        signal: limit,
      }).catch(() => null);
      if (shot) return shot;
      await delay(SCREENSHOT_AGAIN_MS);
    }
    return null;
  };
  return within(shoot(), { what: 'The screenshot', signal: limit }).catch(() => null);
}

/** Resolves when the page has loaded, `limit` aborts, or SHOT_LIMIT_MS have passed. */
async function arrival(page: Page, limit: AbortSignal): Promise<void> {
  const isThere = (blank: string) => location.href !== blank && document.readyState === 'complete';
  await page
    .waitForFunction(isThere, { polling: SCREENSHOT_AGAIN_MS, timeout: SHOT_LIMIT_MS, signal: limit }, NO_PAGE)
    .catch(() => undefined);
}
