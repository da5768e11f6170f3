import { Temporal } from 'temporal-polyfill';
import { openWaker, type Waker } from '../../server/system/wake/waker.ts';

/** For test agents: they must not schedule this machine to wake up. */
export const noWaker = (dataDir: string): Waker =>
  openWaker({
    dataDir,
    alarm: null,
    run: () => Promise.reject(new Error('a test wanted to wake this machine')),
    now: Temporal.Now.instant,
  });
