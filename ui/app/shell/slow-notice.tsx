import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { slowNotice } from '@/app/messages.ts';

/** How long a first answer may take before the screen says so, in milliseconds. */
const PATIENCE_MS = 4000;

/** One quiet line while something on the screen has been waiting for its first answer for some seconds: the network, or the backend, is slow. */
export function SlowNotice() {
  const waiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    if (!waiting) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  return (
    <p role="status" className={slow ? 'mb-6 border-l-2 border-input pl-3 text-sm text-muted-foreground' : 'sr-only'}>
      {slow ? slowNotice : null}
    </p>
  );
}
