import type { Platform } from '../../../shared/posts/platforms.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import type { ChannelEntry, SignInRequest } from '../../../shared/publishing/channel-entries.ts';
import type { Choice, LeftOver } from '../../../shared/publishing/publishing-api.ts';
import type { Quota, QuotaUse } from '../../../shared/publishing/quota.ts';
import type { PlatformCalls } from './platform-calls.ts';

/** A picture or video as it goes out: the bytes in the workspace's storage, or converted ones. */
export type OutgoingMedia = {
  kind: 'image' | 'video';
  mimeType: string;
  /** In bytes. */
  size: number;
  /** In pixels; null where they are not known. */
  width: number | null;
  height: number | null;
  /** How long a video lasts; left out where it is not known. */
  seconds?: number | null | undefined;
  /** Frames per second of a video; left out where they are not known. */
  frameRate?: number | null | undefined;
  /** Empty where the person gave none. */
  alt: string;
  /** Made by a picture model: said to the platform where it has a field for it. */
  isAiMade?: boolean | undefined;
  /** Where a platform can fetch these very bytes from; undefined where the storage is not public. */
  address?: string | undefined;
  /** The bytes from the beginning, again at each call. Cancel the stream where it is not read to its end. */
  open(): Promise<ReadableStream<Uint8Array>>;
};

/** How a link is shown: what its page says of itself, or what the person wrote. */
export type OutgoingCard = { url: string; title: string; description: string; thumb: OutgoingMedia | null };

/**
 * What one delivery sends. It stays the same from the first irreversible call on, whatever happens to the post
 * meanwhile.
 */
export type OutgoingPost = {
  /** The delivery's key (a UUID), from which record keys and idempotency keys are derived: the same for each attempt. */
  key: string;
  /** When the post was due, ISO 8601. */
  dueAt: string;
  /** When it was first sent, ISO 8601, the same for each attempt; undefined until then, and where it is not known. */
  sentAt?: string | undefined;
  /**
   * The text, or the texts of a thread in order, with the first comment as the last (sendsFirstComment). Never empty; a
   * text may be where there is media.
   */
  parts: readonly string[];
  /** In order; they go with the first part. */
  media: readonly OutgoingMedia[];
  /** The media, all of them JPEGs, are the pages of one document. */
  document?: { title: string } | undefined;
  /** The card of a link of a post without media. `thumb` is its picture. */
  card?: OutgoingCard | undefined;
  /**
   * How many of the parts are known to stand on the platform: where the first one does, its media are there, and `media`
   * is empty.
   */
  sent?: number;
  /** Only `find` gets them: the first parts, as they are stored. They are looked for by their ids, never by their words. */
  known?: readonly PublishedPart[];
  /** The clock that the post is due by, which may be another one than this machine's. */
  clock?: () => Date;
  /** Ids of the parts that the account's other deliveries have there: where words are compared, none is this post's. */
  taken?: () => Promise<readonly string[]>;
  /** Notes what was put on the platform for the post to be made from alone; Session.removeLeftovers gets it back. */
  onLeftover?: ((id: string) => Promise<void>) | undefined;
  /**
   * The post may be there under another key, from `dueAt` on: it is looked for by its words. Only `find` is asked so, for
   * a workspace that was restored from a backup.
   */
  isKeyLost?: boolean;
  /** What is known of an upload of this post; undefined where nothing may be kept. */
  upload?: UploadNote;
};

/**
 * What a publisher notes of an upload that is on its way, so that the next attempt goes on with it, also one of another
 * process. It is JSON and is kept encrypted on this machine until the delivery has ended: who has the address of an
 * upload may write to it.
 */
export type UploadNote = {
  /**
   * Null where there is none that can be read. Only a note of the latest attempt proves that the post is absent where
   * its upload is not whole: an earlier one, whose process slept, may have written over that of a later one.
   */
  read(): Promise<{ value: unknown; isOfLatest: boolean } | null>;
  /** Each attempt writes its own, also where it goes on with the upload of another one. */
  write(value: unknown): Promise<void>;
};

/** A part of a post that stands on the platform. `url` is what a person opens. */
export type PublishedPart = {
  remoteId: string;
  url: string;
  /** What the person should know of it, in whole sentences: it stays private. */
  note?: string;
};

/**
 * What reading back has found. `some`: the first parts of a thread; `parts` begin with the known ones. `gone`: a known
 * part that later ones hang on is no longer there. `unclear`: the platform cannot be asked, or its answer proves nothing;
 * `why` is for people.
 */
export type Found =
  | { found: 'all' | 'some'; parts: PublishedPart[] }
  | { found: 'none' }
  | { found: 'gone' }
  | { found: 'unclear'; why: string };

/** Numbers of a post that is out; null for one that the platform does not tell. */
export type Figures = { likes: number | null; reposts: number | null; replies: number | null };

/** What is known of a channel once the platform has answered. `secret` is JSON and is kept encrypted on this machine. */
export type Connected = {
  secret: unknown;
  handle: string;
  /** The account's own id on the platform: an account cannot silently become another one. */
  remoteId: string;
  profileUrl: string | null;
  server: string;
  expiresAt: string | null;
  limits: ChannelLimits;
  /** What the person should see to although the login holds: the platform does not renew it. In whole sentences. */
  problem?: string | null;
};

/** A post that is ready to go out: everything is uploaded that may be uploaded twice. */
export type Prepared = {
  /**
   * Makes the calls that must not be repeated blindly, one for each part after the `known` ones. `onPart` keeps each
   * part once it is there, before the next is sent. `sentAt` is the post's, known from now on. PublishError `unknown` where a call was sent and no answer came;
   * ManualStepRequired where no call makes the post.
   */
  publish(
    known: readonly PublishedPart[],
    onPart: (part: PublishedPart) => Promise<void>,
    sentAt?: string,
  ): Promise<PublishedPart[]>;
};

/** An account's channel, opened for some calls. All of them: PublishError. */
export type Session = {
  /** Asks the platform who this is and what it takes. PublishError `auth` when the person must connect again. */
  check(): Promise<Connected>;
  /**
   * What is left of the platform's limits for a post that uses so much, as far as it says so beforehand. Takes some
   * seconds at most.
   */
  quota(use: QuotaUse): Promise<Quota[]>;
  /** Uploads what the post needs. May be repeated. */
  prepare(post: OutgoingPost): Promise<Prepared>;
  /**
   * Reads back whether the post stands there: the known parts by their ids, and only the later ones by their key or their
   * words. Never `none` where there are known ones. ManualStepRequired as above.
   */
  find(post: OutgoingPost): Promise<Found>;
  /** Removes what was noted with `onLeftover`, once no attempt is under way. What is gone already is no error. */
  removeLeftovers?(ids: readonly string[]): Promise<void>;
  /** Deletes a post, the last part first. One that is gone already is no error. */
  remove(parts: readonly PublishedPart[]): Promise<void>;
  /**
   * Ends the log-in at the platform. Answers what still stands there, also where it could not be asked, and null where
   * nothing does.
   */
  logOut(): Promise<LeftOver | null>;
  /** The numbers of a post, those of its first part; null when it is gone. */
  figures(parts: readonly PublishedPart[]): Promise<Figures | null>;
};

/** A sign-in that was begun on the platform's own site. It is kept in memory only, under its `state`. */
export type SignIn = {
  /** Where the person's browser goes. */
  authorizeUrl: string;
  /** Comes back with the redirect, which belongs to this sign-in alone. */
  state: string;
  /**
   * Connects with what came back: the whole address of the redirect, or the code that the platform showed. PublishError
   * `auth` where the person or the platform refused, `rejected` for an address of another sign-in.
   */
  complete(answer: string, calls: PlatformCalls): Promise<Connected>;
};

/** How posts go to one platform. Each has a folder of its own. */
export type Publisher = {
  platform: Platform;
  /** Whether a call may be repeated with the same key without making a second post. */
  isIdempotent: boolean;
  /**
   * Connects with what the person entered. PublishError `auth` or `rejected` in the platform's words; ChoiceNeeded where
   * it is good for several accounts.
   */
  connect(entry: ChannelEntry, calls: PlatformCalls): Promise<Connected>;
  /** Where people can sign in on the platform's site. */
  oauth?: { begin(request: SignInRequest, redirectUri: string, calls: PlatformCalls): Promise<SignIn> };
  /**
   * Opens a channel. `keepSecret` keeps a secret that the platform renewed, before the new one is used. Throws
   * PublishError `auth` for a secret that is none.
   */
  open(secret: unknown, calls: PlatformCalls, keepSecret: (secret: unknown) => Promise<void>): Session;
};

/** What comes next depends on the class: see design/publishing.md, "Never twice, never lost". */
export type ErrorClass = 'auth' | 'rate_limit' | 'rejected' | 'transient' | 'unknown';

/** A trouble with a platform. `message` holds the platform's own words, for people. */
export class PublishError extends Error {
  readonly errorClass: ErrorClass;
  /** When the platform allows the next try, by the clock of this machine. */
  readonly retryAt: Date | null;

  constructor(errorClass: ErrorClass, message: string, options: { cause?: unknown; retryAt?: Date | null } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PublishError';
    this.errorClass = errorClass;
    this.retryAt = options.retryAt ?? null;
  }
}

/**
 * Everything was sent that the platform takes of an app, and the person finishes the post in the platform's own app.
 * `message` says how, in whole sentences.
 */
export class ManualStepRequired extends Error {}

/** The platform takes no such post by this channel: the person publishes it, and `message` says why. */
export class ByHandNeeded extends PublishError {
  constructor(message: string) {
    super('rejected', message);
    this.name = 'ByHandNeeded';
  }
}

/** The log-in is good for several accounts of the platform: the person says which, by one more field of the entry. */
export class ChoiceNeeded extends Error {
  readonly choice: Choice;

  constructor(choice: Choice) {
    super(choice.question);
    this.name = 'ChoiceNeeded';
    this.choice = choice;
  }
}
