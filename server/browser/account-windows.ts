import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../errors.ts';
import { AccountBrowserLost } from './account-browser.ts';

/** What a window's work is given. */
export type WindowWork<State> = {
  /** Ends the work at once. */
  signal: AbortSignal;
  /** The window can be seen, and stands so. */
  show(state: State): void;
};

/** Browser windows that a person works in, one for each key. `State` says how one stands. */
export type AccountWindows<State> = {
  /** Opens a window, unless one is open, and answers once it is there or has failed. It ends as its work says. */
  open(key: string, work: (given: WindowWork<State>) => Promise<State>): Promise<State>;
  state(key: string): State;
  /** Closes the window and answers how it ended. */
  cancel(key: string): Promise<State>;
  /** Closes every window. */
  close(): Promise<void>;
};

export type AccountWindowsOptions<State> = {
  /** How a window stands that is being opened, and one that is none. */
  opening: State;
  none: State;
  failed(error: string): State;
  /** How it stands once the person has closed it. */
  closed: State;
  /** How long a window stays open, in milliseconds. */
  limitMs: number;
  words: { timedOut(minutes: number): string; agentStopped: string; unexpected: string };
  log: FastifyBaseLogger;
};

type Window<State> = {
  state: State;
  isOver: boolean;
  /** Resolves when the window can be seen, or will never be. */
  shown: Promise<unknown>;
  over: Promise<void>;
  stop(end: State): void;
};

export function createAccountWindows<State>(options: AccountWindowsOptions<State>): AccountWindows<State> {
  const { none, failed, words } = options;
  const windows = new Map<string, Window<State>>();
  return {
    async open(key, work) {
      const known = windows.get(key);
      const window = known && !known.isOver ? known : openWindow(options, work);
      windows.set(key, window);
      await window.shown;
      return window.state;
    },
    state: (key) => windows.get(key)?.state ?? none,
    async cancel(key) {
      const window = windows.get(key);
      window?.stop(none);
      await window?.over;
      return window?.state ?? none;
    },
    async close() {
      for (const window of windows.values()) window.stop(failed(words.agentStopped));
      await Promise.all([...windows.values()].map(({ over }) => over));
    },
  };
}

function openWindow<State>(
  { opening, failed, closed, limitMs, words, log }: AccountWindowsOptions<State>,
  work: (given: WindowWork<State>) => Promise<State>,
): Window<State> {
  const ending = new AbortController();
  const { signal } = ending;
  const stop = (end: State) => ending.abort(end);
  const timer = setTimeout(() => stop(failed(words.timedOut(limitMs / 60_000))), limitMs);
  let seen: (value?: unknown) => void = () => undefined;
  const visible = new Promise((resolve) => {
    seen = resolve;
  });
  const show = (state: State) => {
    if (!window.isOver) window.state = state;
    seen();
  };
  const endOf = (error: unknown): State => {
    if (signal.aborted && error === signal.reason) return signal.reason as State;
    if (error instanceof AccountBrowserLost && error.part !== 'page_crashed') return closed;
    if (error instanceof AppError) return failed(error.message);
    log.error({ err: error }, "an account's window failed inside the agent");
    return failed(words.unexpected);
  };
  const window: Window<State> = { state: opening, isOver: false, shown: visible, over: Promise.resolve(), stop };
  window.over = work({ signal, show })
    .catch(endOf)
    .then((end) => {
      clearTimeout(timer);
      window.isOver = true;
      window.state = end;
    });
  window.shown = Promise.race([visible, window.over]);
  return window;
}
