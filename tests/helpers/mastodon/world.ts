import { randomBytes } from 'node:crypto';
import { type Grants, grantsOf, type Incoming, Refusal } from '../publishing/imitation.ts';

export type Polls = {
  max_options: number;
  max_characters_per_option: number;
  min_expiration: number;
  max_expiration: number;
};

/** The options of an instance; by default, a Mastodon 4.5 with the usual limits. */
export type InstanceOptions = {
  /** By default the machine's clock. */
  now: () => number;
  /** RFC 8414 metadata, `profile` and PKCE: since Mastodon 4.3. */
  hasMetadata: boolean;
  /** `GET /api/v2/instance`: since Mastodon 4.0. */
  hasInstanceV2: boolean;
  /** How long the server processes a video before it can be attached. */
  processingMs: number;
  maxCharacters: number;
  polls: Polls;
  /** Request limits other than the usual ones (rate-limits.ts), by name. */
  limits: { [name: string]: number };
  /** The domain in account names; by default, the server's host. */
  domain: string | null;
};

export type Account = {
  id: string;
  username: string;
  createdAt: number;
  /** The default visibility of posts. */
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
  /** When processing is complete; Infinity for never, null if it failed. */
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

/** A status scheduled for a time. https://docs.joinmastodon.org/entities/ScheduledStatus/ */
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

/** The state of an instance. */
export function newWorld(more: Partial<InstanceOptions>) {
  const options = { ...DEFAULTS, ...more };
  const grants: Grants<{ app: App; account: Account; scopes: string[] }> = grantsOf(() => options.now());
  return {
    origin: '',
    options,
    accounts: [] as Account[],
    /** Full names of accounts elsewhere, `bob@other.example`, that a mention can find. */
    knownElsewhere: [] as string[],
    apps: [] as App[],
    tokens: [] as Token[],
    grants,
    media: [] as Media[],
    /** Oldest first. */
    statuses: [] as Status[],
    /** Statuses to be published later. */
    scheduled: [] as Scheduled[],
    /** A server that does not support `scheduled_at` publishes immediately. */
    knowsScheduled: true,
    /** Statuses by account and Idempotency-Key. */
    keys: new Map<string, { statusId: string; until: number }>(),
    /** False for a server that crashes between creating a status and storing its key. */
    keepsKeys: true,
    /** The result for the next videos: processed, never, or failed. */
    processing: 'done' as 'done' | 'never' | 'failed',
    ids: { last: 0n },
  };
}
export type World = ReturnType<typeof newWorld>;

/** Like Mastodon's snowflake ids: 48 bits of milliseconds, then 16 others. They increase. */
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
  /** The query's and the body's parameters together, as in Rails. */
  params: Record<string, unknown>;
  token: Token | null;
};

/** The token's account. */
export function callerOf({ token }: Call): Account {
  if (!token) throw new ApiError(401, 'The access token is invalid');
  return token.account;
}

/** A text parameter; null if it is missing or empty. */
export function textParam({ params }: Pick<Call, 'params'>, name: string): string | null {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
