import type { ReactNode } from 'react';
import type { Slide } from '@/domain/media/slides.ts';
import type { Outgoing } from '@/domain/posts/preview/outgoing.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

export type FrameProps = {
  outgoing: Outgoing;
  slides: Slide[];
  /** The same as the slides where their sizes are known. */
  media: readonly MediaItem[];
  /** The label of the account that posts. */
  account: string;
  /** Its name on the platform, where it is connected. */
  handle: string | null;
  /** The card of its link, for a post without pictures. */
  card?: ReactNode;
};
