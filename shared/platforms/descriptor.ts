import type { z } from 'zod';
import type { AnswerAction } from '../answers/answers.ts';
import type { NoComment } from '../publishing/channel.ts';
import type { FigureName } from '../publishing/figures.ts';
import type { ComposerScript } from './composer-script.ts';
import type { OptionalReads } from './reads.ts';
import type { ChannelGuide, ConnectEffort } from './ways.ts';

/** Limits of one post's text. */
export type PlatformLimits = {
  /** Longest text with the hashtags at its end, counted by textLength. */
  textLength: number;
  /** The same with pictures or a video, if it is shorter. */
  captionLength?: number;
  /**
   * 'weighted' is X's counting; 'graphemes' (Bluesky) and 'short_links' (Mastodon) count grapheme clusters, the latter
   * links as 23; 'emoji_bytes' (Threads) counts an emoji as its bytes; 'characters' counts UTF-16 units, as the other
   * APIs do.
   */
  counting: 'characters' | 'weighted' | 'graphemes' | 'short_links' | 'emoji_bytes';
  /** Most hashtags that the platform accepts, or that do not reduce the post's reach. */
  hashtags: number;
  /** The text's first line is the title, of at most this many characters, without < and >. */
  titleLength?: number;
  /** Posts must have a picture or video. */
  needsMedia: boolean;
  /** Most pictures of one post; 0 for video-only platforms. */
  pictures: number;
  /** Pictures and videos may be mixed. Otherwise a video must be the only file. */
  mixesVideos: boolean;
  /** Longest comment below a post. On platforms with threads a comment is an ordinary post. */
  commentLength: number;
};

/** Both ends are included. */
export type Range = { min: number; max: number };

/** Limits of a post's files; a channel may have others. Sizes are in bytes. */
export type MediaLimits = {
  imageTypes: readonly string[];
  imageBytes: number;
  /** An animated picture must be the only file, and may be larger. */
  gifBytes?: number;
  /** Width divided by height; pictures outside this range are cropped. */
  aspect?: Range;
  videoBytes: number;
  seconds: Range;
  /** Longest description of a picture or video, in code points; undefined if unknown. */
  altLength?: number;
  /** Videos must be upright. */
  isUpright?: true;
  /** Upright videos of at least this size, and this length and frame rate, are published as reels. */
  reel?: { width: number; height: number; seconds: Range; frameRate: Range; perDay: number };
  /** Pixels at each edge of a 1080 x 1920 video that the platform's own buttons and captions may cover. */
  covers?: { top: number; right: number; bottom: number; left: number };
  /** Requirements of a video's format; undefined if the platform documents none. */
  video?: VideoFormat;
  /** A channel that fetches pictures from a public address (`needsAddress`) fetches videos from one, too. */
  fetchesVideos?: true;
};

/** A platform's documented requirements of a video's format. */
export type VideoFormat = {
  codecs?: readonly VideoCodec[];
  /** Frames per second. */
  frameRate?: Range;
  /** Width and height in pixels. */
  width?: Range;
  height?: Range;
  /** Width divided by height. */
  aspect?: Range;
  /** The sound must be AAC. */
  isAac?: true;
  /** The moov box must come first (fast start), without edit lists. */
  isPlain?: true;
};
export type VideoCodec = 'H.264' | 'H.265' | 'VP8' | 'VP9' | 'AV1' | 'MPEG-4' | 'MPEG-2' | 'ProRes';

export const MB = 1_000_000;
export const USUAL_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Address and version of a platform's API, which are configurable because versions change and end. */
export type PlatformApi = {
  /** Base address of calls, without a trailing slash. */
  origin: string;
  /** Base address of sign-ins, without a trailing slash. */
  site: string;
  /** Base address for issuing and revoking tokens, without a trailing slash, if other than `origin`. */
  tokenOrigin?: string;
  /** Base address of the API that reports metrics, without a trailing slash, if other than `origin`. */
  figuresOrigin?: string;
  version: string;
  /** The day on which the vendor ends this version, `2027-07-31`; null if unknown. */
  endsOn: string | null;
};

/** A platform's page for writing a post. The agent fills it in, but never presses the control that publishes. */
export type Composer = {
  /** The page's address; `{server}` is the account's server, such as https://mastodon.example. */
  address: string;
  /** The query parameter for the text; null if there is none. */
  textParameter: string | null;
  /** How to fill it in. Without a script, only the text in the address is filled in. */
  script?: () => Promise<{ script: ComposerScript }>;
  /** Another host that the address redirects to; `.example.com` for any subdomain of that one. */
  otherHost?: string;
};

/** The login page of a platform, and its session cookies. */
export type PlatformLogin = {
  /** Only cookies of this site are set, kept and imported. */
  url: string;
  loginUrl: string;
  /** One of these cookies must exist in a session. */
  sessionCookies: readonly string[];
};

/** The page on which the user finds the posts that the platform holds; `{id}` is the post's. */
export type HeldPlace = { name: string; url: string };

/**
 * The platform's prices per call, in mills (thousandths of a US dollar). `readPost` and `readAccount` are for metrics.
 */
export type CallPrices = {
  post: number;
  postWithLink: number;
  description: number;
  readPost: number;
  readAccount: number;
};

/** The metrics that a platform's API reports for a post and an account. All others are unknown. */
export type ToldFigures = {
  post: readonly FigureName[];
  followers: boolean;
};

/**
 * How the platform's API reports answers. `from`: `account`, all answers to the account are read together, including
 * mentions; `posts`, each post is queried. `can`: the most that the API allows with an answer. `canRemove`: replies can
 * be deleted.
 */
export type ToldAnswers = {
  from: 'account' | 'posts';
  mentions: boolean;
  can: readonly AnswerAction[];
  canRemove: boolean;
};

export type ActionIcon =
  | 'bookmark'
  | 'comment'
  | 'heart'
  | 'more'
  | 'reply'
  | 'repost'
  | 'send'
  | 'share'
  | 'star'
  | 'thumb'
  | 'thumbDown'
  | 'views';

/** How a post looks in the platform's app. */
export type PlatformLook = {
  /** A mark in the text's colour, as paths in 24 x 24: it suggests the platform, but is not its logo. */
  mark: { lines?: readonly string[]; filled?: readonly string[] };
  /** How much of a text is shown before "more"; null if every text is shown in full. */
  fold: { characters: number; lines: number } | null;
  /**
   * feed: text above pictures. pictures: pictures first, one after the other. vertical: one post at a time, filling a
   * phone's screen.
   */
  layout: 'feed' | 'pictures' | 'vertical';
  /** The text is to the right of the avatar, below the name. Otherwise it is below the avatar. */
  isBeside?: true;
  /** What readers can press below a post, or beside a vertical one, with the label if there is one. */
  actions: readonly { icon: ActionIcon; word?: string }[];
  /** Aspects (width by height) of pictures in a feed: a single one is cropped beyond `tallest` and `widest`. */
  frame?: { tallest: number; widest: number; grid: number; isRounded?: true };
  /** Shapes that the crop dialog recommends. */
  shapes: readonly ('portrait' | 'landscape' | 'wide')[];
  /** Addresses in a caption that are not linked: all, or those without http:// or https://. */
  plainAddresses?: 'all' | 'bare';
  /**
   * The platform itself reads the page of a post's link and shows a card: above the text, or as a picture with the
   * title on it.
   */
  readsLinks?: 'above' | 'picture';
  /**
   * The form of user names after @: a domain, a name with a server, or only letters, digits and underscores; by default
   * also with dots in between. none: such a name stays plain text.
   */
  names?: 'domain' | 'server' | 'word' | 'none';
  /** How the platform counts a text, in words for users; by default the description of its `counting`. */
  counted?: string;
};

/**
 * Everything about a platform except its API calls. Data only, because every screen that shows a platform loads it;
 * longer texts are in its guide.
 */
export type PlatformDescriptor = {
  /** The id in the database and the API. */
  id: string;
  label: string;
  /** Its name in sentences, if shorter than its label. */
  name?: string;
  /** Other names in imported files, in lower-case letters and digits. */
  alsoCalled: readonly string[];
  limits: PlatformLimits;
  media: MediaLimits;
  /** The project's video can be posted. */
  showsProjectVideos?: true;
  /**
   * thread: a long text becomes several posts, each a reply to the previous one, and the first comment is the last of
   * them. comment: the first comment is sent below the post. null: neither.
   */
  replies: 'thread' | 'comment' | null;
  /**
   * The platform can hold a post of one part, and publish it itself when it is due (Session.holds). `place` is null if
   * its own pages do not show held posts. `note`: further information, in whole sentences.
   */
  holds?: { place: HeldPlace | null; note: string };
  /** Why a channel cannot post a first comment, in whole sentences. */
  noComment?: { [why in NoComment]?: string };
  /**
   * The audit of the user's app, without which the platform keeps every post private: a whole sentence, and where to
   * request it.
   */
  audit?: { text: string; url: string; link: string };
  /** The platform requires apps to query an account's limits whenever a post for it is composed. */
  asksForEachPost?: true;
  /** What only a verified account gets, in whole sentences, and where to verify it. */
  verification?: { cover: string; longVideos: string; url: string; link: string };
  /** How it refuses the text of an earlier post, according to its documentation: "X … ." */
  refusesSameText?: string;
  /** Several pictures can be posted as one PDF to swipe through. */
  document?: { maxBytes: number; titleLength: number };
  /** Link cards must be sent with the post; their picture is above or beside the text. */
  linkCard?: 'above' | 'beside';
  /** The chosen cover of a video can be sent: as the time of its frame, or as a picture. */
  takesCover?: 'time' | 'picture';
  /** A video's captions can be sent as a subtitle file. */
  takesSubtitles?: true;
  /** The API, unless the user enters a server. */
  api?: PlatformApi;
  composer: Composer;
  /** Its sites besides those of `api` and `login`, including its short links: links to them get no UTM parameters. */
  otherSites?: readonly string[];
  /** Undefined if accounts are only connected for posting. */
  login?: PlatformLogin;
  /** Its API finds people by a part of their name, free of charge: Session.searchPeople. */
  findsPeople?: true;
  /** Each call costs money, so optional reads are infrequent. */
  prices?: CallPrices;
  figures: ToldFigures;
  /** What a login reads only if the user chooses it and their app has the permission. */
  reads?: OptionalReads;
  /** Undefined if its API has none, or none for a user's own app. */
  answers?: ToldAnswers;
  /** The entry that connects an account for posting. */
  entry?: z.ZodObject;
  /** The entry that a sign-in on the platform's page needs first. */
  signIn?: z.ZodObject;
  /** The effort of connecting in the recommended way. */
  effort: ConnectEffort;
  /** How to connect, and the price. */
  guide: () => Promise<{ guide: ChannelGuide }>;
  look: PlatformLook;
};
