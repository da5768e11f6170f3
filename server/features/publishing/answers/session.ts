import type { AnswerAction, AnswerKind } from '../../../../shared/answers/answers.ts';

/** A published part of a post, or a reply. */
export type Part = { remoteId: string; url: string };

/** A comment as a platform tells it. Times are ISO 8601; what it does not tell is null. */
export type ToldComment = {
  remoteId: string;
  /** The remote id of what it answers. */
  parentId: string | null;
  /** Remote ids of which one may be a part of a post of ours: what it answers, and where its thread begins. */
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
  /** The id of our like, where likes have one. */
  likeRef: string | null;
  can: readonly AnswerAction[];
};

/** What is answered, liked or hidden. */
export type Answered = {
  remoteId: string;
  parentId: string | null;
  kind: AnswerKind;
  author: { id: string; handle: string };
  likeRef: string | null;
  /** The parts of our post above it; empty where that is not known. */
  post: readonly Part[];
};

/** The same for each attempt. */
export type OutgoingReply = {
  /** A UUID, from which record keys and idempotency keys are derived. */
  key: string;
  text: string;
  to: Answered;
  /** When it was asked for, ISO 8601. */
  createdAt: string;
  /** The clock of `createdAt`, which may differ from this machine's. */
  clock: () => Date;
  /** The ids of the account's other replies and posts: when comparing texts, none is this one. */
  taken: () => Promise<readonly string[]>;
};

export type FoundReply = { found: 'yes'; part: Part } | { found: 'no' } | { found: 'unclear'; why: string };

/** What an account's API can do about answers. All methods throw PublishError. */
export type AnswersSession = {
  /**
   * What came in at the account since the cursor, null for the first time. `reads`: how many posts the platform charges
   * for, at most `most`. Only of platforms that tell answers by account.
   */
  incoming?(
    cursor: string | null,
    most?: number,
  ): Promise<{ comments: ToldComment[]; cursor: string | null; reads: number }>;
  /** The fewest posts that can be asked for at once, where the platform charges for each. */
  fewest?: number;
  /**
   * What stands below a post; null when the post was deleted. `isWhole`: what is missing was deleted.
   */
  below?(parts: readonly Part[]): Promise<{ comments: ToldComment[]; isWhole: boolean } | null>;
  /**
   * Replies. `begin` is called right before the call that must not be repeated blindly, and throws where it must not be
   * made. PublishError `unknown` when that call got no answer.
   */
  reply(reply: OutgoingReply, begin: () => Promise<void>): Promise<Part>;
  /** Reads back whether a reply is there. */
  findReply(reply: OutgoingReply): Promise<FoundReply>;
  /** Deletes a reply. A missing one is not an error. Absent where the API cannot. */
  removeReply?(part: Part): Promise<void>;
  /** Likes or takes the like back; both may be repeated. Returns the like's id, or null. */
  like?(to: Answered, isLiked: boolean): Promise<string | null>;
  hide?(to: Answered, isHidden: boolean): Promise<void>;
};
