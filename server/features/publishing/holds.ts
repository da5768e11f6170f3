import type { OutgoingMedia, OutgoingPost, PublishedPart } from './publisher.ts';

/**
 * The state of a post that a platform was asked to publish later. held: `until` is the time at which the platform says
 * it will publish it (ISO 8601), or null if it will not. absent: neither held nor published. `why` is for users.
 */
export type HeldPost =
  | { is: 'held'; id: string; until: string | null }
  | { is: 'published'; parts: PublishedPart[] }
  | { is: 'absent' }
  | { is: 'unclear'; why: string };

/**
 * Posts that the platform holds and publishes itself when they are due. Only posts of a single part are handed over,
 * since nothing can reply to an unpublished post. All methods throw PublishError.
 */
export type Holds = {
  /** The part of this post that the platform cannot hold, worded to follow "… cannot hold"; null if there is none. */
  refuses(post: Pick<OutgoingPost, 'options'> & { media: readonly Pick<OutgoingMedia, 'kind'>[] }): string | null;
  /** Uploads what the post needs. May be repeated. */
  prepare(post: OutgoingPost, until: string): Promise<PreparedHold>;
  /** Looks for the post among held and published ones, by its id there or, without one, by its text. */
  look(post: OutgoingPost, held: { id: string | null; until: string }): Promise<HeldPost>;
  /** Changes only its time of publication. */
  move(id: string, until: string): Promise<void>;
  /** Takes it back for good. absent: it was no longer held, so it may be published. */
  withdraw(id: string): Promise<'withdrawn' | 'absent'>;
};

/**
 * Makes the call that must not be repeated blindly. Resolves to `published` if the platform ignored the time.
 * PublishError `unknown` if the call got no response.
 */
export type PreparedHold = { handOver(): Promise<{ id: string } | { published: PublishedPart[] }> };
