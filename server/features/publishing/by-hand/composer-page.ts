import { setTimeout as delay } from 'node:timers/promises';
import type { ComposerScript } from '../../../../shared/platforms/composer-script.ts';
import type { Preparation } from '../../../../shared/publishing/publishing-api.ts';
import type { ElementHandle, Page } from '../../../browser/puppeteer.ts';
import { type Aim, type Ask, inPage, type Wall } from './in-page.ts';
import { NEVER_PRESSED } from './never-pressed.ts';

/** Time limits and intervals, which tests shorten. */
export type FillInLimits = {
  /** How long an expected part of the page may take to appear. */
  lookMs: number;
  /** How long the user may take to log in or to answer a cookie banner. */
  personMs: number;
  /** How long the page may take to accept and show the files. */
  uploadMs: number;
  /** How long the page may take to react to an action, before the next attempt. */
  settleMs: number;
  /** Interval between two checks. */
  pollMs: number;
};
export const FILL_IN_LIMITS: FillInLimits = {
  lookMs: 20_000,
  personMs: 15 * 60_000,
  uploadMs: 10 * 60_000,
  settleMs: 3_000,
  pollMs: 400,
};

export type Why = Extract<Preparation, { is: 'stopped' }>['why'];
export type Found = ElementHandle<Element> | 'none' | 'several';
export type Target = { css?: string | undefined; names?: readonly string[] | undefined };

/** The script cannot continue: the user has to complete the post. */
export class Stopped extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

export const stop = (why: Why): never => {
  throw new Stopped(why);
};

export type ComposerPageOptions = {
  page: Page;
  script: ComposerScript;
  /** Whether the address belongs to the platform. */
  isAtHome(address: string): boolean;
  signal: AbortSignal;
  limits: FillInLimits;
  /** Called when a log-in or cookie banner that only the user may answer blocks the page; with null once it is gone. */
  onWall(wall: Wall): void;
  /** Called after the user has logged in, which may have led to another page. */
  onLoggedIn(): Promise<void>;
};

/**
 * Functions that read a composer's page, and `press`, the only way to press anything on it. They reject with the reason
 * of `signal`, with Stopped, and with errors of a lost browser.
 */
export function composerPage({ page, script, isAtHome, signal, limits, onWall, onLoggedIn }: ComposerPageOptions) {
  /** Resolves to null while the page is navigating. */
  const ask = async <T>(asked: Ask, element?: ElementHandle<Element>): Promise<T | null> =>
    (await page.evaluate(inPage, asked, ...(element ? [element] : [])).catch(unlessLeaving)) as T | null;

  const find = async ({ css, names = [] }: Target, scope = script.scope): Promise<Found> => {
    if (!isAtHome(page.url())) return 'none';
    const asked: Ask = { kind: 'find', scope, css: css ?? null, names };
    const handle = await page.evaluateHandle(inPage, asked).catch(unlessLeaving);
    if (!handle) return 'none';
    return (handle.asElement() as ElementHandle<Element> | null) ?? ((await handle.jsonValue()) as Found);
  };
  const isThere = async (target: Target, scope?: string) => (await find(target, scope)) !== 'none';
  const findOne = async (target: Target, scope?: string) => {
    const found = await find(target, scope);
    return typeof found === 'string' ? null : found;
  };

  /** Waits while a log-in or cookie banner blocks the page. Returns whether the user logged in. */
  const waitForPerson = async (): Promise<boolean> => {
    let waited: Wall = null;
    for (const until = Date.now() + limits.personMs; ; ) {
      signal.throwIfAborted();
      const wall = await ask<Wall>({ kind: 'walls', banner: script.banner ?? null });
      if (wall === null) break;
      if (Date.now() > until) stop('person');
      if (wall !== waited) onWall(wall);
      waited = wall;
      await delay(limits.pollMs, undefined, { signal });
    }
    if (waited !== null) onWall(null);
    return waited === 'log_in';
  };

  /** The first non-null result of `look`; null after `limitMs`, not counting the time spent waiting for the user. */
  const until = async <T>(limitMs: number, look: () => Promise<T | null>): Promise<T | null> => {
    for (let left = limitMs; ; left -= limits.pollMs) {
      signal.throwIfAborted();
      if (await waitForPerson()) await onLoggedIn();
      const seen = await look();
      if (seen !== null || left <= 0) return seen;
      await delay(limits.pollMs, undefined, { signal });
    }
  };
  const waitFor = (target: Target, limitMs = limits.lookMs) => until(limitMs, () => findOne(target));

  /** Clicks the target once it can be clicked; see `aim` in in-page.ts. Rejects as Stopped if that would publish. */
  const press = async (target: Target, scope?: string): Promise<void> => {
    const aimed = await until(limits.lookMs, async () => {
      const found = await findOne(target, scope);
      const aim = found && (await ask<Aim>({ kind: 'aim', names: target.names ?? [], never: NEVER_PRESSED }, found));
      if (aim === 'refused') stop('unknown');
      return aim === null || aim === 'covered' ? null : (aim as Exclude<Aim, string>);
    });
    if (!aimed) return stop('unknown');
    await page.mouse.click(aimed.x, aimed.y);
  };

  return { ask, isThere, findOne, waitForPerson, until, waitFor, press };
}

/** Returns null for errors of a page that is navigating; throws others. */
function unlessLeaving(error: unknown): null {
  if (/context|detached|navigat|JSHandle|Cannot find/i.test(String(error))) return null;
  throw error;
}
