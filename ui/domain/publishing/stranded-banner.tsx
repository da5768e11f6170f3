import { Suspense } from 'react';
import { useStrandedChannels } from '@/domain/publishing/stranded.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

/** Its words name platforms, whose facts and schemas the first screen does without. */
const StrandedChannels = lazyPart('StrandedChannels', () => import('@/domain/publishing/stranded-channels.tsx'));

/** Says which accounts get no posts because the agent that posts there is silent; nothing where all can be sent. */
export function StrandedBanner() {
  const stranded = useStrandedChannels();
  if (!stranded || stranded.length === 0) return null;
  return (
    <Suspense>
      <StrandedChannels stranded={stranded} />
    </Suspense>
  );
}
