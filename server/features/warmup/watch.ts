import type { Frame, HTTPRequest, HTTPResponse, Page } from '../../browser/puppeteer.ts';
import { readPageState, watchAnswers } from '../../instagram/page-state.ts';
import { stopOfAddress } from '../../instagram/site.ts';
import { isNoConnection, SessionEnd } from './session-end.ts';

/** Watches what Instagram thinks of a session while it goes on. */
export type Watch = {
  /** Aborts with a SessionEnd at the first stop signal, and when `outer` aborts, with its reason. */
  signal: AbortSignal;
  /** Looks at the page. SessionEnd when it shows a stop signal, or nothing because there is no connection. */
  check(): Promise<void>;
  /** Why something that had to be there is not: no connection, no longer logged in, or another layout. */
  missing(): Promise<SessionEnd>;
  /** Is Instagram out of reach? */
  isDown(): boolean;
  /** What `work` gives, or the SessionEnd, whichever comes first. */
  unlessEnded<T>(work: Promise<T>): Promise<T>;
  end(): void;
};

export function watchSession(page: Page, outer: AbortSignal): Watch {
  const ending = new AbortController();
  const answers = watchAnswers(page);
  const signal = AbortSignal.any([outer, ending.signal]);
  let isDown = false;

  const finish = (end: SessionEnd) => ending.abort(end);
  const onAnswer = () => answers.stop && finish(new SessionEnd(answers.stop));
  answers.signal.addEventListener('abort', onAnswer);
  const onNavigated = (frame: Frame) => {
    const stop = frame === page.mainFrame() ? stopOfAddress(frame.url()) : null;
    if (stop) finish(new SessionEnd(stop));
  };
  const isOwn = (url: string) => hostOf(url) === hostOf(page.url());
  const onFailed = (request: HTTPRequest) => {
    if (isOwn(request.url()) && isNoConnection(request.failure()?.errorText ?? '')) isDown = true;
  };
  const onResponse = (response: HTTPResponse) => {
    if (isOwn(response.url())) isDown = false;
  };
  page.on('framenavigated', onNavigated);
  page.on('requestfailed', onFailed);
  page.on('response', onResponse);

  const check = async () => {
    if (isNoConnection(page.url())) throw new SessionEnd('offline');
    const { stop } = await readPageState(page);
    if (!stop) return;
    finish(new SessionEnd(stop));
    signal.throwIfAborted();
  };

  return {
    signal,
    check,
    isDown: () => isDown,
    async missing() {
      await check();
      if (isDown) return new SessionEnd('offline');
      const { hasSession } = await readPageState(page);
      return new SessionEnd(hasSession ? 'layout_changed' : 'login');
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
    end() {
      answers.end();
      answers.signal.removeEventListener('abort', onAnswer);
      page.off('framenavigated', onNavigated);
      page.off('requestfailed', onFailed);
      page.off('response', onResponse);
      // Whoever still works for the session hears that it is over.
      ending.abort(new SessionEnd('interrupted'));
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
