import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../errors.ts';
import { AccountBrowserLost } from './account-browser.ts';
import type { BrowserHost } from './account-launch.ts';
import type { Page } from './puppeteer.ts';
import type { Sessions } from './sessions.ts';

export type WindowWork<State> = {
  /** Aborts the work at once. */
  signal: AbortSignal;
  /** Reports that the window is visible, in this state. */
  show(state: State): void;
};

/** Browser windows for users to work in, one per key. */
export type AccountWindows<State> = {
  /**
   * Opens a window, unless one is open, and resolves to its state once it is visible or has failed. The window closes
   * when its work is done.
   */
  open(key: string, work: (given: WindowWork<State>) => Promise<State>): Promise<State>;
  state(key: string): State;
  /** Calls `seen` with each new state of the key's window. Returns an unsubscribe function. */
  follow(key: string, seen: (state: State) => void): () => void;
  /** Closes the window and returns its final state. */
  cancel(key: string): Promise<State>;
  close(): Promise<void>;
};

/** Dependencies for opening windows on an account's profile. */
export type ProfileWindowsDeps = {
  dataDir: string;
  sessions: Sessions;
  /** The workspace's id, which marks its profiles. */
  workspace: string;
  host: BrowserHost;
  log: FastifyBaseLogger;
  /** Acts as the user in a window, which is then hidden; for tests. */
  person?: ((page: Page) => void) | undefined;
  limitMs?: number;
};

export type AccountWindowsOptions<State> = {
  /** The state while a window is being opened. */
  opening: State;
  /** The state without a window, and after a cancellation. */
  none: State;
  failed(error: string): State;
  /** The state after the user has closed it. */
  closed: State;
  limitMs: number;
  words: { timedOut(minutes: number): string; agentStopped: string; unexpected: string };
  log: FastifyBaseLogger;
};

type Window<State> = {
  state: State;
  isOver: boolean;
  /** Resolves when the window is visible, or has failed to open. */
  shown: Promise<unknown>;
  over: Promise<void>;
  stop(end: State): void;
};

export function createAccountWindows<State>(options: AccountWindowsOptions<State>): AccountWindows<State> {
  const { none, failed, words } = options;
  const windows = new Map<string, Window<State>>();
  const followers = new EventEmitter().setMaxListeners(0);
  return {
    async open(key, work) {
      const known = windows.get(key);
      const isOpen = known && !known.isOver;
      const window = isOpen ? known : openWindow(options, work, (state) => followers.emit(key, state));
      windows.set(key, window);
      await window.shown;
      return window.state;
    },
    state: (key) => windows.get(key)?.state ?? none,
    follow(key, seen) {
      followers.on(key, seen);
      return () => void followers.off(key, seen);
    },
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
  onState: (state: State) => void,
): Window<State> {
  const ending = new AbortController();
  const { signal } = ending;
  const stop = (end: State) => ending.abort(end);
  const timer = setTimeout(() => stop(failed(words.timedOut(limitMs / 60_000))), limitMs);
  let seen: (value?: unknown) => void = () => undefined;
  const visible = new Promise((resolve) => {
    seen = resolve;
  });
  const setState = (state: State) => {
    window.state = state;
    onState(state);
  };
  const show = (state: State) => {
    if (!window.isOver) setState(state);
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
      setState(end);
    });
  window.shown = Promise.race([visible, window.over]);
  return window;
}
