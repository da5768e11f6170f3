import { Refusal } from '../publishing/imitation.ts';

/** Everything that the imitation of X knows. */
export function newWorld() {
  return {
    origin: '',
    now: Date.now,
    users: [] as XUser[],
    /** Uploads by id. */
    media: new Map<string, XMedia>(),
    /** The oldest first. */
    posts: [] as XPost[],
    /** What becomes of videos and GIFs: processed, never, or failed. */
    processing: 'done' as 'done' | 'never' | 'failed',
    /** How long X works on a video, in milliseconds. */
    processingMs: 2_000,
    /** How long a new post is missing in the account's list, in milliseconds. */
    listedAfterMs: 0,
    /** How many posts in 15 minutes. */
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

/** `size` as it was said to be. */
export const newMedia = (id: string, owner: XUser, category: string, mimeType: string, size: number) => ({
  ...{ id, owner, category, mimeType, size },
  segments: new Map<number, Buffer>(),
  /** Null until it is finished; when it is processed, Infinity for never. */
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

/** As `application/problem+json` has it. */
export class ApiError extends Refusal {
  constructor(status: number, title: string, detail: string, more: object = {}) {
    super({ status, body: { title, detail, type: 'about:blank', status, ...more } }, detail);
  }
}

/** Ids rise with time. */
export function nextId(world: World): string {
  const id = BigInt(Math.floor(world.now())) << 20n;
  world.ids.last = id > world.ids.last ? id : world.ids.last + 1n;
  return String(world.ids.last);
}

export function bytesOf({ segments }: XMedia): Buffer {
  return Buffer.concat([...segments].sort(([one], [other]) => one - other).map(([, bytes]) => bytes));
}
