import { hash } from 'bcryptjs';
import { credentialsSchema, type MemberRole } from '../../../../shared/agent/agent-api.ts';
import { AppError } from '../../../errors.ts';
import type { Account, Accounts, MemberRights } from '../../connection.ts';
import type { Session, SqlClient } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';

/** The bcrypt cost that @supabase/lite and Supabase Auth use. */
const BCRYPT_ROUNDS = 10;
/** Key of the advisory lock that lets only one first account be created; an arbitrary number. */
const FIRST_ACCOUNT_LOCK = 4_011_201_122;

type UserRow = { id: string; email: string; created_at: string; last_sign_in_at: string | null };
type AccountRow = UserRow & { role: MemberRole | null; may_run_code: boolean | null };

const ACCOUNTS_SQL = sql`
  select u.id, u.email, u.created_at, u.last_sign_in_at, m.role, m.may_run_code
    from auth.users u left join public.members m on m.user_id = u.id`;

/** Accounts of the embedded backend, written directly to the auth schema because @supabase/lite has no admin API. */
export function embeddedAccounts(database: SqlClient): Accounts {
  const find = async (email: string): Promise<string> => {
    const [row] = await database.rows<{ id: string }>(
      sql`select id from auth.users where email = ${email.trim().toLowerCase()}`,
    );
    if (!row)
      throw new AppError('not_found', `There is no account ${email}. List the accounts with "local-agent users list".`);
    return row.id;
  };

  return {
    async add(email, password) {
      const valid = parse(email, password);
      const digest = await hash(valid.password, BCRYPT_ROUNDS);
      return database.transaction((transaction) => insert(transaction, valid.email, digest));
    },
    async addFirst(email, password) {
      const valid = parse(email, password);
      const digest = await hash(valid.password, BCRYPT_ROUNDS);
      return database.transaction(async (transaction) => {
        await transaction.run(sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`);
        const [existing] = await transaction.rows(sql`select from auth.users limit 1`);
        if (existing) throw new AppError('conflict', 'This workspace already has an account. Sign in with it.');
        return insert(transaction, valid.email, digest);
      });
    },
    async list() {
      const rows = await database.rows<AccountRow>(sql`${ACCOUNTS_SQL} order by u.created_at, u.email`);
      return rows.map(toAccount);
    },
    async setPassword(email, password) {
      const valid = parse(email, password);
      const id = await find(email);
      const digest = await hash(valid.password, BCRYPT_ROUNDS);
      await database.transaction(async (transaction) => {
        await transaction.run(
          sql`update auth.users set encrypted_password = ${digest}, updated_at = now() where id = ${id}`,
        );
        // Everyone who knew the old password is signed out.
        await transaction.run(sql`delete from auth.sessions where user_id = ${id}`);
      });
    },
    async remove(email) {
      const id = await find(email);
      await database.transaction(async (transaction) => {
        await transaction.run(sql`lock table public.members in share row exclusive mode`);
        const [other] = await transaction.rows(sql`select from public.members where user_id <> ${id} limit 1`);
        if (other) await assertOtherOwner(transaction, id);
        await transaction.run(sql`delete from auth.users where id = ${id}`);
      });
    },
    async setRights(email, rights) {
      const id = await find(email);
      return database.transaction(async (transaction) => {
        await transaction.run(sql`lock table public.members in share row exclusive mode`);
        if (rights.role === 'member') await assertOtherOwner(transaction, id);
        return changeRights(transaction, id, rights);
      });
    },
    async count() {
      const [row] = await database.rows<{ count: number }>(sql`select count(*) as count from auth.users`);
      return row?.count ?? 0;
    },
  };
}

function parse(email: string, password: string): { email: string; password: string } {
  const parsed = credentialsSchema.safeParse({ email: email.trim().toLowerCase(), password });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError(
    'bad_input',
    issue?.path[0] === 'email'
      ? `"${email}" is not an e-mail address.`
      : (issue?.message ?? 'The password cannot be used.'),
  );
}

/** Inserts a confirmed user with an identity; null when the address is taken. */
export async function insertUser(transaction: Session, email: string, digest: string): Promise<UserRow | null> {
  const app = { provider: 'email', providers: ['email'] };
  const user = { email_verified: true };
  const [row] = await transaction.rows<UserRow>(sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (gen_random_uuid(), ${email}, ${digest}, now(), ${JSON.stringify(app)}, ${JSON.stringify(user)})
    on conflict (email) where is_sso_user = false do nothing
    returning id, email, created_at, last_sign_in_at`);
  if (!row) return null;
  const identity = { sub: row.id, email, email_verified: true, phone_verified: false };
  await transaction.run(sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (gen_random_uuid(), 'email', ${row.id}, ${row.id}, ${JSON.stringify(identity)})`);
  return row;
}

/** Inserts a user and makes them a member. */
async function insert(transaction: Session, email: string, digest: string): Promise<Account> {
  const row = await insertUser(transaction, email, digest);
  if (!row)
    throw new AppError(
      'conflict',
      `There is already an account ${email}. Set its password with "local-agent users set-password".`,
    );
  await transaction.run(sql`insert into public.members (user_id) values (${row.id})`);
  return read(transaction, row.id);
}

/** Changes the given rights. An account that is not a member becomes one. */
async function changeRights(transaction: Session, id: string, rights: Partial<MemberRights>): Promise<Account> {
  const { role = null, mayRunCode = null } = rights;
  await transaction.run(sql`
    insert into public.members as m (user_id, role, may_run_code)
    values (${id}, coalesce(${role}::text, 'member'), coalesce(${mayRunCode}::boolean, false))
    on conflict (user_id) do update set
      role = coalesce(${role}::text, m.role), may_run_code = coalesce(${mayRunCode}::boolean, m.may_run_code)`);
  return read(transaction, id);
}

/** AppError conflict when this account is the only owner. The caller has locked the members. */
async function assertOtherOwner(transaction: Session, id: string): Promise<void> {
  const [isOwner] = await transaction.rows(sql`select from public.members where user_id = ${id} and role = 'owner'`);
  if (!isOwner) return;
  const [other] = await transaction.rows(
    sql`select from public.members where user_id <> ${id} and role = 'owner' limit 1`,
  );
  if (!other) throw new AppError('conflict', ONLY_OWNER);
}

async function read(transaction: Session, id: string): Promise<Account> {
  const [row] = await transaction.rows<AccountRow>(sql`${ACCOUNTS_SQL} where u.id = ${id}`);
  if (!row) throw new AppError('not_found', GONE);
  return toAccount(row);
}

const ONLY_OWNER =
  'This is the only owner of the workspace. Make another member the owner first: local-agent users set-role <email> owner';
const GONE = 'The account was removed in the meantime.';

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
    role: row.role,
    mayRunCode: row.role === 'owner' || row.may_run_code === true,
  };
}
