import { onTestFinished } from 'vitest';

const SOON_MS = 100;

/**
 * Until the end of the test, the page's timers of these lengths, in milliseconds, take a tenth of a second. Call it
 * before the page is opened: timers already running keep their time.
 */
export function hurry(...lengths: readonly number[]): void {
  const { setInterval, setTimeout } = globalThis;
  onTestFinished(() => void Object.assign(globalThis, { setInterval, setTimeout }));
  const sooner = <Wait extends typeof setInterval | typeof setTimeout>(wait: Wait): Wait =>
    new Proxy(wait, {
      apply: (target, self, [run, ms, ...given]) =>
        Reflect.apply(target, self, [run, lengths.includes(ms) ? SOON_MS : ms, ...given]),
    });
  Object.assign(globalThis, { setInterval: sooner(setInterval), setTimeout: sooner(setTimeout) });
}
