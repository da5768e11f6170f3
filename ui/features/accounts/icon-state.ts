import type { WarmupStatus } from '../../../shared/database.ts';

/** What a warm-up's icon can show. */
export type IconState = WarmupStatus | 'other';

/** The icon of a `warmup_status` (§2): a clock for anything but the three known ones, a newer database's too. */
export function iconState(status: string | null): IconState {
  return status === 'running' || status === 'success' || status === 'failed' ? status : 'other';
}
