import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { VideoCaptions } from '../../../shared/posts/video-captions.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import type { ChannelEntry, SignInRequest } from '../../../shared/publishing/channel-entries.ts';
import type { ErrorClass } from '../../../shared/publishing/delivery.ts';
import type { Figures } from '../../../shared/publishing/figures.ts';
import type { KeyEntry, KeyFinding } from '../../../shared/publishing/guide-window.ts';
import type { Choice, LeftOver } from '../../../shared/publishing/publishing-api.ts';
import type { Quota, QuotaUse } from '../../../shared/publishing/quota.ts';
import type { AnswersSession } from './answers/session.ts';
import type { Holds } from './holds.ts';
import type { OwnPages } from './own-pages/own-pages.ts';
import type { PlatformCalls } from './platform-calls.ts';

/** A picture or video to send: the stored bytes, or converted ones. */
export type OutgoingMedia = {
  kind: 'image' | 'video';
  mimeType: string;
  size: number;
  /** In pixels; null if unknown. */
  width: number | null;
  height: number | null;
  /** A video's length; absent if unknown. */
  seconds?: number | null | undefined;
  /** A video's frames per second; absent if unknown. */
  frameRate?: number | null | undefined;
  /** Empty without one. */
  alt: string;
  /** Made by a picture model: declared to platforms with a field for it. */
  isAiMade?: boolean | undefined;
  /** The frame chosen as a video's cover. Platforms take it by its time or as a picture. */
  cover?: OutgoingCover | undefined;
  /** A video's captions, for a subtitle file. `language` is a BCP 47 tag. */
  subtitles?: { language: string; captions: VideoCaptions } | undefined;
  /** A public URL of these exact bytes; undefined if the storage is not public. */
  address?: string | undefined;
  /** Returns all bytes at each call. Cancel the stream unless it is read completely. */
  open(): Promise<ReadableStream<Uint8Array>>;
};

/** `ms` is the time from the video's start, `picture` that frame as a JPEG of at most 2 MB; null without one. */
export type OutgoingCover = { ms: number; picture: OutgoingMedia | null };

/** A link's card, from its page or the user. */
export type OutgoingCard = { url: string; title: string; description: string; thumb: OutgoingMedia | null };

/**
 * The content of one delivery. It is fixed from the first irreversible call on, even if the post is edited.
 */
export type OutgoingPost = {
  /**
   * The delivery's key (a UUID), from which record keys and idempotency keys are derived: the same for each attempt.
   */
  key: string;
  /** When the post was due, ISO 8601. */
  dueAt: string;
  /** When it was first sent, ISO 8601, the same for each attempt; undefined until then, and if unknown. */
  sentAt?: string | undefined;
  /**
   * The text, or the texts of a thread in order, with the first comment as the last (sendsFirstComment). Never empty; a
   * text may be empty if there are media.
   */
  parts: readonly string[];
  /** In order; they are published with the first part. */
  media: readonly OutgoingMedia[];
  /** The media, all JPEGs, are the pages of one document. */
  document?: { title: string } | undefined;
  /** The platform's options for this post: its own, else the account's. Checked against the platform's fields. */
  options?: OptionValues | undefined;
  /** The link card of a post without media. `thumb` is its picture. */
  card?: OutgoingCard | undefined;
  /** How many parts are known to be published: if the first one is, its media are, and `media` is empty. */
  sent?: number;
  /** Only for `find`: the first parts, as stored. They are looked up by their ids, never by their text. */
  known?: readonly PublishedPart[];
  /** The clock of due times, which may differ from this machine's. */
  clock?: () => Date;
  /** The ids of parts of the account's other deliveries, to exclude when looking for this post by its text. */
  taken?: () => Promise<readonly string[]>;
  /** Records the id of something created on the platform only in order to publish; see Session.removeLeftovers. */
  onLeftover?: ((id: string) => Promise<void>) | undefined;
  /**
   * The post may exist under another key, from `dueAt` on: it is looked up by its text. Only for `find`, in a workspace
   * restored from a backup.
   */
  isKeyLost?: boolean;
  /** The state of this post's upload; undefined if nothing may be stored. */
  upload?: UploadNote;
};

/**
 * A publisher's note on an unfinished upload, so that the next attempt can continue it, even in another process. It is
 * JSON, stored encrypted on this machine until the delivery has ended: an upload's address allows writing to it.
 */
export type UploadNote = {
  /**
   * Null if there is none, or it is unreadable. Only a note of the latest attempt proves that the post is absent if its
   * upload is incomplete: an earlier attempt, whose process was suspended, may have overwritten a later one's.
   */
  read(): Promise<{ value: unknown; isOfLatest: boolean } | null>;
  /** Each attempt writes its own note, even when it continues another's upload. */
  write(value: unknown): Promise<void>;
};

/** A published part of a post. `url` is its link for users. */
export type PublishedPart = {
  remoteId: string;
  url: string;
  /** A note for the user about it, in whole sentences: for instance, that it stays private. */
  note?: string;
};

/**
 * The result of looking for a post. `some`: the first parts of a thread; `parts` starts with the known ones. `gone`: a
 * known part that later ones depend on was deleted. `unclear`: the platform cannot be queried, or its response proves
 * nothing; `why` is for users.
 */
export type Found =
  | { found: 'all' | 'some'; parts: PublishedPart[] }
  | { found: 'none' }
  | { found: 'gone' }
  | { found: 'unclear'; why: string };

/** A channel's data from the platform. `secret` is JSON, stored encrypted on this machine. */
export type Connected = {
  secret: unknown;
  handle: string;
  /** The account's id on the platform, to detect a change of account. */
  remoteId: string;
  profileUrl: string | null;
  server: string;
  expiresAt: string | null;
  limits: ChannelLimits;
  /**
   * Why the user should act although the login is valid, in whole sentences: the platform does not refresh it.
   */
  problem?: string | null;
};

/** A post ready to be published: everything that may be uploaded twice has been. */
export type Prepared = {
  /**
   * Makes the calls that must not be repeated blindly, one for each part after the `known` ones. `onPart` stores each
   * part before the next is sent. `sentAt` is the post's, known from now on. PublishError `unknown` if a call got no
   * response; ManualStepRequired if no call can create the post.
   */
  publish(
    known: readonly PublishedPart[],
    onPart: (part: PublishedPart) => Promise<void>,
    sentAt?: string,
  ): Promise<PublishedPart[]>;
};

/** An account's opened channel. All methods throw PublishError. */
export type Session = {
  /** Queries the account and its limits. PublishError `auth` if the user must reconnect. */
  check(): Promise<Connected>;
  /**
   * The platform's remaining quotas for a post with this usage, as far as reported in advance. Takes a few seconds at
   * most.
   */
  quota(use: QuotaUse): Promise<Quota[]>;
  /** Uploads what the post needs. May be repeated. */
  prepare(post: OutgoingPost): Promise<Prepared>;
  /**
   * Checks whether the post exists: the known parts by their ids, and only later ones by their key or text. Never
   * `none` with known parts. ManualStepRequired as in `publish` of Prepared.
   */
  find(post: OutgoingPost): Promise<Found>;
  /** Removes what was recorded with `onLeftover`, once no attempt is in progress. Missing ones are not an error. */
  removeLeftovers?(ids: readonly string[]): Promise<void>;
  /** Deletes a post, the last part first. A missing one is not an error. */
  remove(parts: readonly PublishedPart[]): Promise<void>;
  /** Ends the log-in at the platform. Returns what remains there, or may remain if there was no response, or null. */
  logOut(): Promise<LeftOver | null>;
  /** The metrics of a post's first part that the platform reports; null if it was deleted. */
  figures(parts: readonly PublishedPart[]): Promise<Figures | null>;
  /** The account's number of followers; undefined if not reported. Absent if the platform never reports it. */
  followers?(): Promise<number | undefined>;
  /**
   * People whose name or handle begins with the query, the likeliest first, at most PEOPLE_MAX. Only on platforms with
   * a people search (findsPeople); takes a few seconds at most.
   */
  searchPeople?(query: string): Promise<FoundPerson[]>;
  /** Undefined if the platform cannot hold posts, or not for this account. */
  holds?: Holds | undefined;
  /** Comments, replies and mentions. Undefined if the platform's API does not give us access to them. */
  answers?: AnswersSession;
};

/** `handle` follows the @ in a mention. `picture` is a web address; null without one. */
export type FoundPerson = { handle: string; name: string; picture: string | null };

/** A pending sign-in on the platform's site. Kept only in memory, by its `state`. */
export type SignIn = {
  /** The URL for the user's browser. */
  authorizeUrl: string;
  /** Returned with the redirect; unique to this sign-in. */
  state: string;
  /**
   * Connects with the redirect's URL, or the code that the platform showed. PublishError `auth` if the user or the
   * platform refused, `rejected` for a URL of another sign-in.
   */
  complete(answer: string, calls: PlatformCalls): Promise<Connected>;
};

/** Publishes to one platform. Each has its own folder. */
export type Publisher = {
  platform: Platform;
  /** Whether a call may be repeated with the same key without creating a second post. */
  isIdempotent: boolean;
  /**
   * Connects with the user's input. PublishError `auth` or `rejected` with the platform's message; ChoiceNeeded if it
   * is valid for several accounts.
   */
  connect(entry: ChannelEntry, calls: PlatformCalls): Promise<Connected>;
  /** The sign-in on the platform's site, if it has one. */
  oauth?: {
    begin(request: SignInRequest, redirectUri: string, calls: PlatformCalls): Promise<SignIn>;
    /** The request that began the sign-in of this secret, to repeat it; null for a secret without a sign-in. */
    again(secret: unknown): SignInRequest | null;
  };
  /**
   * Checks keys, which may be incomplete, without connecting and at no cost. PublishError if the platform does not
   * respond.
   */
  checkKeys?(entry: KeyEntry, calls: PlatformCalls): Promise<KeyFinding[]>;
  /** How to read the pages of the user's own posts, if that is reliable on the platform. */
  ownPages?: OwnPages;
  /**
   * Opens a channel. `keepSecret` stores a secret refreshed by the platform before it is used. PublishError `auth` for
   * an invalid secret.
   */
  open(secret: unknown, calls: PlatformCalls, keepSecret: (secret: unknown) => Promise<void>): Session;
};

/**
 * An error of a platform. The class determines what is done next; `message` contains the platform's own message for
 * users.
 */
export class PublishError extends Error {
  readonly errorClass: ErrorClass;
  /** The earliest retry that the platform allows, by this machine's clock. */
  readonly retryAt: Date | null;

  constructor(errorClass: ErrorClass, message: string, options: { cause?: unknown; retryAt?: Date | null } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PublishError';
    this.errorClass = errorClass;
    this.retryAt = options.retryAt ?? null;
  }
}

/**
 * Everything that an app may send was sent, and the user finishes the post in the platform's app. `message` says how,
 * in whole sentences.
 */
export class ManualStepRequired extends Error {}

/** The platform accepts no such post through this channel: the user publishes it manually, and `message` says why. */
export class ByHandNeeded extends PublishError {
  constructor(message: string) {
    super('rejected', message);
    this.name = 'ByHandNeeded';
  }
}

/** The log-in is valid for several accounts of the platform: the user chooses one with an additional field. */
export class ChoiceNeeded extends Error {
  readonly choice: Choice;
  /** Connects with one of the options, if a sign-in is over and cannot be repeated with the field. */
  readonly pick: ((value: string, calls: PlatformCalls) => Promise<Connected>) | undefined;

  constructor(choice: Choice, pick?: ChoiceNeeded['pick']) {
    super(choice.question);
    this.name = 'ChoiceNeeded';
    this.choice = choice;
    this.pick = pick;
  }
}
