import { afterAll, beforeAll } from 'vitest';

/**
 * Returns what `open` creates before the tests of a file, or of a `describe`; if it can be closed, it is closed after
 * them, in reverse order. It can only be used while they run.
 */
export function ofFile<T extends object>(open: () => Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => (opened as { close?(): unknown } | undefined)?.close?.());
  const get = (_: T, name: string | symbol): unknown => {
    if (!opened) throw new Error(`It is not open yet: ${String(name)} was asked for.`);
    return Reflect.get(opened, name);
  };
  return new Proxy({} as T, { get });
}
