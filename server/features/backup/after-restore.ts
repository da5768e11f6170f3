import type { Address } from '../../supabase/embedded/postgres/postmaster.ts';
import { type Session, SqlClient } from '../../supabase/sql/client.ts';
import { name, sql } from '../../supabase/sql/template.ts';
import { INTERRUPTED_BY_RESTORE, LOGIN_NOT_RESTORED, maybeDone } from './messages.ts';

/** Tables of sessions and tokens, which give access without a password. */
export const SIGN_IN_TABLES = [
  'sessions',
  'refresh_tokens',
  'one_time_tokens',
  'flow_state',
  'mfa_amr_claims',
  'mfa_challenges',
] as const;
/** The daily jobs with a public effect, whose runs after the backup are unknown. */
const DAILY_JOBS = ['warm-up', 'autopilot'];
const OPENED_AT_ONCE = 100;
const ACCOUNTS_NAMED_MAX = 1000;
const NOBODY = '00000000-0000-0000-0000-000000000000';

export type Restored = {
  /** Times of the backup and of the restore; ISO 8601. */
  backupAt: string;
  now: string;
  /** This machine's agent id, if it has one. */
  agentId: string | null;
};

/** An account of a restored workspace; `role` is null for a non-member without access. */
export type RestoredAccount = { email: string; role: string | null };

export type AfterRestore = {
  /** The accounts that can sign in, with their passwords from the backup. */
  accounts: RestoredAccount[];
  /** Posts that may have gone out after the backup: each is looked up on its platform before anything is sent. */
  doubtfulPosts: number;
  plannedPosts: number;
};

/**
 * Updates a restored database in one transaction, before any agent opens it, to account for what may have happened
 * since the backup. The settings record the backup's time: until the user has decided, each of its posts is looked up
 * on its platform before it is sent (publishing/engine/carry-out.ts). Posts whose time has passed since, or that were
 * being sent, become due immediately for that, whatever the settings say about late posts. Today's warm-up and
 * autopilot count as run, and runs in progress during the backup as ended: a second run would be publicly visible, and
 * users can start one themselves. Channels of other agents must be reconnected. All users are signed out.
 */
export async function markRestored(address: Address, restored: Restored): Promise<AfterRestore> {
  const database = new SqlClient(address);
  try {
    return await database.transaction(async (session) => {
      await noteRestore(session, restored);
      await endRuns(session, restored);
      await session.run(sql`
        update public.channels set state = 'reconnect', problem = ${LOGIN_NOT_RESTORED}
        where agent_id is distinct from ${restored.agentId}::uuid`);
      await revokeAccess(session);
      return { ...(await holdPosts(session, restored)), accounts: await accountsOf(session) };
    });
  } finally {
    await database.close();
  }
}

async function noteRestore(session: Session, { backupAt, now }: Restored): Promise<void> {
  await session.run(sql`select public.create_first_settings('UTC')`);
  await session.run(sql`
    update public.app_settings set restored_from = ${backupAt}::timestamptz, restored_at = ${now}::timestamptz`);
}

async function endRuns(session: Session, { backupAt, now }: Restored): Promise<void> {
  await session.run(sql`
    update public.job_runs set status = 'failed', finished_at = ${now}::timestamptz, retry_at = null, result = ${INTERRUPTED_BY_RESTORE}
    where status = 'running' or retry_at is not null`);
  const [schedules] = await session.rows<{ found: boolean }>(
    sql`select to_regclass('public.script_schedules') is not null as found`,
  );
  // A trigger records the time, because today's run may have happened before the restore.
  if (schedules?.found) await session.run(sql`update public.script_schedules set is_on = is_on`);
  for (const job of DAILY_JOBS) {
    await session.run(sql`
      insert into public.job_runs (job, run_key, owner, started_at, finished_at, lease_until, status, result)
      select ${job}, (${now}::timestamptz at time zone timezone)::date::text, ${NOBODY}::uuid, ${now}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz, 'failed', ${maybeDone(backupAt)} from public.app_settings
      on conflict (job, run_key) do nothing`);
  }
}

/**
 * Revokes access that needs no password: sessions and links from the backup, which may have been planted in it, and
 * public buckets, whose files a hosted project would serve to anyone.
 */
async function revokeAccess(session: Session): Promise<void> {
  for (const table of SIGN_IN_TABLES) {
    const [found] = await session.rows<{ found: boolean }>(
      sql`select to_regclass(${`auth.${table}`}) is not null as found`,
    );
    if (found?.found) await session.run(sql`delete from auth.${name(table)}`);
  }
  await session.run(sql`
    update auth.users set confirmation_token = null, recovery_token = null, email_change = null,
      email_change_token_new = null, email_change_token_current = null, phone_change = null, phone_change_token = null,
      reauthentication_token = null`);
  await session.run(sql`update storage.buckets set public = false where public`);
}

/** Owners first, then the oldest. Reads the role through to_jsonb, since a later migration adds the column. */
function accountsOf(session: Session): Promise<RestoredAccount[]> {
  return session.rows<RestoredAccount>(sql`
    select u.email, case when m.user_id is null then null else coalesce(to_jsonb(m) ->> 'role', 'member') end as role
    from auth.users u left join public.members m on m.user_id = u.id
    where u.email is not null
    order by to_jsonb(m) ->> 'role' is distinct from 'owner', u.created_at, u.email limit ${ACCOUNTS_NAMED_MAX}`);
}

async function holdPosts(session: Session, { now }: Restored): Promise<Omit<AfterRestore, 'accounts'>> {
  // Deliveries that were being sent are looked up like the others, by their stored content.
  await session.run(sql`
    update public.post_deliveries set state = 'pending', lease_owner = null, lease_until = null, retry_after = null,
      error_class = case when state = 'publishing' then 'unknown' else error_class end
    where state in ('pending', 'preparing', 'publishing')`);
  for (;;) {
    const [opened] = await session.rows<{ posts: number }>(
      sql`select public.open_due_posts(${OPENED_AT_ONCE}, null, ${now}::timestamptz) as posts`,
    );
    if (!opened || opened.posts <= 0) break;
  }
  const [posts] = await session.rows<Omit<AfterRestore, 'accounts'>>(sql`
    select count(*) filter (where status = 'publishing')::int as "doubtfulPosts",
      count(*) filter (where status = 'scheduled')::int as "plannedPosts" from public.scheduled_posts`);
  return posts ?? { doubtfulPosts: 0, plannedPosts: 0 };
}
