import { randomBytes } from 'node:crypto';
import { type Grants, grantsOf, type Incoming, Refusal } from '../publishing/imitation.ts';

export type Polls = {
  max_options: number;
  max_characters_per_option: number;
  min_expiration: number;
  max_expiration: number;
};

/** What an instance may be told to be, besides a Mastodon 4.5 with the usual limits. */
export type InstanceOptions = {
  /** By default the machine's clock. */
  now: () => number;
  /** RFC 8414 metadata, `profile` and PKCE: since Mastodon 4.3. */
  hasMetadata: boolean;
  /** `GET /api/v2/instance`: since Mastodon 4.0. */
  hasInstanceV2: boolean;
  /** How long the server works on a video before it can be attached. */
  processingMs: number;
  maxCharacters: number;
  polls: Polls;
  /** Other limits of requests than the usual ones (rate-limits.ts), by name. */
  limits: { [name: string]: number };
  /** What stands behind the @ of accounts; the server's own host by default. */
  domain: string | null;
};

export type Account = {
  id: string;
  username: string;
  createdAt: number;
  /** The visibility of posts that name none. */
  privacy: 'public' | 'unlisted' | 'private';
  isDisabled: boolean;
};

export type Token = { value: string; account: Account; app: App; scopes: string[]; isRevoked: boolean };
export type App = {
  id: string;
  name: string;
  clientId: string;
  secret: string;
  redirectUris: string[];
  scopes: string[];
};

export type Media = {
  id: string;
  account: Account;
  mimeType: string;
  size: number;
  sha256: string;
  description: string | null;
  /** When it is processed; Infinity for one that never will be, null for one that failed. */
  readyAt: number | null;
  statusId: string | null;
};

export type Poll = { options: string[]; expiresAt: number; isMultiple: boolean };

const newStatus = (id: string, account: Account, createdAt: number) => ({
  id,
  account,
  createdAt,
  text: '',
  visibility: 'public',
  replyTo: null as string | null,
  media: [] as Media[],
  warning: '',
  isSensitive: false,
  language: null as string | null,
  poll: null as Poll | null,
  figures: { favourites: 0, reblogs: 0 },
  /** Ids of accounts. */
  favouritedBy: [] as string[],
  editedAt: null as number | null,
});
export type Status = ReturnType<typeof newStatus> & { reblogOf: Status | null };

/** A status that is made at a time. https://docs.joinmastodon.org/entities/ScheduledStatus/ */
export type Scheduled = { id: string; at: number; status: Status };

const DEFAULTS: InstanceOptions = {
  now: Date.now,
  hasMetadata: true,
  hasInstanceV2: true,
  processingMs: 2_000,
  maxCharacters: 500,
  polls: { max_options: 4, max_characters_per_option: 50, min_expiration: 300, max_expiration: 2_629_746 },
  limits: {},
  domain: null,
};

/** Everything that an instance knows. */
export function newWorld(more: Partial<InstanceOptions>) {
  const options = { ...DEFAULTS, ...more };
  const grants: Grants<{ app: App; account: Account; scopes: string[] }> = grantsOf(() => options.now());
  return {
    origin: '',
    options,
    accounts: [] as Account[],
    /** Full names of accounts elsewhere, `bob@other.example`, that a mention finds. */
    knownElsewhere: [] as string[],
    apps: [] as App[],
    tokens: [] as Token[],
    grants,
    media: [] as Media[],
    /** The oldest first. */
    statuses: [] as Status[],
    /** What is to be published later. */
    scheduled: [] as Scheduled[],
    /** A server that does not know `scheduled_at` publishes at once. */
    knowsScheduled: true,
    /** Statuses by account and Idempotency-Key. */
    keys: new Map<string, { statusId: string; until: number }>(),
    /** False for a server that dies between making a status and keeping its key. */
    keepsKeys: true,
    /** What becomes of the next videos: processed, never, or failed. */
    processing: 'done' as 'done' | 'never' | 'failed',
    ids: { last: 0n },
  };
}
export type World = ReturnType<typeof newWorld>;

/** As Mastodon's snowflake ids are: 48 bits of milliseconds, then 16 others. They rise. */
export function nextId(world: World, at = world.options.now()): string {
  const id = BigInt(Math.floor(at)) << 16n;
  world.ids.last = id > world.ids.last ? id : world.ids.last + 1n;
  return String(world.ids.last);
}

export function emptyStatus(world: World, account: Account, at = world.options.now()): Status {
  return { ...newStatus(nextId(world, at), account, at), reblogOf: null };
}

export function accountNamed(world: World, username: string): Account {
  const known = world.accounts.find((account) => account.username === username);
  if (known) return known;
  const createdAt = world.options.now() - 365 * 86_400_000;
  const account: Account = {
    id: String(world.accounts.length + 101),
    username,
    createdAt,
    privacy: 'public',
    isDisabled: false,
  };
  world.accounts.push(account);
  return account;
}

export function secretText(): string {
  return randomBytes(32).toString('base64url');
}

export class ApiError extends Refusal {
  constructor(status: number, error: string, more: object = {}) {
    super({ status, body: { error, ...more } }, error);
  }
}

export type Call = Incoming & {
  world: World;
  /** Of the query and the body together, as Rails has them. */
  params: Record<string, unknown>;
  token: Token | null;
};

/** The account of the token. */
export function callerOf({ token }: Call): Account {
  if (!token) throw new ApiError(401, 'The access token is invalid');
  return token.account;
}

/** A parameter that is a text; null where it is missing or empty. */
export function textParam({ params }: Pick<Call, 'params'>, name: string): string | null {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
