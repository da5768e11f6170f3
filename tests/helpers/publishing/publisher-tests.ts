import { afterEach, beforeEach, expect } from 'vitest';
import type { ErrorClass } from '../../../shared/publishing/delivery.ts';

/**
 * Returns what `open` creates before each test of a file, or of a `describe`; if it can be closed, or has a server,
 * that is closed afterwards. It can only be used while a test runs.
 */
export function ofEach<T extends object>(open: () => Promise<T>): T {
  type Closable = { close?(): unknown };
  let opened: T | undefined;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    const { close, server } = opened as Closable & { server?: Closable };
    await (close ?? server?.close)?.();
  });
  const reach = (): T => opened ?? expect.fail('It is not open yet.');
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(reach(), name),
    has: (_, name) => Reflect.has(reach(), name),
    set: (_, name, value) => Reflect.set(reach(), name, value),
  });
}

/** Matches an error of this class whose message contains or matches the words. */
export function problem(errorClass: ErrorClass, words: string | RegExp = '') {
  const message = typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
  return expect.objectContaining({ errorClass, message });
}
