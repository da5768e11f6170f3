import { existsSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { type KeptChild, keepChild } from './kept-child.ts';

/** The interval of checking the wall clock, and the delay of a check that means sleep rather than a busy machine. */
const TICK_MS = 5_000;
const ASLEEP_MS = 15_000;
/** Less than logind waits for a delay inhibitor: InhibitDelayMaxSec=5 unless changed (logind.conf(5)). */
const HOLD_MS = 4_000;
/** A machine that still runs after this time did not sleep after all. The timer does not run during sleep. */
const STILL_AWAKE_MS = 60_000;

/** Exists if this machine was booted with systemd: sd_booted(3). */
const SYSTEMD = '/run/systemd/system';
const INHIBIT = ['--what=sleep', '--mode=delay', '--who=Local Agent', '--why=Finishing posts that are being sent'];
const MONITOR = 'gdbus monitor --system --dest org.freedesktop.login1 --object-path /org/freedesktop/login1';
/** gdbus does not read its input, so it would not notice the agent's exit: a shell kills it when the input closes. */
const GUARDED = `exec 3<&0; ${MONITOR} 3<&- </dev/null & m=$!; { cat <&3 >/dev/null; kill $m; } 2>/dev/null & wait $m`;

export type SleepWatch = { close(): Promise<void> };

export type SleepWatchOptions = {
  /** Called before the machine sleeps, if it announces that; it sleeps once this resolves. */
  hold(limitMs: number): Promise<void>;
  /** Called after it has woken, or if it did not sleep after all. */
  woken(): void;
  log: FastifyBaseLogger;
};

/**
 * Whether a line of `gdbus monitor` reports that the machine is about to sleep (true) or has woken (false); null for
 * any other. PrepareForSleep(b): https://www.freedesktop.org/software/systemd/man/org.freedesktop.login1.html
 */
export function sleepOf(line: string): boolean | null {
  const [, start] = /^\S+: org\.freedesktop\.login1\.Manager\.PrepareForSleep \((true|false),?\)$/.exec(line) ?? [];
  return start === undefined ? null : start === 'true';
}

/** Whether the machine slept between two ticks: the wall clock advanced much further than their interval. */
export const sleptBetween = (before: number, now: number): boolean => now - before > TICK_MS + ASLEEP_MS;

/**
 * Calls `hold` before this machine sleeps (Linux with systemd's logind, which waits a few seconds for it) and `woken`
 * after it has woken (everywhere, by the wall clock). Does not keep the process alive.
 */
export function watchSleep({ hold, woken, log }: SleepWatchOptions): SleepWatch {
  let isClosed = false;
  let inhibitor: KeptChild | null = null;
  let stillAwake: NodeJS.Timeout | undefined;
  let isHeld = false;
  let last = Date.now();

  // `cat` exits when its input closes, and the inhibitor exits with `cat`: systemd-inhibit(1).
  const inhibit = () => {
    inhibitor ??= keepChild({ program: 'systemd-inhibit', args: [...INHIBIT, 'cat'], log });
  };
  const release = async () => {
    const ended = inhibitor?.end();
    inhibitor = null;
    await ended;
  };
  const wake = () => {
    clearTimeout(stillAwake);
    last = Date.now();
    if (isClosed) return;
    if (isHeld) inhibit();
    isHeld = false;
    woken();
  };
  const prepare = async () => {
    if (isHeld || isClosed) return;
    isHeld = true;
    stillAwake = setTimeout(wake, STILL_AWAKE_MS).unref();
    log.debug('this machine is about to sleep; no delivery is started');
    await hold(HOLD_MS);
    // If the machine has woken in the meantime, the inhibitor stays.
    if (isHeld) await release();
  };
  const onLine = (line: string) => {
    const isAboutToSleep = sleepOf(line);
    if (isAboutToSleep) void prepare().catch((err: unknown) => log.warn({ err }, 'sleep is not prepared'));
    if (isAboutToSleep === false) wake();
  };

  const tick = setInterval(() => {
    const now = Date.now();
    if (sleptBetween(last, now)) wake();
    last = now;
  }, TICK_MS).unref();
  let monitor: KeptChild | undefined;
  if (process.platform === 'linux' && existsSync(SYSTEMD)) {
    inhibit();
    monitor = keepChild({ program: '/bin/sh', args: ['-c', GUARDED], onLine, onGone: () => isHeld && wake(), log });
  } else log.debug('sleep is only noticed after waking: there is no systemd here');
  return {
    async close() {
      isClosed = true;
      clearInterval(tick);
      clearTimeout(stillAwake);
      await Promise.all([monitor?.end(), release()]);
    },
  };
}
