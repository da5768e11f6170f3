import { Suspense } from 'react';
import { useStrandedChannels } from '@/domain/publishing/stranded.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

/** Lazy, because its texts name platforms, and the first screen does not load their facts and schemas. */
const StrandedChannels = lazyPart('StrandedChannels', () => import('@/domain/publishing/stranded-channels.tsx'));

/** Reports the accounts that get no posts because their agent is offline; renders nothing if there are none. */
export function StrandedBanner() {
  const stranded = useStrandedChannels();
  if (!stranded || stranded.length === 0) return null;
  return (
    <Suspense>
      <StrandedChannels stranded={stranded} />
    </Suspense>
  );
}
