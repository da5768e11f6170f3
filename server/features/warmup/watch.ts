import { setTimeout as delay } from 'node:timers/promises';
import type { WarmupReason } from '../../../shared/accounts/warmup.ts';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import type { Frame, HTTPRequest, HTTPResponse, Page } from '../../browser/puppeteer.ts';
import { type PageState, readPageState } from '../../instagram/page-state.ts';
import { isLeaving } from '../../instagram/read-page.ts';
import { isVisitedAddress, SELECTORS, stopOfAddress } from '../../instagram/site.ts';
import { watchAnswers } from '../../instagram/watch-answers.ts';
import { LOOK_AGAIN_MS, LOOKS_AGAIN } from './pace.ts';
import { inTime, isNoConnection, SessionEnd } from './session-end.ts';

/** How long stopping a hanging page's scripts may take, in milliseconds. */
const HALT_SCRIPTS_LIMIT_MS = 2_000;

/** Watches a session for Instagram's stop signals. */
export type Watch = {
  /** Aborts with a SessionEnd at the first stop signal, or with the reason of `outer`. */
  signal: AbortSignal;
  /**
   * Checks the page. SessionEnd if it shows a stop signal or an unknown obstacle, has no connection, or does not
   * respond.
   */
  check(): Promise<PageState>;
  /**
   * Why expected content is missing: no connection, a server error, logged out, nothing to show, or a changed layout.
   */
  missing(): Promise<SessionEnd>;
  /** Whether Instagram is unreachable. */
  isDown(): boolean;
  /** Whether Instagram's servers fail. */
  hasServerError(): boolean;
  /** The result of `work`, or the SessionEnd, whichever comes first. */
  unlessEnded<T>(work: Promise<T>): Promise<T>;
  /** Stops the page's scripts, even an endless loop, so that a last screenshot can be taken. Never rejects. */
  haltScripts(): Promise<void>;
  end(): void;
};

/** `lookLimitMs`: how long the page may take to respond, in milliseconds of real time. */
export async function watchSession(page: Page, outer: AbortSignal, lookLimitMs: number): Promise<Watch> {
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  const answers = await inTime(watchAnswers(page), lookLimitMs);
  let isDown = false;

  const finish = (reason: WarmupReason) => ending.abort(new SessionEnd(reason));
  const onAnswer = () => answers.stop && finish(answers.stop);
  answers.signal.addEventListener('abort', onAnswer);
  const onNavigated = (frame: Frame) => {
    const stop = frame === page.mainFrame() ? stopOfAddress(frame.url()) : null;
    if (stop) finish(stop);
  };
  const isOwn = (url: string) => hostOf(url) === hostOf(page.url());
  const onFailed = (request: HTTPRequest) => {
    if (isOwn(request.url()) && isNoConnection(request.failure()?.errorText ?? '')) isDown = true;
  };
  const onResponse = (response: HTTPResponse) => {
    if (isOwn(response.url())) isDown = false;
    if (!response.request().isNavigationRequest() || response.frame() !== page.mainFrame()) return;
    if (response.status() === 429) finish('rate_limited');
    if (response.status() >= 500) finish('site_trouble');
  };
  page.on('framenavigated', onNavigated);
  page.on('requestfailed', onFailed);
  page.on('response', onResponse);

  const look = async () => {
    if (isNoConnection(page.url())) throw new SessionEnd('offline');
    const state = await inTime(readPageState(page), lookLimitMs);
    if (state.stop) finish(state.stop);
    signal.throwIfAborted();
    return state;
  };
  /** Checks the page again after a delay and a frame. */
  const lookAgain = async () => {
    await delay(LOOK_AGAIN_MS);
    await inTime(page.evaluate(nextFrame), lookLimitMs).catch((error: unknown) => {
      if (!isLeaving(error)) throw error;
    });
    return look();
  };
  const check = async () => {
    let state = await look();
    const limit = AbortSignal.timeout(lookLimitMs);
    // Transient states, such as a page being built, do not end the session.
    for (let again = 0; state.isLoading || (state.isUnknown && again < LOOKS_AGAIN); again += state.isLoading ? 0 : 1) {
      if (state.isLoading && limit.aborted) throw new SessionEnd('page_hangs');
      state = await lookAgain();
    }
    if (state.isUnknown) finish('unknown_notice');
    signal.throwIfAborted();
    return state;
  };

  return {
    signal,
    check,
    isDown: () => isDown,
    hasServerError: () => answers.hasServerError,
    async missing() {
      await check();
      if (isDown) return new SessionEnd('offline');
      if (answers.hasServerError) return new SessionEnd('site_trouble');
      if (!isVisitedAddress(page.url())) return new SessionEnd('unknown_notice');
      const isEmpty = await inTime(page.evaluate(showsNothing, SELECTORS), lookLimitMs);
      return new SessionEnd(isEmpty ? 'empty_feed' : 'layout_changed');
    },
    unlessEnded(work) {
      work.catch(() => undefined);
      const ended = new Promise<never>((_resolve, reject) => {
        const onAbort = () => reject(signal.reason);
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort, { once: true });
      });
      return Promise.race([work, ended]);
    },
    haltScripts: () => inTime(answers.haltScripts(), HALT_SCRIPTS_LIMIT_MS).catch(() => undefined),
    end() {
      answers.end();
      answers.signal.removeEventListener('abort', onAnswer);
      page.off('framenavigated', onNavigated);
      page.off('requestfailed', onFailed);
      page.off('response', onResponse);
      // Aborts pending work.
      ending.abort(new SessionEnd('interrupted'));
    },
  };
}

/** Runs in the page: resolves with the next frame, or after a second without one. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1000);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Runs in the page: whether it is a feed without posts. A feed in an unknown layout still has links to posts. */
function showsNothing(selectors: typeof SELECTORS): boolean {
  const main = document.querySelector('main');
  if (!main || !document.querySelector(selectors.navigation) || document.querySelector(selectors.loading)) return false;
  const media = [...main.querySelectorAll('img, video')].map((one) => one.getBoundingClientRect());
  const isLarge = ({ width, height }: DOMRect) => width > 200 && height > 200;
  return (
    main.querySelector(selectors.postLink) === null &&
    !media.some(isLarge) &&
    // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, without scripts.
    main.innerText.trim() !== ''
  );
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}
