import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { FastifyBaseLogger } from 'fastify';
import { backOffMs, startLoop } from '../../runs/loop.ts';

const RESTART_MS = 5_000;
const RESTART_AT_MOST_MS = 60_000;
/** A program that ran this long is restarted without the back-off of earlier failures. */
const STEADY_MS = 60_000;

export type KeptChild = {
  /** Ends the program; resolves when it has exited. */
  end(): Promise<void>;
};

export type KeptChildOptions = {
  program: string;
  /** With these, the program must exit when its standard input closes, so that it never outlives the agent. */
  args: readonly string[];
  onLine?(line: string): void;
  /** Called when it has exited on its own, before it is restarted. */
  onGone?(): void;
  log: FastifyBaseLogger;
};

/** Runs a program while the agent runs, without keeping the agent alive, and restarts it when it exits. */
export function keepChild({ program, args, onLine, onGone, log }: KeptChildOptions): KeptChild {
  let failures = 0;
  let isEnding = false;
  let stop = () => {};
  const run = () =>
    new Promise<string>((resolve) => {
      const child = spawn(program, [...args], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      stop = () => child.stdin.end();
      child.once('error', ({ message }) => resolve(message));
      child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`));
      child.stdin.on('error', () => undefined);
      createInterface({ input: child.stdout }).on('line', (line) => onLine?.(line));
      child.unref();
      for (const stream of [child.stdin, child.stdout]) if ('unref' in stream) (stream.unref as () => void)();
      if (isEnding) stop();
    });
  const look = async () => {
    if (isEnding) return RESTART_AT_MOST_MS;
    const startedAt = performance.now();
    const reason = await run();
    // Closes the input of the exited program, which its own child processes may still read.
    stop();
    if (isEnding) return RESTART_AT_MOST_MS;
    failures = performance.now() - startedAt < STEADY_MS ? failures + 1 : 1;
    log.debug({ program, reason }, 'a system program has exited; starting it again later');
    onGone?.();
    return backOffMs(RESTART_MS, failures, Math.random());
  };
  const failure = 'a system program cannot be started';
  const loop = startLoop(look, { atLeastMs: RESTART_MS / 2, atMostMs: RESTART_AT_MOST_MS, failure, log });
  return {
    async end() {
      isEnding = true;
      stop();
      await loop.end();
    },
  };
}
