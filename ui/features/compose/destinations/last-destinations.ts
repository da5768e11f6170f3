import type { Draft } from '@/features/compose/draft/draft.ts';
import { localCopies } from '@/lib/draft.ts';

const KEY = 'destinations';

type Destinations = Pick<Draft, 'platforms' | 'accountIds'>;

/** Where the last post of this browser went: a new one begins there. */
export function firstDestinations(): Destinations {
  const last = localCopies.read<Destinations>(KEY);
  return { platforms: last?.platforms ?? [], accountIds: last?.accountIds ?? null };
}

export function rememberDestinations(destinations: Destinations): void {
  localCopies.write(KEY, destinations);
}
