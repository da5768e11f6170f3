import { Temporal } from 'temporal-polyfill';
import { openWaker, type Waker } from '../../server/system/wake/waker.ts';

/** For agents of tests: this machine is not to be woken for them. */
export const noWaker = (dataDir: string): Waker =>
  openWaker({
    dataDir,
    alarm: null,
    run: () => Promise.reject(new Error('a test wanted to wake this machine')),
    now: Temporal.Now.instant,
  });
