import type { Target } from '@/features/compose/draft/draft.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';

/** A one-press fix for a problem. */
export type Mend =
  | { kind: 'shorten' | 'customize'; target: Exclude<Target, { kind: 'all' }>; name: string }
  | { kind: 'fewerHashtags'; target: Exclude<Target, { kind: 'all' }>; count: number }
  | { kind: 'leaveOut' | 'options'; platform: Platform }
  | { kind: 'addMedia' | 'makeVideo' }
  | { kind: 'crop'; place: number }
  /** A page of the platform, to be opened in another tab. */
  | { kind: 'visit'; url: string; link: string }
  | { kind: 'pad' }
  | { kind: 'mentionAtHome'; handle: string; home: Platform; isSentThere: boolean };

/** Why a destination would reject the post in its current form. A warning does not block publishing. */
export type Problem = { text: string; isWarning: boolean; mends: Mend[] };
