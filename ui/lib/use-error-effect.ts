import { useEffect, useEffectEvent } from 'react';

/** Calls `report` once for every new failure of a query, for messages that appear beside the error state. */
export function useErrorEffect(error: Error | null, report: (message: string) => void): void {
  const onError = useEffectEvent(report);
  useEffect(() => {
    if (error) onError(error.message);
  }, [error]);
}
