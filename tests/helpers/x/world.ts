import { Refusal } from '../publishing/imitation.ts';

/** The state of the imitation of X. */
export function newWorld() {
  return {
    origin: '',
    now: Date.now,
    users: [] as XUser[],
    /** Uploads by id. */
    media: new Map<string, XMedia>(),
    /** Oldest first. */
    posts: [] as XPost[],
    /** The result for videos and GIFs: processed, never, or failed. */
    processing: 'done' as 'done' | 'never' | 'failed',
    /** How long X processes a video, in milliseconds. */
    processingMs: 2_000,
    /** How long a new post is missing from the account's list, in milliseconds. */
    listedAfterMs: 0,
    /** The limit of posts in 15 minutes. */
    postsAllowed: 100,
    ids: { last: 0n },
  };
}
export type World = ReturnType<typeof newWorld>;

export type XUser = {
  id: string;
  username: string;
  keys: { apiKey: string; apiSecret: string; accessToken: string; accessTokenSecret: string };
  access: 'read' | 'read-write';
  subscription: 'None' | 'Basic' | 'Premium' | 'PremiumPlus';
};

/** `size` is the announced one. */
export const newMedia = (id: string, owner: XUser, category: string, mimeType: string, size: number) => ({
  ...{ id, owner, category, mimeType, size },
  segments: new Map<number, Buffer>(),
  /** When processing is complete, Infinity for never; null until the upload is finished. */
  readyAt: null as number | null,
  hasFailed: false,
  alt: null as string | null,
});
export type XMedia = ReturnType<typeof newMedia>;

export type XPost = {
  id: string;
  author: XUser;
  createdAt: number;
  text: string;
  replyTo: string | null;
  media: XMedia[];
  isMadeWithAi: boolean;
  likes: number;
  isHidden?: boolean;
};

/** An error in the format of `application/problem+json`. */
export class ApiError extends Refusal {
  constructor(status: number, title: string, detail: string, more: object = {}) {
    super({ status, body: { title, detail, type: 'about:blank', status, ...more } }, detail);
  }
}

/** Ids increase with time. */
export function nextId(world: World): string {
  const id = BigInt(Math.floor(world.now())) << 20n;
  world.ids.last = id > world.ids.last ? id : world.ids.last + 1n;
  return String(world.ids.last);
}

export function bytesOf({ segments }: XMedia): Buffer {
  return Buffer.concat([...segments].sort(([one], [other]) => one - other).map(([, bytes]) => bytes));
}
