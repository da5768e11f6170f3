import type { SupabaseClient } from '@supabase/supabase-js';
import type { MemberRole, Mode } from '../../shared/agent/agent-api.ts';
import type { DatabaseHealth } from '../../shared/agent/health.ts';
import type { Database } from '../../shared/workspace/database.ts';
import type { Address } from './embedded/postgres/postmaster.ts';

export type Client = SupabaseClient<Database>;

/** A member's permissions. An owner may do everything; a member may run code only if an owner has allowed it. */
export type MemberRights = { role: MemberRole; mayRunCode: boolean };

/** The user of a verified access token. `rights` are read from the database; null for a user who is not a member. */
export type Caller = { userId: string; email: string | null; rights: MemberRights | null };

/** `role` is null for an account that is not a member. */
export type Account = {
  id: string;
  email: string;
  createdAt: string;
  lastSignInAt: string | null;
  role: MemberRole | null;
  mayRunCode: boolean;
};

/** Accounts of the embedded backend. In hosted mode they are managed in the user's own Supabase project. */
export type Accounts = {
  /**
   * Creates a confirmed account and makes it a member. AppError conflict when the address is taken, bad_input when it
   * is invalid.
   */
  add(email: string, password: string): Promise<Account>;
  list(): Promise<Account[]>;
  setPassword(email: string, password: string): Promise<void>;
  /** AppError conflict for the only owner while there are other members. */
  remove(email: string): Promise<void>;
  /** Changes only the given rights. AppError conflict if the workspace would be left without an owner. */
  setRights(email: string, rights: Partial<MemberRights>): Promise<Account>;
  /** Creates the first account. AppError conflict if one exists already, including when two calls race. */
  addFirst(email: string, password: string): Promise<Account>;
  count(): Promise<number>;
};

/** A plain request and answer: the web's Request and Response classes cost more than the rest of a /rest/v1 request. */
export type PlainRequest = {
  method: string;
  /** The raw path, and the raw query string without its question mark. */
  path: string;
  query: string;
  /** Keyed by lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Reads the body; null when it has more than `maxBytes`. */
  text(maxBytes: number): Promise<string | null>;
};
export type PlainAnswer = { status: number; headers: [name: string, value: string][]; body: string | null };

/**
 * The seam between the modes: the only view of Supabase that the rest of the agent has. Built by openEmbedded
 * (embedded/backend.ts) or openHosted (hosted.ts).
 */
export type SupabaseConnection = {
  mode: Mode;
  /** Hosted: the project's URL. Embedded: null, because the UI uses the origin it was loaded from. */
  url: string | null;
  publishableKey: string;
  /**
   * For background work: acts with the service key, which bypasses row level security, or in a linked data directory as
   * the signed-in member. Null in hosted mode without either.
   */
  admin: Client | null;
  /**
   * Why a linked data directory cannot work in its project, with the remedy: the session has expired, or the project
   * has been unreachable since the start. Null if there is no problem.
   */
  linkProblem(): string | null;
  /**
   * Verifies a user's access token (signature, expiry, signed-out sessions in embedded mode) and looks up the user's
   * membership. Null for an invalid token.
   */
  verify(accessToken: string): Promise<Caller | null>;
  /** The fetch that supabase-js uses in this process. Embedded: calls the backend directly, without a network. */
  fetch: typeof fetch;
  /** Embedded only: answers /rest/v1, /auth/v1, /storage/v1 and /functions/v1 to a client at `remoteAddress`. */
  handle: ((request: Request, remoteAddress?: string) => Promise<Response>) | null;
  /** Embedded only: answers /rest/v1 as `handle` does. */
  handleRest: ((request: PlainRequest) => Promise<PlainAnswer>) | null;
  /** Embedded only. */
  accounts: Accounts | null;
  /**
   * The folder of the embedded database, which may be outside the data directory; null in hosted mode and with a
   * LOCAL_AGENT_DATABASE_URL.
   */
  databaseDir: string | null;
  /** Checks the health of the database. Rejects with an AppError or a database error when it does not answer. */
  health(): Promise<DatabaseHealth>;
  /**
   * The workspace's data for a backup: the database, the folder in which a temporary database may be created, and the
   * files of the Media Library. Null in hosted mode.
   */
  stored: { address: Address; clusterRoot: string; objects: string } | null;
  /** Stops everything this connection started (Postgres); safe to call twice. */
  close(): Promise<void>;
};
