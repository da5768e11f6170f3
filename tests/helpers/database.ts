import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from 'bcryptjs';
import { insertUser } from '../../server/supabase/embedded/auth/accounts.ts';
import { SqlClient } from '../../server/supabase/sql/client.ts';
import { sql } from '../../server/supabase/sql/template.ts';

/** bcrypt's minimum. */
const ROUNDS = 4;

/** The embedded Postgres of an open workspace, as its owner. Close it before the workspace. */
export function databaseOf(dataDir: string, database?: string): SqlClient {
  return new SqlClient(addressOf(dataDir, database));
}

/** How to connect to it. */
export function addressOf(dataDir: string, database = 'postgres') {
  return { host: join(dataDir, 'run'), port: 5432, user: 'postgres', password: '', database };
}

/**
 * Adds a member as the product does, but with so cheap a password hash that adding one and signing in take a tenth of
 * the time. False, without adding one, if the database's socket is elsewhere.
 */
export async function addQuickMember(dataDir: string, account: { email: string; password: string }): Promise<boolean> {
  if (!existsSync(addressOf(dataDir).host)) return false;
  const database = databaseOf(dataDir);
  try {
    const digest = await hash(account.password, ROUNDS);
    await database.transaction(async (transaction) => {
      const user = await insertUser(transaction, account.email.toLowerCase(), digest);
      if (!user) throw new Error(`There is an account ${account.email} already.`);
      await transaction.run(sql`insert into public.members (user_id) values (${user.id})`);
    });
    return true;
  } finally {
    await database.close();
  }
}
