/** How long the lease of a job's run lasts unless renewed. */
export const JOB_LEASE_SECONDS = 90;
export const JOB_RENEW_MS = 20_000;

const MINUTE_S = 60;
/** A machine that has just woken up is online within a minute. Longer outages are retried hourly until the day ends. */
const RETRY_MINUTES = [1, 5, 15, 60];

/** Retry delay in seconds after the failed `attempt`, from 1. */
export function retrySeconds(attempt: number): number {
  return (RETRY_MINUTES[attempt - 1] ?? 60) * MINUTE_S;
}
