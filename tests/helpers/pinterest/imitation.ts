import { createHash } from 'node:crypto';
import type { PlatformApi } from '../../../shared/platforms/descriptor.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { FOLLOWERS } from '../publishing/followers.ts';
import {
  decideAt,
  type Imitation,
  type Incoming,
  Refusal,
  type Reply,
  startImitation,
} from '../publishing/imitation.ts';
import { loginOf } from '../publishing/sign-in-site.ts';
import { judgeOf } from '../publishing/vendor-judge.ts';
import { decide, giveToken, newAccounts } from './pinterest-oauth.ts';

export type Board = { id: string; name: string; owner: string; sections: { id: string; name: string }[] };
const newPin = (id: string, boardId: string, createdAt: number) => ({
  ...{ id, boardId, createdAt },
  sectionId: null as string | null,
  title: null as string | null,
  description: null as string | null,
  link: null as string | null,
  alt: null as string | null,
  type: 'image' as 'image' | 'video' | 'multiple_images',
  pictures: [] as string[],
  reactions: 0,
});
export type Pin = ReturnType<typeof newPin>;
type Upload = { id: string; sha256: string | null; readyAt: number; hasFailed: boolean };

export function newWorld(now: () => number) {
  return {
    origin: '',
    now,
    accounts: newAccounts(now),
    account: { id: '1022106146619699845', username: 'ada_bakes', account_type: 'BUSINESS', follower_count: FOLLOWERS },
    boards: [] as Board[],
    /** Oldest first. */
    pins: [] as Pin[],
    uploads: [] as Upload[],
    /** The result for videos: processed, never, or failed. */
    processing: 'done' as 'done' | 'never' | 'failed',
    processingMs: 0,
    /** Pinterest refuses the pins of an app that only has trial access. */
    isTrial: false,
    lastId: 813_744_226_420_795_000n,
  };
}
export type World = ReturnType<typeof newWorld>;

const refused = (status: number, code: number, message: string) =>
  new Refusal({ status, body: { code, message } }, message);

type Call = Incoming & { world: World };
/** The body of a pin, according to Pinterest's document. */
type PinBody = {
  board_id: string;
  board_section_id?: string;
  title?: string;
  description?: string;
  link?: string;
  alt_text?: string;
  media_source: {
    source_type: 'image_base64' | 'multiple_image_base64' | 'video_id';
    data?: string;
    items?: { data: string }[];
    media_id?: string;
    cover_image_data?: string;
    cover_image_key_frame_time?: number;
    cover_image_url?: string;
  };
};

const JUDGE = judgeOf(`${import.meta.dirname}/openapi.json`);
const UPLOAD = 'POST /media-upload';

/** Calls that need no token. */
const OPEN: Record<string, (call: Call) => Reply> = {
  'POST /oauth/': ({ world, fields }) => decide(world.accounts, fields as Record<string, string>),
  'POST /v5/oauth/token': ({ world, fields, headers }) =>
    giveToken(world.accounts, fields as Record<string, string>, headers.authorization),
  [UPLOAD]: takeFile,
};

const ROUTES: Record<string, (call: Call) => Reply> = {
  'GET /v5/user_account': ({ world }) => ({ status: 200, body: world.account }),
  'GET /v5/boards': (call) =>
    paged(
      call,
      call.world.boards.map(({ id, name, owner }) => ({ id, name, owner: { username: owner }, privacy: 'PUBLIC' })),
    ),
  'GET /v5/boards/:id/sections': (call) => paged(call, boardOf(call).sections),
  'GET /v5/boards/:id/pins': (call) => {
    const { id } = boardOf(call);
    return paged(
      call,
      newestFirst(call, (pin) => pin.boardId === id),
    );
  },
  'GET /v5/boards/:id/sections/:id/pins': (call) =>
    paged(
      call,
      newestFirst(call, (pin) => pin.sectionId === call.ids[1]),
    ),
  'POST /v5/pins': createPin,
  'GET /v5/pins/:id': (call) => ({
    status: 200,
    body: entityOf(pinOf(call), call.query.get('pin_metrics') === 'true'),
  }),
  'DELETE /v5/pins/:id': (call) => {
    const pin = pinOf(call);
    call.world.pins = call.world.pins.filter((one) => one !== pin);
    return { status: 204 };
  },
  'POST /v5/media': ({ world }) => {
    const upload: Upload = { id: nextId(world), sha256: null, readyAt: Number.POSITIVE_INFINITY, hasFailed: false };
    world.uploads.push(upload);
    const upload_parameters = {
      'x-amz-date': '20261122T090000Z',
      'x-amz-signature': 'f'.repeat(64),
      'x-amz-security-token': 'IQoJb3JpZ2luX2VjEJr'.repeat(4),
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      key: `uploads/${upload.id}`,
      policy: 'eyJleHBpcmF0aW9uIjoiMj'.repeat(4),
      'x-amz-credential': 'ASIA/20261122/us-east-1/s3/aws4_request',
      'Content-Type': 'multipart/form-data',
    };
    const body = {
      media_id: upload.id,
      media_type: 'video',
      upload_url: `${world.origin}/media-upload`,
      upload_parameters,
    };
    return { status: 201, body };
  },
  'GET /v5/media/:id': ({ world, ids }) => {
    const upload = world.uploads.find(({ id }) => id === ids[0]);
    if (!upload) throw refused(404, 2, 'Media not found.');
    return { status: 200, body: { media_id: upload.id, media_type: 'video', status: statusOf(world, upload) } };
  },
};

export type PinterestServer = Imitation & {
  /** How the agent reaches it. */
  api: PlatformApi;
  world: World;
  addBoard(name: string, sections?: string[], owner?: string): Board;
  /** Decides at an authorization URL; returns the address where the browser ends up. */
  decide(authorizeUrl: string, decision?: string): Promise<string>;
};

/**
 * Pinterest's API v5 on loopback, as far as posting needs it, with ada's board "Bread". Bodies and parameters are
 * validated against Pinterest's own OpenAPI document.
 */
export async function startPinterest(options: Partial<World> = {}): Promise<PinterestServer> {
  const now = options.now ?? Date.now;
  const world: World = { ...newWorld(now), ...options };
  const server = await startImitation({
    world,
    now: () => world.now(),
    routes: Object.keys({ ...OPEN, ...ROUTES }),
    perform(incoming) {
      const { name, bearer, fields, query } = incoming;
      const call = { ...incoming, world };
      const faults = [...JUDGE.query(name, query), ...JUDGE.body(name, fields)];
      if (faults.length > 0) throw refused(400, 1, faults.join('; '));
      const open = OPEN[name];
      if (open) return open(call);
      const handle = ROUTES[name];
      if (!handle) throw refused(404, 2, 'Not found.');
      if (!loginOf(world.accounts, bearer)) throw refused(401, 2, 'Authentication failed.');
      return handle(call);
    },
    trouble: { code: 500, message: 'Something went wrong on our end. Sorry about that.' },
  });
  const addBoard: PinterestServer['addBoard'] = (name, sections = [], owner = world.account.username) => {
    const of = (title: string) => ({ id: nextId(world), name: title });
    const board = { ...of(name), owner, sections: sections.map(of) };
    world.boards.push(board);
    return board;
  };
  addBoard('Bread', ['Sourdough']);
  const { origin } = server;
  return {
    ...server,
    api: platformApi('pinterest', { pinterest: { origin, site: origin } }),
    world,
    addBoard,
    decide: (authorizeUrl, decision = 'allow') => decideAt(origin, authorizeUrl, { decision }),
  };
}

function nextId(world: World): string {
  world.lastId += 7n;
  return String(world.lastId);
}

function boardOf({ world, ids }: Call): Board {
  const board = world.boards.find(({ id }) => id === ids[0]);
  if (!board) throw refused(404, 40, 'Board not found.');
  return board;
}

function pinOf({ world, ids }: Call): Pin {
  const pin = world.pins.find(({ id }) => id === ids[0]);
  if (!pin) throw refused(404, 50, 'Pin not found.');
  return pin;
}

function newestFirst({ world }: Call, is: (pin: Pin) => boolean): object[] {
  return world.pins
    .filter(is)
    .toReversed()
    .map((pin) => entityOf(pin, false));
}

/** https://developers.pinterest.com/docs/reference/pagination/ */
function paged({ query }: Call, all: readonly object[]): Reply {
  const size = Number(query.get('page_size') ?? 25);
  const start = Number(Buffer.from(query.get('bookmark') ?? '', 'base64').toString() || 0);
  const end = start + size;
  const bookmark = end < all.length ? Buffer.from(String(end)).toString('base64') : null;
  return { status: 200, body: { items: all.slice(start, end), bookmark } };
}

function createPin({ world, fields }: Call): Reply {
  const body = fields as unknown as PinBody;
  if (world.isTrial)
    throw refused(
      403,
      29,
      'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.',
    );
  const board = world.boards.find(({ id }) => id === body.board_id);
  if (!board) throw refused(404, 40, 'Board not found.');
  if (body.board_section_id && !board.sections.some(({ id }) => id === body.board_section_id))
    throw refused(404, 2031, 'Board section not found.');
  const pin = addPin(world, {
    boardId: board.id,
    sectionId: body.board_section_id ?? null,
    title: body.title ?? null,
    description: body.description ?? null,
    link: body.link ?? null,
    alt: body.alt_text ?? null,
    ...mediaOf(world, body.media_source),
  });
  return { status: 201, body: entityOf(pin, false) };
}

function mediaOf(world: World, source: PinBody['media_source']): Pick<Pin, 'type' | 'pictures'> {
  const hash = (data = '') => createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex');
  if (source.source_type === 'image_base64') return { type: 'image', pictures: [hash(source.data)] };
  if (source.source_type === 'multiple_image_base64')
    return { type: 'multiple_images', pictures: (source.items ?? []).map(({ data }) => hash(data)) };
  const upload = world.uploads.find(({ id }) => id === source.media_id);
  if (!upload || statusOf(world, upload) !== 'succeeded') throw refused(400, 1, 'The video is not ready.');
  const { cover_image_data: data, cover_image_key_frame_time: time, cover_image_url: url } = source;
  if (data === undefined && time === undefined && url === undefined)
    throw refused(400, 1, 'A video has to have a cover image.');
  return { type: 'video', pictures: data === undefined ? [] : [hash(data)] };
}

export function addPin(world: World, given: Partial<Pin>): Pin {
  const pin: Pin = { ...newPin(nextId(world), world.boards[0]?.id ?? '', world.now()), ...given };
  world.pins.push(pin);
  return pin;
}

function entityOf(pin: Pin, hasMetrics: boolean): object {
  const metrics = { pin_click: 1, impression: 2, clickthrough: 3, save: 0, reaction: pin.reactions, comment: 0 };
  return {
    id: pin.id,
    board_id: pin.boardId,
    board_section_id: pin.sectionId,
    title: pin.title,
    description: pin.description,
    link: pin.link,
    alt_text: pin.alt,
    // In UTC, without a time zone.
    created_at: new Date(pin.createdAt).toISOString().slice(0, 19),
    media: { media_type: pin.type },
    ...(hasMetrics && { pin_metrics: { '90d': metrics, lifetime_metrics: metrics } }),
  };
}

function statusOf({ now }: World, { sha256, readyAt, hasFailed }: Upload): string {
  if (sha256 === null) return 'registered';
  if (readyAt > now()) return 'processing';
  return hasFailed ? 'failed' : 'succeeded';
}

/** The storage bucket, which must get no token, and the file as the last field. */
function takeFile({ world, fields, file, headers }: Call): Reply {
  const upload = world.uploads.find(({ id }) => fields.key === `uploads/${id}`);
  const isRight =
    upload && file?.field === 'file' && headers.authorization === undefined && fields['x-amz-signature'] !== undefined;
  if (!isRight) return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
  upload.sha256 = file.sha256;
  upload.readyAt = world.processing === 'never' ? Number.POSITIVE_INFINITY : world.now() + world.processingMs;
  upload.hasFailed = world.processing === 'failed';
  return { status: 204 };
}
