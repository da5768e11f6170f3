import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from 'bcryptjs';
import { SqlClient } from '../../server/supabase/embedded/sql/client.ts';
import { sql } from '../../server/supabase/embedded/sql/template.ts';

/** The least that bcrypt takes. */
const ROUNDS = 4;

/** The embedded Postgres of a workspace that is open, as its owner. Close it before the workspace. */
export function databaseOf(dataDir: string, database?: string): SqlClient {
  return new SqlClient(addressOf(dataDir, database));
}

/** Where it is reached. */
export function addressOf(dataDir: string, database = 'postgres') {
  return { host: join(dataDir, 'run'), port: 5432, user: 'postgres', password: '', database };
}

/**
 * Hashes an account's password anew with so little work that signing in takes a tenth of its time, which goes into the
 * hash otherwise. Where the socket of the database lies elsewhere, it stays as it is.
 */
export async function makeSignInQuick(dataDir: string, { email, password }: { email: string; password: string }) {
  if (!existsSync(addressOf(dataDir).host)) return;
  const database = databaseOf(dataDir);
  const digest = await hash(password, ROUNDS);
  await database
    .run(sql`update auth.users set encrypted_password = ${digest} where email = ${email.toLowerCase()}`)
    .finally(() => database.close());
}
