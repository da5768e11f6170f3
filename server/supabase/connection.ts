import type { SupabaseClient } from '@supabase/supabase-js';
import type { MemberRole, Mode } from '../../shared/agent/agent-api.ts';
import type { DatabaseHealth } from '../../shared/agent/health.ts';
import type { Database } from '../../shared/workspace/database.ts';
import type { Address } from './embedded/postgres/postmaster.ts';

export type Client = SupabaseClient<Database>;

/** What a member may do: an owner everything, a member run code where the owner trusts them with it. */
export type MemberRights = { role: MemberRole; mayRunCode: boolean };

/** Who a verified access token belongs to, and their rights as the database has them; null for who is no member. */
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
   * is no address.
   */
  add(email: string, password: string): Promise<Account>;
  list(): Promise<Account[]>;
  setPassword(email: string, password: string): Promise<void>;
  /** AppError conflict for the only owner while there are other members. */
  remove(email: string): Promise<void>;
  /** Changes what is named. AppError conflict where the workspace would be left without an owner. */
  setRights(email: string, rights: Partial<MemberRights>): Promise<Account>;
  /** Creates the first account, or throws AppError conflict when there is one already; atomic against a second call. */
  addFirst(email: string, password: string): Promise<Account>;
  count(): Promise<number>;
};

/** A request or an answer without the classes of the web, which cost more than all else of a request to /rest/v1. */
export type PlainRequest = {
  method: string;
  /** The path as it was sent, and what follows its question mark. */
  path: string;
  query: string;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Reads the body; null when it has more than `maxBytes`. */
  text(maxBytes: number): Promise<string | null>;
};
export type PlainAnswer = { status: number; headers: [name: string, value: string][]; body: string | null };

/**
 * The seam between the modes: all that the rest of the agent sees of Supabase. Built by openEmbedded
 * (embedded/backend.ts) or openHosted (hosted.ts).
 */
export type SupabaseConnection = {
  mode: Mode;
  /** Hosted: the project's URL. Embedded: null, because it is whatever origin the UI was loaded from. */
  url: string | null;
  publishableKey: string;
  /**
   * For work without a person: acts with the service key, past row level security, or in a linked data directory as the
   * member that it is signed in as. Null in hosted mode with neither.
   */
  admin: Client | null;
  /**
   * Why a linked data directory cannot work in its project, with the remedy: the sign-in has ended, or the project has been
   * away since the start. Null where it can.
   */
  linkProblem(): string | null;
  /**
   * Verifies a user's access token (signature, expiry, signed-out sessions in embedded mode) and asks for membership;
   * null when it is not good.
   */
  verify(accessToken: string): Promise<Caller | null>;
  /** How supabase-js in this process reaches Supabase. Embedded: no network in between. */
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
  /** Asks the database how it is. AppError, or an error of the database, when it does not answer. */
  health(): Promise<DatabaseHealth>;
  /**
   * Where the workspace's data lies for a backup: its database, the folder beside which a throw-away one may be made,
   * and the files of the Media Library. Null in hosted mode.
   */
  stored: { address: Address; clusterRoot: string; objects: string } | null;
  /** Stops what this connection started (Postgres); safe to call twice. */
  close(): Promise<void>;
};
