import { FeedFrame } from '@/features/scheduler/preview/feed-frame.tsx';
import type { FrameProps } from '@/features/scheduler/preview/frame-props.ts';
import { VerticalFrame } from '@/features/scheduler/preview/vertical-frame.tsx';
import type { Platform } from '../../../../shared/platforms.ts';

/** Platforms that show one post at a time, over the whole screen of a phone. */
const VERTICAL: readonly Platform[] = ['tiktok', 'youtube_shorts'];

/** A post in a plain frame with the proportions of its platform: no imitation of its brand. */
export function PlatformFrame(props: FrameProps) {
  return VERTICAL.includes(props.outgoing.platform) ? <VerticalFrame {...props} /> : <FeedFrame {...props} />;
}
