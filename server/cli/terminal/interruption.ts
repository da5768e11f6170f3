/**
 * The command was interrupted by the user or the system. `exitCode` is 128 plus the signal's number, as shells expect.
 */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('interrupted');
    this.name = 'Interruption';
    this.exitCode = exitCode;
  }
}

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const PARENT_POLL_MS = 250;
/** Under npx, Ctrl+C arrives twice, from the terminal and from npm. */
const SAME_KEYPRESS_MS = 250;
/** Time limit of a clean shutdown, so that everything has ended within 5 s. */
const ORDERLY_END_MS = 4_700;

/**
 * Returns a signal that aborts at the first SIGINT, SIGTERM, SIGHUP or uncaught error, with an Interruption or that
 * error as its reason; also at an unhandled rejection, unless there is another listener for these. A second signal, or
 * a shutdown that takes too long, calls `force` with the exit code. With `followParent`, the end of the parent process
 * counts as a SIGTERM.
 */
export function interruptionSignal(force: (exitCode: number) => void, followParent: boolean): AbortSignal {
  const ending = new AbortController();
  let since = 0;
  const end = (reason: unknown, exitCode: number) => {
    if (ending.signal.aborted) return;
    since = Date.now();
    setTimeout(force, ORDERLY_END_MS, exitCode).unref();
    ending.abort(reason);
  };
  for (const [name, exitCode] of Object.entries(EXIT_CODES)) {
    process.on(name, () => {
      if (!ending.signal.aborted) end(new Interruption(exitCode), exitCode);
      else if (Date.now() - since > SAME_KEYPRESS_MS) force(exitCode);
    });
  }
  if (followParent) onParentGone(() => end(new Interruption(EXIT_CODES.SIGTERM), EXIT_CODES.SIGTERM));
  process.on('uncaughtException', (error) => end(error, 1));
  process.on('unhandledRejection', (reason) => {
    if (process.listenerCount('unhandledRejection') === 1) end(reason, 1);
  });
  return ending.signal;
}

function onParentGone(callback: () => void): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    callback();
  }, PARENT_POLL_MS);
  poll.unref();
}

/** The result of `work`; rejects with the reason of `ending` as soon as that aborts. */
export function orInterrupted<T>(ending: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(ending.reason);
    if (ending.aborted) stop();
    ending.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => ending.removeEventListener('abort', stop));
  });
}
