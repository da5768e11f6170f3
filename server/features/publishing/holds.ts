import type { OutgoingMedia, OutgoingPost, PublishedPart } from './publisher.ts';

/**
 * A post at a platform that was asked to publish it later. held: it stands there, until when the platform says (ISO 8601),
 * or null where it would not be published. absent: neither held nor published. `why` is for users.
 */
export type HeldPost =
  | { is: 'held'; id: string; until: string | null }
  | { is: 'published'; parts: PublishedPart[] }
  | { is: 'absent' }
  | { is: 'unclear'; why: string };

/**
 * Posts that the platform holds and publishes itself when they are due. Only posts of one part are given to it: nothing
 * can reply to what is not published. All methods throw PublishError.
 */
export type Holds = {
  /** What of this post the platform cannot hold, to follow “… cannot hold”; null for nothing. */
  refuses(post: Pick<OutgoingPost, 'options'> & { media: readonly Pick<OutgoingMedia, 'kind'>[] }): string | null;
  /** Uploads what the post needs. May be repeated. */
  prepare(post: OutgoingPost, until: string): Promise<PreparedHold>;
  /** Looks for the post by its id there or, without one, by its text: among what is held, and what is published. */
  look(post: OutgoingPost, held: { id: string | null; until: string }): Promise<HeldPost>;
  /** Changes when it is published. Leaves the rest as it is. */
  move(id: string, until: string): Promise<void>;
  /** Takes it back for good. absent: it was no longer held, so it may be published. */
  withdraw(id: string): Promise<'withdrawn' | 'absent'>;
};

/**
 * Makes the call that must not be repeated blindly. Published where the platform did not heed the time. PublishError
 * `unknown` when it got no answer.
 */
export type PreparedHold = { handOver(): Promise<{ id: string } | { published: PublishedPart[] }> };
