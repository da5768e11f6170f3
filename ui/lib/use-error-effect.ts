import { useEffect, useEffectEvent } from 'react';

/** Calls `report` once for each new failure of a query, for messages in addition to the error state. */
export function useErrorEffect(error: Error | null, report: (message: string) => void): void {
  const onError = useEffectEvent(report);
  useEffect(() => {
    if (error) onError(error.message);
  }, [error]);
}
