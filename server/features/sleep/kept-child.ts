import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { FastifyBaseLogger } from 'fastify';
import { backOffMs, startLoop } from '../../runs/loop.ts';

const RESTART_MS = 5_000;
const RESTART_AT_MOST_MS = 60_000;
/** One that ran for so long starts anew without the back-off of earlier failures. */
const STEADY_MS = 60_000;

export type KeptChild = {
  /** Ends it, and resolves when it is gone. */
  end(): Promise<void>;
};

export type KeptChildOptions = {
  program: string;
  /** It must end when its standard input does, so that it outlives no agent, however that ends. */
  args: readonly string[];
  onLine?(line: string): void;
  /** Called when it is gone, also where it is started again. */
  onGone?(): void;
  log: FastifyBaseLogger;
};

/** Runs a program for as long as the agent, which it does not keep alive, and starts it again when it ends. */
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
    // Of a program that has exited: what goes through it would wait for its end.
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
