import type { PoolConfig } from 'pg';
import type { Address } from './postmaster.ts';

/** A connection that nobody has needed for so long is closed. */
const IDLE_MS = 60_000;

/** What every pool of `pg` connects with. */
export function poolOptions({ ssl, ...where }: Address): PoolConfig {
  return {
    ...where,
    ...(ssl && { ssl: ssl === 'verify-full' ? true : { rejectUnauthorized: false } }),
    application_name: 'local-agent',
    options: '-c TimeZone=UTC',
    idleTimeoutMillis: IDLE_MS,
  };
}
