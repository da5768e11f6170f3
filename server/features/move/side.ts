import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { createServerClient } from '../../supabase/client.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { insertUser } from '../../supabase/embedded/auth/accounts.ts';
import { openEmbedded } from '../../supabase/embedded/backend.ts';
import { checkForMove } from '../../supabase/hosted/check.ts';
import { SqlClient } from '../../supabase/sql/client.ts';
import { sql } from '../../supabase/sql/template.ts';

/** An account to create. Without a digest of its password, it gets a new password, which is returned. */
export type NewAccount = { id: string; email: string; digest: string | null };
export type MadeAccount = { id: string; password: string | null };

/** One of the two databases of a move, with the rights to read and write all of it. */
export type Side = {
  /** The place as shown to users. */
  place: string;
  client: Client;
  /** The bcrypt digest of an account's password; null if it cannot be read. */
  digestOf(email: string): Promise<string | null>;
  makeAccount(account: NewAccount): Promise<MadeAccount>;
  close(): Promise<void>;
};

/** 120 random bits, in characters that can be typed. */
const newPassword = () => randomBytes(15).toString('base64url');

/**
 * The workspace of a data directory, whose lock the caller holds. Passwords move from it as digests, which can be read
 * from this database, but not through the API of a project.
 */
export async function embeddedSide(dataDir: string, databaseUrl: string | null, log: Logger): Promise<Side> {
  const connection = await openEmbedded({ dataDir, databaseUrl, log });
  const { admin, stored } = connection;
  if (!stored) throw new AppError('unavailable', 'The workspace of this machine cannot be opened.');
  const database = new SqlClient(stored.address);
  return {
    place: `this machine (${hostname()})`,
    client: admin,
    async digestOf(email) {
      const [row] = await database.rows<{ digest: string | null }>(
        sql`select encrypted_password as digest from auth.users where lower(email) = ${email}`,
      );
      return row?.digest ?? null;
    },
    async makeAccount({ email }) {
      const password = newPassword();
      const { hash } = await import('bcryptjs');
      const digest = await hash(password, 10);
      const made = await database.transaction((transaction) => insertUser(transaction, email, digest));
      if (!made) throw couldNot('make an account', { message: `${email} has one already` });
      return { id: made.id, password };
    },
    async close() {
      await database.close();
      await connection.close();
    },
  };
}

/** A Supabase project. Its secret key is kept only in memory. AppError if the key is invalid or tables are missing. */
export async function hostedSide(url: string, secretKey: string): Promise<Side> {
  await checkForMove(url, secretKey);
  const client = createServerClient(url, secretKey);
  return {
    place: url,
    client,
    digestOf: async () => null,
    // https://supabase.com/docs/reference/javascript/auth-admin-createuser: `id` and `password_hash` (bcrypt) are kept.
    async makeAccount({ id, email, digest }) {
      const password = digest === null ? newPassword() : null;
      const secret = digest === null ? { password: String(password) } : { password_hash: digest };
      const { data, error } = await client.auth.admin.createUser({ id, email, email_confirm: true, ...secret });
      if (error) throw couldNot(`make an account for ${email}`, error);
      return { id: data.user.id, password };
    },
    close: async () => undefined,
  };
}
