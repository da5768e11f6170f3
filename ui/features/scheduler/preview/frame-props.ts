import type { Slide } from '@/features/scheduler/posts/media.ts';
import type { Outgoing } from '@/features/scheduler/preview/outgoing.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

export type FrameProps = {
  outgoing: Outgoing;
  slides: Slide[];
  /** The same as the slides where their sizes are known. */
  media: readonly MediaItem[];
  /** The label of the account that posts. */
  account: string;
};
