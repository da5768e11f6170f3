import type { Draft } from '@/features/compose/draft/draft.ts';
import { localCopies } from '@/lib/draft.ts';

const KEY = 'destinations';

type Destinations = Pick<Draft, 'platforms' | 'accountIds'>;

/** The destinations of this browser's last post, the default for a new one. */
export function firstDestinations(): Destinations {
  const last = localCopies.read<Destinations>(KEY);
  return { platforms: last?.platforms ?? [], accountIds: last?.accountIds ?? null };
}

export function rememberDestinations(destinations: Destinations): void {
  localCopies.write(KEY, destinations);
}
