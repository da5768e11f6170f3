import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { slowNotice } from '@/app/messages.ts';

/** How long a first answer may take before the screen says so, in milliseconds. */
const SLOW_AFTER_MS = 4000;

/**
 * One quiet line while something on the screen has been waiting for its first answer for some seconds: the network, or
 * the backend, is slow.
 */
export function SlowNotice() {
  const waiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    if (!waiting) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  return (
    // Over the foot of the window, so that nothing moves when it comes and goes.
    <p
      role="status"
      className={
        slow
          ? 'fixed bottom-4 left-1/2 z-20 w-max max-w-[calc(100%-2rem)] -translate-x-1/2 rounded-md border bg-popover px-4 py-2 text-center text-[0.8125rem] text-muted-foreground shadow-float'
          : 'sr-only'
      }
    >
      {slow ? slowNotice : null}
    </p>
  );
}
