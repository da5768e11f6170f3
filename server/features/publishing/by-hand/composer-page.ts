import { setTimeout as delay } from 'node:timers/promises';
import type { ComposerScript } from '../../../../shared/platforms/composer-script.ts';
import type { Preparation } from '../../../../shared/publishing/publishing-api.ts';
import type { ElementHandle, Page } from '../../../browser/puppeteer.ts';
import { type Aim, type Ask, inPage, type Wall } from './in-page.ts';
import { NEVER_PRESSED } from './never-pressed.ts';

/** How long is waited for what; changed by tests. */
export type FillInLimits = {
  /** For a part of the page that should be there. */
  lookMs: number;
  /** For the person, who logs in or answers a question about cookies. */
  personMs: number;
  /** For the page to take and show the files. */
  uploadMs: number;
  /** Between two presses of the same control. */
  settleMs: number;
  /** Between two looks. */
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

/** The script cannot go on: the rest is the person's. */
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
  /** Whether the page is one of the platform's. */
  isAtHome(address: string): boolean;
  signal: AbortSignal;
  limits: FillInLimits;
  /** Something is in the way that the person has to answer; null once it is gone. */
  onWall(wall: Wall): void;
  /** The person has logged in, which may have led elsewhere. */
  onLoggedIn(): Promise<void>;
};

/**
 * A composer's page: what is seen of it, and the only way to press anything on it. All of it rejects with the reason of
 * `signal`, as Stopped, and with errors of a lost browser.
 */
export function composerPage({ page, script, isAtHome, signal, limits, onWall, onLoggedIn }: ComposerPageOptions) {
  /** Null while the page is changing to another. */
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

  /** Waits while something is in the way that the person has to answer. Returns whether they logged in. */
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

  /** The first answer of `look` that is not null; null after `limitMs`, in which waiting for the person does not count. */
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

  /** See `aim` in in-page.ts. */
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

/** A page that is changing to another answers nothing for a moment. */
function unlessLeaving(error: unknown): null {
  if (/context|detached|navigat|JSHandle|Cannot find/i.test(String(error))) return null;
  throw error;
}
