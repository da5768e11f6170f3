import { randomBytes } from 'node:crypto';
import { grantsOf, type Incoming, Refusal, type Reply, type UploadedFile } from '../publishing/imitation.ts';

/** What the Graph API may be told to be. */
export type GraphOptions = {
  now: () => number;
  version: string;
  /** How long a video is processed. */
  processingMs: number;
  /** The part of a video that Page videos are asked for at a time. */
  chunkBytes: number;
  /** Posts of an Instagram account in 24 hours. */
  postsPerDay: number;
};

export type Token = {
  value: string;
  kind: 'user' | 'page' | 'instagram';
  scopes: string[];
  /** Seconds since the epoch; 0 for one that does not end. */
  expiresAt: number;
  issuedAt: number;
  isRevoked: boolean;
  pageId: string | null;
  igId: string | null;
};
export type Page = { id: string; name: string; tasks: string[]; igId: string | null };
export type Professional = { id: string; username: string; type: string };
/** Of an upload, what is kept. */
export type Stored = Pick<UploadedFile, 'name' | 'mimeType' | 'size' | 'sha256'>;
export type Photo = { id: string; pageId: string; file: Stored; alt: string; postId: string | null };
export type Post = {
  id: string;
  pageId: string;
  message: string | null;
  link: string | null;
  photoIds: string[];
  createdAt: number;
  /** It is published then; until it is, it is not shown. */
  scheduledAt?: number | undefined;
  figures: { reactions: number; comments: number; shares: number };
};
export type Video = {
  id: string;
  pageId: string;
  /** Made by /video_reels, /videos or /video_stories. */
  kind: 'reel' | 'video' | 'story';
  /** What names the upload of a video, how long that is, and the hashes of its chunks in order. */
  sessionId: string;
  size: number;
  chunks: string[];
  isPublished: boolean;
  state: 'started' | 'uploaded' | 'finished';
  file: Stored | null;
  description: string;
  createdAt: number;
  readyAt: number;
};
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
export type Media = {
  id: string;
  igId: string;
  container: Container | null;
  caption: string;
  mediaType: string;
  isStory: boolean;
  createdAt: number;
  figures: { likes: number; comments: number };
};

/** Everything that Meta knows. */
export function newWorld(options: GraphOptions) {
  return {
    origin: '',
    options,
    app: {
      id: '1700100200300400',
      secret: randomBytes(16).toString('hex'),
      privacyPolicyUrl: 'https://ada.example/privacy' as string | null,
    },
    /** The app of Instagram Login, which has an ID and a secret of its own. */
    instagramApp: { id: '800200', secret: secretText() },
    /** The redirect address that is registered, compared to the letter. */
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
    /** What becomes of the next videos. */
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

/** As the Graph API writes times. */
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

/** As https://developers.facebook.com/docs/graph-api/guides/error-handling has it. */
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
      fbtrace_id: 'A6LJylpZRKw2xKLFsAP',
    },
  };
}

/** What Meta answers for an object that is not there or may not be seen. */
export const notThere = (id: string) =>
  new GraphRefusal(100, `Unsupported request. Object with ID '${id}' does not exist`, { subcode: 33 });

export function needScope({ token }: Call, ...scopes: string[]): void {
  for (const scope of scopes) {
    if (!token.scopes.includes(scope)) throw new GraphRefusal(200, `Requires ${scope} permission`, { status: 403 });
  }
}

/** A list with cursors: `limit` at once, the newest first. */
export function paged(entries: readonly object[], { limit = '25', after = '0' }: Record<string, string>): object {
  const start = Number(after);
  const end = start + Math.min(Number(limit), 100);
  const cursors = { before: String(start), after: String(end) };
  return {
    data: entries.slice(start, end),
    paging: { cursors, ...(end < entries.length && { next: 'https://next' }) },
  };
}
