import { randomBytes } from 'node:crypto';
import { grantsOf, type Incoming, Refusal, type Reply, type UploadedFile } from '../publishing/imitation.ts';

/** The options of the Graph API. */
export type GraphOptions = {
  now: () => number;
  version: string;
  /** How long a video takes to process. */
  processingMs: number;
  /** The size of the chunks in which Page videos are requested. */
  chunkBytes: number;
  /** The limit of an Instagram account's posts in 24 hours. */
  postsPerDay: number;
};

export const newUserToken = (issuedAt: number) => ({
  value: `EAA${secretText()}`,
  kind: 'user' as 'user' | 'page' | 'instagram',
  scopes: [] as string[],
  /** Seconds since the epoch; 0 for one that never expires. */
  expiresAt: 0,
  issuedAt,
  isRevoked: false,
  pageId: null as string | null,
  igId: null as string | null,
});
export type Token = ReturnType<typeof newUserToken>;
export type Page = { id: string; name: string; tasks: string[]; igId: string | null };
export type Professional = { id: string; username: string; type: string };
/** The stored properties of an upload. */
export type Stored = Pick<UploadedFile, 'name' | 'mimeType' | 'size' | 'sha256'>;
export type Photo = { id: string; pageId: string; file: Stored; alt: string; postId: string | null };
export const newPost = (id: string, pageId: string, createdAt: number) => ({
  id,
  pageId,
  createdAt,
  message: null as string | null,
  link: null as string | null,
  photoIds: [] as string[],
  /** When it will be published; it is not shown until then. */
  scheduledAt: undefined as number | undefined,
  figures: { reactions: 0, comments: 0, shares: 0 },
});
export type Post = ReturnType<typeof newPost>;
export const newVideo = (id: string, pageId: string, createdAt: number) => ({
  id,
  pageId,
  createdAt,
  /** Created by /video_reels, /videos or /video_stories. */
  kind: 'video' as 'reel' | 'video' | 'story',
  /** The id of a video's upload, its size, and the hashes of its chunks in order. */
  sessionId: `1${id}`,
  size: 0,
  chunks: [] as string[],
  isPublished: true,
  state: 'started' as 'started' | 'uploaded' | 'finished',
  file: null as Stored | null,
  description: '',
  readyAt: Number.POSITIVE_INFINITY,
});
export type Video = ReturnType<typeof newVideo>;
/** A story of a page. */
export type Story = { id: string; pageId: string; mediaId: string; mediaType: 'photo' | 'video'; createdAt: number };
export type Comment = {
  id: string;
  objectId: string;
  message: string;
  fromId: string;
  isHidden?: boolean;
  isLiked?: boolean;
};
export type Container = {
  id: string;
  igId: string;
  mediaType: 'IMAGE' | 'REELS' | 'VIDEO' | 'CAROUSEL' | 'STORIES';
  caption: string;
  alt: string;
  isAi: boolean;
  isItem: boolean;
  imageUrl: string | null;
  children: string[];
  file: Stored | null;
  createdAt: number;
  readyAt: number;
  mediaId: string | null;
};
export const newMedia = (id: string, igId: string, createdAt: number) => ({
  id,
  igId,
  createdAt,
  container: null as Container | null,
  caption: '',
  mediaType: 'IMAGE',
  isStory: false,
  figures: { likes: 0, comments: 0 },
});
export type Media = ReturnType<typeof newMedia>;

/** The state of Meta's platforms. */
export function newWorld(options: GraphOptions) {
  return {
    origin: '',
    options,
    app: {
      id: '1700100200300400',
      secret: randomBytes(16).toString('hex'),
      privacyPolicyUrl: 'https://ada.example/privacy' as string | null,
    },
    /** The app for Instagram Login, with its own ID and secret. */
    instagramApp: { id: '800200', secret: secretText() },
    /** The registered redirect address, which must match exactly. */
    callback: 'https://localhost/api/channels/return',
    grants: grantsOf<{ clientId: string; scopes: string[] }>(options.now),
    pages: [] as Page[],
    professionals: [] as Professional[],
    tokens: [] as Token[],
    photos: [] as Photo[],
    posts: [] as Post[],
    videos: [] as Video[],
    stories: [] as Story[],
    comments: [] as Comment[],
    containers: [] as Container[],
    media: [] as Media[],
    /** The result for the next videos. */
    processing: 'done' as 'done' | 'never' | 'failed' | 'draft',
    lastId: 90_000,
  };
}
export type World = ReturnType<typeof newWorld>;

export function nextId(world: World): string {
  world.lastId += 1;
  return String(world.lastId);
}

export function secretText(): string {
  return randomBytes(32).toString('base64url').replace(/[-_]/g, 'x');
}

export function readyAt({ options, processing }: World): number {
  return processing === 'never' ? Number.POSITIVE_INFINITY : options.now() + options.processingMs;
}

/** A time in the Graph API's format. */
export function timeText(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, '+0000');
}

export type Answer = Omit<Reply, 'status'> & { status?: number };
export type Call = Pick<Incoming, 'ids' | 'headers'> & {
  world: World;
  params: Record<string, string>;
  file: Stored | null;
  token: Token;
};

/** The format is described at https://developers.facebook.com/docs/graph-api/guides/error-handling. */
export class GraphRefusal extends Refusal {
  constructor(code: number, message: string, { status = 400, subcode, userMessage }: RefusalMore = {}) {
    super({ status, body: graphError(code, message, subcode, userMessage) }, message);
  }
}
type RefusalMore = { status?: number; subcode?: number; userMessage?: string };

export function graphError(code: number, message: string, subcode?: number, userMessage?: string): object {
  return {
    error: {
      message: `(#${code}) ${message}`,
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(userMessage !== undefined && { error_user_title: 'Sorry', error_user_msg: userMessage }),
    },
  };
}

/** Meta's error for an object that does not exist or may not be seen. */
export const notThere = (id: string) =>
  new GraphRefusal(100, `Unsupported request. Object with ID '${id}' does not exist`, { subcode: 33 });

export function needScope({ token }: Call, ...scopes: string[]): void {
  for (const scope of scopes) {
    if (!token.scopes.includes(scope)) throw new GraphRefusal(200, `Requires ${scope} permission`, { status: 403 });
  }
}

/** A list with cursors: up to `limit` entries, newest first. */
export function paged(entries: readonly object[], { limit = '25', after = '0' }: Record<string, string>): object {
  const start = Number(after);
  const end = start + Math.min(Number(limit), 100);
  const cursors = { before: String(start), after: String(end) };
  return {
    data: entries.slice(start, end),
    paging: { cursors, ...(end < entries.length && { next: 'https://next' }) },
  };
}
