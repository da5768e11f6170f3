import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServerClient } from '../../server/supabase/client.ts';
import type { Client } from '../../server/supabase/connection.ts';
import type { Session, SqlClient } from '../../server/supabase/sql/client.ts';
import { name, sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { openTestBackend } from '../helpers/embedded.ts';
import { openPushedProject, type SignedIn } from './pushed-project.ts';

export const CALLERS = ['anon', 'stranger', 'member', 'service'] as const;
export type Caller = (typeof CALLERS)[number];

/** The pushed project behind PostgREST, or the embedded backend, with the same interface. */
export type Side = {
  database: SqlClient;
  users: Record<'member' | 'stranger', SignedIn>;
  /** Sends a request as a caller, to a path that starts with /rest/v1 or /storage/v1. */
  ask(caller: Caller, path: string, init?: RequestInit): Promise<Response>;
  /** A supabase-js client of a caller. */
  client(caller: Caller): Client;
};

const ACCOUNTS = { member: 'member@example.com', stranger: 'stranger@example.com' };

/** A pushed project behind PostgREST, and an embedded backend. Each has a member, its first, and a stranger. */
export async function openSides() {
  const [project, embedded] = await Promise.all([openPushedProject(), openTestBackend()]);
  const member = await project.signIn(ACCOUNTS.member, true);
  const stranger = await project.signIn(ACCOUNTS.stranger, false);
  const hosted = sideOf({ ...project, users: { member, stranger } });

  const own = databaseOf(embedded.dataDir);
  const { inProcessUrl, fetch: send } = embedded.connection;
  const here = sideOf({
    database: own,
    url: inProcessUrl,
    send,
    keys: JSON.parse(await readFile(join(embedded.dataDir, 'keys.json'), 'utf8')),
    users: {
      member: await signedIn(await embedded.memberClient(ACCOUNTS.member)),
      stranger: await signedIn(await embedded.strangerClient(ACCOUNTS.stranger)),
    },
  });
  return {
    hosted,
    here,
    async close() {
      await own.close();
      await Promise.all([project.close(), embedded.close()]);
    },
  };
}

async function signedIn(client: Client): Promise<SignedIn> {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('Signing in gave no session.');
  return { id: session.user.id, email: String(session.user.email), token: session.access_token };
}

export type Sides = Awaited<ReturnType<typeof openSides>>;

function sideOf(parts: {
  database: SqlClient;
  url: string;
  keys: { publishableKey: string; secretKey: string };
  users: Side['users'];
  send?: typeof fetch;
}): Side {
  const { database, url, keys, users, send = fetch } = parts;
  const keyOf = (caller: Caller) => (caller === 'service' ? keys.secretKey : keys.publishableKey);
  const tokenOf = (caller: Caller) => (caller === 'member' || caller === 'stranger' ? users[caller].token : null);
  return {
    database,
    users,
    ask(caller, path, init = {}) {
      const key = keyOf(caller);
      const headers = { apikey: key, authorization: `Bearer ${tokenOf(caller) ?? key}` };
      return send(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    },
    client(caller) {
      const accessToken = tokenOf(caller);
      return createServerClient(url, keyOf(caller), { fetch: send, ...(accessToken && { accessToken }) });
    },
  };
}

/** Runs statements for a caller as PostgREST and storage do, and rolls them back. Rejects with Postgres's error. */
export async function asCaller<T>(
  { database, users }: Side,
  caller: Caller,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const user = caller === 'member' || caller === 'stranger' ? users[caller] : null;
  const role = user ? 'authenticated' : caller === 'service' ? 'service_role' : 'anon';
  let answer: { value: T } | undefined;
  const undone = new Error('undone');
  await database
    .transaction(async (session) => {
      const claims = JSON.stringify({ role, ...(user && { sub: user.id, email: user.email }) });
      await session.run(sql`select set_config('request.jwt.claims', ${claims}, true)`);
      await session.run(sql`set local role ${name(role)}`);
      answer = { value: await work(session) };
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  if (!answer) throw new Error('The work was not done.');
  return answer.value;
}
