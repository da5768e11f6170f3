import { randomBytes } from 'node:crypto';
import { secretText } from '../meta/world.ts';
import { grantsOf } from '../publishing/imitation.ts';

/** The options of the Threads API. */
export type ThreadsOptions = {
  now: () => number;
  /** How long a video takes to process. */
  processingMs: number;
  postsPerDay: number;
  repliesPerDay: number;
};

export type Token = {
  value: string;
  userId: string;
  scopes: string[];
  /** Seconds since the epoch. */
  issuedAt: number;
  expiresAt: number;
  isRevoked: boolean;
};
export type Profile = { id: string; username: string };
type MediaType = 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
export type Container = {
  id: string;
  userId: string;
  mediaType: MediaType;
  text: string;
  alt: string;
  address: string | null;
  isItem: boolean;
  children: string[];
  replyTo: string | null;
  topicTag: string | null;
  createdAt: number;
  readyAt: number;
  mediaId: string | null;
};
const newMedia = (id: string, createdAt: number) => ({
  id,
  createdAt,
  text: '',
  mediaType: 'TEXT_POST',
  /** Alt text and address of each file. */
  files: [] as { alt: string; address: string }[],
  replyTo: null as string | null,
  topicTag: null as string | null,
  isHidden: false,
  figures: { views: 0, likes: 0, replies: 0, reposts: 0, quotes: 0, shares: 0 },
});
export type Media = ReturnType<typeof newMedia> & { userId: string };

/** The state of Threads. */
export function newWorld(options: ThreadsOptions) {
  return {
    origin: '',
    options,
    app: { id: '9906026279380981', secret: randomBytes(16).toString('hex') },
    callback: 'https://localhost/api/channels/return',
    grants: grantsOf<{ clientId: string; scopes: string[] }>(options.now),
    profiles: [] as Profile[],
    tokens: [] as Token[],
    containers: [] as Container[],
    media: [] as Media[],
    /** The result for the next videos. */
    processing: 'done' as 'done' | 'never' | 'failed',
    /** How often the next container is reported as not found, although it is finished. */
    notFound: 0,
    lastId: 17_900_000,
  };
}
export type World = ReturnType<typeof newWorld>;

export function nextId(world: World): string {
  world.lastId += 1;
  return String(world.lastId);
}

export function newToken(world: World, more: Pick<Token, 'userId' | 'scopes'> & Partial<Token>): Token {
  const now = Math.floor(world.options.now() / 1000);
  const token = {
    value: `THAA${secretText()}`,
    issuedAt: now,
    expiresAt: now + 60 * 86_400,
    isRevoked: false,
    ...more,
  };
  world.tokens.push(token);
  return token;
}

export function addMedia(world: World, more: Pick<Media, 'userId'> & Partial<Media>): Media {
  const media: Media = { ...newMedia(nextId(world), world.options.now()), ...more };
  world.media.push(media);
  return media;
}
