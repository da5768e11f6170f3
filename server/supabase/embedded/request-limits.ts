/** How long the database may work and wait for one request of a caller without the secret key, in milliseconds. */
export type RequestLimits = {
  /** For one statement (docs/security.md). */
  statementMs: number;
  /** For a lock that another transaction holds. */
  lockMs: number;
  /** For the next statement of a transaction. */
  idleMs: number;
  /** For a connection to the database. */
  turnMs: number;
};

export const REQUEST_LIMITS: RequestLimits = { statementMs: 30_000, lockMs: 10_000, idleMs: 30_000, turnMs: 10_000 };

/** Postgres settings that enforce `limits` on a transaction of `role`; none for service_role, the backend itself. */
export function limitSettings(role: string, limits: RequestLimits = REQUEST_LIMITS): [name: string, value: string][] {
  if (role === 'service_role') return [];
  return [
    ['statement_timeout', String(limits.statementMs)],
    ['lock_timeout', String(limits.lockMs)],
    ['idle_in_transaction_session_timeout', String(limits.idleMs)],
  ];
}
