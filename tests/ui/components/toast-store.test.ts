import { describe, expect, it } from 'vitest';
import { createToastStore, TOAST_REMOVE_DELAY_MS } from '../../../ui/components/toast-store.ts';

function storeWithClock() {
  const waiting: { run: () => void; ms: number }[] = [];
  const store = createToastStore({ setTimeout: (run, ms) => waiting.push({ run, ms }) });
  return { store, waiting };
}

describe('in-app notifications', () => {
  it('show one at a time: a newer one replaces the older', () => {
    const { store } = storeWithClock();
    store.add({ title: 'first' });
    store.add({ title: 'second', variant: 'destructive' });
    expect(store.items()).toEqual([{ id: '2', open: true, title: 'second', variant: 'destructive' }]);
  });

  it('that can be undone stay beside newer ones, three at most; the same one is not said twice', () => {
    const { store } = storeWithClock();
    const action = { label: 'Undo', onClick: () => undefined };
    for (const title of ['first', 'second', 'third']) store.add({ title, action });
    store.add({ title: 'Copied' });
    store.add({ title: 'Failed', id: 'load' });
    store.add({ title: 'Failed', id: 'load' });
    expect(store.items().map(({ title }) => title)).toEqual(['Failed', 'third', 'second']);
  });

  it('are closed by dismissing and removed 1,000,000 ms later', () => {
    const { store, waiting } = storeWithClock();
    const id = store.add({ title: 'Saved' });
    for (const one of [id, id, '99']) store.dismiss(one);
    expect(store.items()).toEqual([{ id, open: false, title: 'Saved' }]);
    expect(waiting.map(({ ms }) => ms)).toEqual([TOAST_REMOVE_DELAY_MS]);
    expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000);
    waiting[0]?.run();
    expect(store.items()).toEqual([]);
  });

  it('stay where they are when an older one is removed', () => {
    const { store, waiting } = storeWithClock();
    store.dismiss(store.add({ title: 'older' }));
    store.add({ title: 'newer' });
    waiting[0]?.run();
    expect(store.items().map(({ title }) => title)).toEqual(['newer']);
  });
});
