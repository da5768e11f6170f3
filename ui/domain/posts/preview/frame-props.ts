import type { ReactNode } from 'react';
import type { Slide } from '@/domain/media/slides.ts';
import type { Outgoing } from '@/domain/posts/preview/outgoing.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

export type FrameProps = {
  outgoing: Outgoing;
  slides: Slide[];
  /** The same as media items, with their sizes if known; empty if there is only a media_url. */
  media: readonly MediaItem[];
  /** The posting account's label. */
  account: string;
  /** The account's name on the platform, if it is connected. */
  handle: string | null;
  /** The card of the post's link, if it has no pictures. */
  card?: ReactNode;
};
