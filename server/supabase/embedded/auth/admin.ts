import { hash } from 'bcryptjs';
import { z } from 'zod';
import { credentialsSchema } from '../../../../shared/agent/agent-api.ts';
import type { SqlClient } from '../../sql/client.ts';
import { type Sql, sql } from '../../sql/template.ts';
import { BCRYPT_ROUNDS, insertUser } from './accounts.ts';

const PREFIX = '/auth/v1/admin/users';
const DEFAULT_PAGE_SIZE = 50;
const MOST_PAGE_SIZE = 1000;

const metadataSchema = z.record(z.string(), z.unknown());
const newUserSchema = credentialsSchema.extend({
  email: z
    .string()
    .transform((email) => email.trim().toLowerCase())
    .pipe(z.email()),
  user_metadata: metadataSchema.optional(),
  app_metadata: metadataSchema.optional(),
});

/** A user as Supabase Auth describes it. */
const USER_SQL = sql`
  select json_build_object('id', u.id, 'aud', coalesce(u.aud, 'authenticated'), 'role', coalesce(u.role, 'authenticated'), 'email', u.email,
    'phone', coalesce(u.phone, ''), 'email_confirmed_at', u.email_confirmed_at, 'confirmed_at', u.email_confirmed_at,
    'last_sign_in_at', u.last_sign_in_at, 'app_metadata', coalesce(u.raw_app_meta_data::jsonb, '{}'),
    'user_metadata', coalesce(u.raw_user_meta_data::jsonb, '{}'), 'created_at', u.created_at, 'updated_at', u.updated_at,
    'is_anonymous', coalesce(u.is_anonymous, false),
    'identities', (select coalesce(json_agg(json_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'created_at', i.created_at, 'updated_at', i.updated_at)), '[]')
      from auth.identities i where i.user_id = u.id)) as user
  from auth.users u`;

/**
 * auth.admin of supabase-js for holders of the secret key: createUser, listUsers, getUserById, deleteUser.
 * @supabase/lite has no admin API. A user made here is confirmed, and no member of the workspace yet, as in a hosted
 * project. Null for another path.
 */
export function authAdmin(database: SqlClient) {
  const usersOf = (rest: Sql) => database.rows<{ user: object }>(sql`${USER_SQL} ${rest}`);
  const userOf = async (id: string) => (await usersOf(sql`where u.id::text = ${id}`))[0]?.user ?? null;

  async function create(request: Request): Promise<Response> {
    const parsed = newUserSchema.safeParse(await request.json().catch(() => null));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const isWeak = issue?.path[0] === 'password';
      return refuse(isWeak ? 422 : 400, isWeak ? 'weak_password' : 'validation_failed', issue?.message ?? '');
    }
    const { email, password, app_metadata: app, user_metadata: user } = parsed.data;
    const digest = await hash(password, BCRYPT_ROUNDS);
    const row = await database.transaction((transaction) => insertUser(transaction, email, digest, { app, user }));
    if (!row) {
      return refuse(422, 'email_exists', 'A user with this email address has already been registered');
    }
    return Response.json(await userOf(row.id));
  }

  async function list({ searchParams }: URL): Promise<Response> {
    const page = wholeNumber(searchParams.get('page')) ?? 1;
    const size = Math.min(wholeNumber(searchParams.get('per_page')) ?? DEFAULT_PAGE_SIZE, MOST_PAGE_SIZE);
    const rows = await usersOf(sql`order by u.created_at desc, u.id limit ${size} offset ${(page - 1) * size}`);
    const [counted] = await database.rows<{ total: number }>(sql`select count(*) as total from auth.users`);
    const total = counted?.total ?? 0;
    const last = Math.max(1, Math.ceil(total / size));
    const links = [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')];
    const headers = { 'x-total-count': String(total), link: links.join(', ') };
    return Response.json({ users: rows.map(({ user }) => user), aud: 'authenticated' }, { headers });
  }

  return async (request: Request, url: URL): Promise<Response> => {
    const id = url.pathname.slice(PREFIX.length + 1);
    if (!url.pathname.startsWith(PREFIX) || id.includes('/'))
      return refuse(404, 'not_found', 'Requested path is invalid');
    if (id === '') {
      if (request.method === 'POST') return create(request);
      if (request.method === 'GET') return list(url);
      return refuse(405, 'method_not_allowed', 'Method not allowed');
    }
    const user = await userOf(id);
    if (!user) return refuse(404, 'user_not_found', 'User not found');
    if (request.method === 'GET') return Response.json(user);
    if (request.method !== 'DELETE') return refuse(405, 'method_not_allowed', 'Method not allowed');
    await database.run(sql`delete from auth.users where id = ${id}`);
    return Response.json({});
  };
}

function wholeNumber(text: string | null): number | null {
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;
}

function linkTo(page: number, rel: string): string {
  return `</admin/users?page=${page}>; rel="${rel}"`;
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}
