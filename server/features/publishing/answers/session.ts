import type { AnswerAction, AnswerKind } from '../../../../shared/answers/answers.ts';

/** A published part of a post, or a reply. */
export type Part = { remoteId: string; url: string };

/** A comment as reported by a platform. Times are ISO 8601; null for what the platform does not report. */
export type ToldComment = {
  remoteId: string;
  /** The remote id of the post or comment that it replies to. */
  parentId: string | null;
  /** Remote ids that may be a part of one of our posts: its parent's, and that of its thread's first post. */
  posts: readonly string[];
  kind: AnswerKind;
  isOwn: boolean;
  author: { id: string; name: string; handle: string; url: string | null; picture: string | null };
  /** Plain text. */
  text: string;
  url: string | null;
  at: string;
  editedAt: string | null;
  liked: boolean | null;
  hidden: boolean | null;
  /** The id of our like, if likes have ids on the platform. */
  likeRef: string | null;
  can: readonly AnswerAction[];
};

/** The answer that is replied to, liked or hidden. */
export type Answered = {
  remoteId: string;
  parentId: string | null;
  kind: AnswerKind;
  author: { id: string; handle: string };
  likeRef: string | null;
  /** The parts of our post that it belongs to; empty if unknown. */
  post: readonly Part[];
};

/** A reply to send, identical in every attempt. */
export type OutgoingReply = {
  /** A UUID, from which record keys and idempotency keys are derived. */
  key: string;
  text: string;
  to: Answered;
  /** When the user sent it, ISO 8601. */
  createdAt: string;
  /** The clock of `createdAt`, which may differ from this machine's. */
  clock: () => Date;
  /** The ids of the account's other replies, to exclude when looking for this one by its text. */
  taken: () => Promise<readonly string[]>;
};

export type FoundReply = { found: 'yes'; part: Part } | { found: 'no' } | { found: 'unclear'; why: string };

/** What an account's API can do with answers. All methods throw PublishError. */
export type AnswersSession = {
  /**
   * Comments and mentions that the account received since the cursor, which is null the first time. `reads`: how many
   * posts the platform charges for, at most `most`. Absent if the platform reports answers only per post.
   */
  incoming?(
    cursor: string | null,
    most?: number,
  ): Promise<{ comments: ToldComment[]; cursor: string | null; reads: number }>;
  /** The smallest number of posts that a query can request, if the platform charges for each. */
  fewest?: number;
  /** The comments below a post; null if the post was deleted. `isWhole`: comments missing from it were deleted. */
  below?(parts: readonly Part[]): Promise<{ comments: ToldComment[]; isWhole: boolean } | null>;
  /**
   * Sends a reply. `begin` is called right before the call that must not be repeated blindly, and throws if the call
   * must not be made. PublishError `unknown` if that call got no response.
   */
  reply(reply: OutgoingReply, begin: () => Promise<void>): Promise<Part>;
  /** Checks whether a reply is on the platform. */
  findReply(reply: OutgoingReply): Promise<FoundReply>;
  /** Deletes a reply; a no-op if it is missing. Absent if the API cannot. */
  removeReply?(part: Part): Promise<void>;
  /** Likes, or removes the like; both may be repeated. Returns the like's id, or null. */
  like?(to: Answered, isLiked: boolean): Promise<string | null>;
  hide?(to: Answered, isHidden: boolean): Promise<void>;
};
