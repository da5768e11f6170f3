import type { z } from 'zod';
import type { NoComment } from '../publishing/channel.ts';
import type { ChannelGuide } from './ways.ts';

/** What a platform accepts as one post's text. */
export type PlatformLimits = {
  /** Longest text with the hashtags at its end, counted by textLength. */
  textLength: number;
  /**
   * 'weighted' is X's way of counting; 'graphemes' (Bluesky) and 'short_links' (Mastodon) count signs as people see
   * them, the latter links as 23; 'characters' counts UTF-16 units as the other APIs do.
   */
  counting: 'characters' | 'weighted' | 'graphemes' | 'short_links';
  /** Most hashtags that the platform takes or that do not count against the post there. */
  hashtags: number;
  /** The first line of the text is the title and may have this many characters, without < and >. */
  titleLength?: number;
  /** Takes no post without a picture or video. */
  needsMedia: boolean;
  /** Most pictures of one post; 0 where it takes a video and nothing else. */
  pictures: number;
  /** Takes videos among the pictures; elsewhere one video is all that a post shows. */
  mixesVideos: boolean;
  /** Longest comment below a post. Where posts make threads, a comment is a post like the others. */
  commentLength: number;
};

/** Both ends are taken. */
export type Range = { min: number; max: number };

/** What a platform accepts as the files of a post; a channel may have other limits. Sizes are in bytes. */
export type MediaLimits = {
  imageTypes: readonly string[];
  imageBytes: number;
  /** A moving picture is taken alone, and may be larger. */
  gifBytes?: number;
  /** Width divided by height; other pictures are cropped. */
  aspect?: Range;
  videoBytes: number;
  seconds: Range;
  /** Longest description of a picture or video, in code points; undefined where none is known. */
  altLength?: number;
  /** A video that is not upright is no video of this kind there. */
  isUpright?: true;
  /** Upright videos of at least so many pixels, and of such a length and frame rate, go out as reels; others do not. */
  reel?: { width: number; height: number; seconds: Range; frameRate: Range; perDay: number };
  /** What is said of how a video is made; left out where the platform documents nothing. */
  video?: VideoFormat;
};

/** How a platform wants videos to be made. What it does not document is left out. */
export type VideoFormat = {
  codecs?: readonly VideoCodec[];
  /** Frames per second. */
  frameRate?: Range;
  /** Pixels of the width, and of the height. */
  width?: Range;
  height?: Range;
  /** Width divided by height. */
  aspect?: Range;
  /** The sound has to be AAC. */
  isAac?: true;
  /** The description has to stand before the pictures (fast start), and nothing of the file may be cut out by it. */
  isPlain?: true;
};
export type VideoCodec = 'H.264' | 'H.265' | 'VP8' | 'VP9' | 'AV1' | 'MPEG-4' | 'MPEG-2' | 'ProRes';

export const MB = 1_000_000;
export const USUAL_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Where a platform's API is and which version of it is spoken: settings, since versions move and end. */
export type PlatformApi = {
  /** Where calls go, without a trailing slash. */
  origin: string;
  /** Where people sign in, without a trailing slash. */
  site: string;
  /** Where tokens are given out and ended, without a trailing slash, where that is another host than `origin`. */
  tokenOrigin?: string;
  version: string;
  /** The day on which the vendor ends this version, `2027-07-31`; null where none is known. */
  endsOn: string | null;
};

/** A platform's own page for writing a post. Nothing on it is ever clicked. */
export type Composer = {
  /** The page; `{server}` stands for the account's server, such as https://mastodon.example. */
  address: string;
  /** The parameter of the address that the page takes as text; null where it takes none. */
  textParameter: string | null;
  /** The page's plain file input, as a CSS selector; null where there is none before something is clicked. */
  fileInput: string | null;
  /** Where else than on the address's own host that input may be: the page sends the browser there. */
  otherHost?: string;
};

/** Where people log in to a platform in a browser, and how its session is known. */
export type PlatformLogin = {
  /** Only cookies of this site are put in, kept and imported. */
  url: string;
  loginUrl: string;
  /** The names of which one must be there for a session. */
  sessionCookies: readonly string[];
};

/** What the platform takes for a call, in mills (thousandths of a US dollar). */
export type CallPrices = { post: number; postWithLink: number; description: number };

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
  /** Lines of a mark in the ink of the text around it, as paths in 24 x 24: a hint at the platform, not its logo. */
  mark: { lines?: readonly string[]; filled?: readonly string[] };
  /** How much of a text is shown before a press; null where a text that may be posted is shown whole. */
  fold: { characters: number; lines: number } | null;
  /**
   * feed: the text above the pictures. pictures: the pictures come first, one after the other. vertical: one post at a
   * time, over the whole screen of a phone.
   */
  layout: 'feed' | 'pictures' | 'vertical';
  /** The text stands to the right of the avatar, below the name; elsewhere below the avatar. */
  isBeside?: true;
  /** What readers can press below a post, or beside a vertical one, with the word where there is one. */
  actions: readonly { icon: ActionIcon; word?: string }[];
  /** Width by height of a single picture in a feed, between `tallest` and `widest` as it is, beyond them cut. */
  frame?: { tallest: number; widest: number; grid: number; isRounded?: true };
  /** The shapes that the crop dialog says fit it. */
  shapes: readonly ('portrait' | 'landscape' | 'wide')[];
  /** Where an address in a caption is only words: always, or without http:// or https://. */
  plainAddresses?: 'all' | 'bare';
  /** What names have beside letters: dots (a domain), or a server behind them. */
  names?: 'domain' | 'server';
  /** How it counts a text, for people; without it, what its way of counting has in common. */
  counted?: string;
};

/**
 * All that is known of a platform beside how its API is called. It is data without behaviour, since every screen that
 * shows a platform loads it; what is long and rarely shown is in its guide.
 */
export type PlatformDescriptor = {
  /** As the database and the API have it. */
  id: string;
  label: string;
  /** What a sentence calls it, where that is shorter than its label. */
  name?: string;
  /** What people call it besides, in imported files: lower case, letters and digits alone. */
  alsoCalled: readonly string[];
  limits: PlatformLimits;
  media: MediaLimits;
  /** Posts can be the project's video. */
  showsProjectVideos?: true;
  /**
   * thread: a long text goes out as several posts, each a reply to the one before, and the first comment as the last.
   * comment: the first comment is sent below the post. null: neither is sent.
   */
  replies: 'thread' | 'comment' | null;
  /** What is said beforehand where a channel cannot post a first comment, whole sentences. */
  noComment?: { [why in NoComment]?: string };
  /** Where its documents say that it refuses the text of an earlier post: "X … ." */
  refusesSameText?: string;
  /** Several pictures can go out as one PDF to swipe through. */
  document?: { maxBytes: number; titleLength: number };
  /** Shows the card of a link only where it is sent along, the picture above or beside the words. */
  linkCard?: 'above' | 'beside';
  /** The one API for everybody; left out where the person enters a server. */
  api?: PlatformApi;
  composer: Composer;
  /** Left out where accounts are only connected for posting. */
  login?: PlatformLogin;
  /** Each call costs money: what is merely nice to know is asked seldom. */
  prices?: CallPrices;
  /** What a person enters to connect an account for posting. */
  entry?: z.ZodObject;
  /** What a sign-in on the platform's own page needs first. */
  signIn?: z.ZodObject;
  /** How to connect, and what it costs. */
  guide: () => Promise<{ guide: ChannelGuide }>;
  look: PlatformLook;
};
