import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { startPostgrest } from '../../bench/postgrest.ts';
import { prepareDataDirectory } from '../../server/data-directory/data-directory.ts';
import { tokenVerifier } from '../../server/supabase/embedded/auth/verify.ts';
import { startDatabase } from '../../server/supabase/embedded/postgres/start-database.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { startGateway } from './gateway.ts';
import { PUSHED } from './pushed-template.ts';

export type SignedIn = { id: string; email: string; token: string };
export type PushedProject = Awaited<ReturnType<typeof openPushedProject>>;

/** The URL of a hosted project, and the issuer of its tokens. */
export const ADDRESS = 'https://abcdefghijklmnopqrst.supabase.co';

/** A copy of the project to which the Supabase CLI has pushed supabase/, behind PostgREST. */
export async function openPushedProject() {
  const template = process.env[PUSHED];
  if (!template) throw new Error('Nothing was pushed: run npm run test:supabase.');
  const dataDir = await mkdtemp(join(tmpdir(), 'local-agent-pushed-'));
  await prepareDataDirectory(dataDir);
  // Keeps the owner, which is a different user if we are root.
  await promisify(execFile)('cp', ['-a', template, join(dataDir, 'postgres')]);
  const { server, keys } = await startDatabase({ dataDir, databaseUrl: null, log: pino({ level: 'silent' }) });
  const database = databaseOf(dataDir);
  const sign = (claims: Record<string, string>) =>
    new SignJWT({ iss: `${ADDRESS}/auth/v1`, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(keys.jwtSecret));
  const postgrest = await startPostgrest(dataDir);
  const tokens = tokenVerifier(database, keys.jwtSecret);
  const serviceToken = await sign({ role: 'service_role' });
  const gateway = await startGateway(postgrest.url, dataDir, { database, keys, tokens, serviceToken });
  const stop = async () => {
    await gateway.close();
    await postgrest.stop();
    await database.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  let closing: Promise<void> | undefined;
  return {
    dataDir,
    database,
    url: gateway.url,
    keys,
    /** Signs in to an account, which is created if it does not exist, as a member if `isMember`. */
    async signIn(email: string, isMember: boolean): Promise<SignedIn> {
      await database.run(sql`insert into auth.users (id, email) select gen_random_uuid(), ${email}
        where not exists (select from auth.users where email = ${email})`);
      if (isMember) await database.run(sql`select private.add_member(${email})`);
      const [user] = await database.rows<{ id: string }>(sql`select id from auth.users where email = ${email}`);
      if (!user) throw new Error(`There is no account ${email}.`);
      const session_id = randomUUID();
      await database.run(sql`insert into auth.sessions (id, user_id) values (${session_id}, ${user.id})`);
      return { ...user, email, token: await sign({ role: 'authenticated', sub: user.id, email, session_id }) };
    },
    /** Safe to call twice. */
    close() {
      closing ??= stop();
      return closing;
    },
  };
}
