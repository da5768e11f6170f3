import type { Address } from '../../supabase/embedded/postgres/postmaster.ts';
import { type Session, SqlClient } from '../../supabase/embedded/sql/client.ts';
import { sql } from '../../supabase/embedded/sql/template.ts';
import { INTERRUPTED_BY_RESTORE, LOGIN_NOT_RESTORED, maybeDone } from './messages.ts';

/** The daily jobs whose work others see: what they did after the backup is not in it. */
const DAILY_JOBS = ['warm-up', 'autopilot'];
const OPENED_AT_ONCE = 100;
const NOBODY = '00000000-0000-0000-0000-000000000000';

export type Restored = {
  /** When the backup was made, and when it is restored; ISO 8601. */
  backupAt: string;
  now: string;
  /** This machine's agent, if it has an id yet. */
  agentId: string | null;
};

export type AfterRestore = {
  /** Posts that may have gone out after the backup: each is looked for on its platform before anything is sent. */
  doubtfulPosts: number;
  plannedPosts: number;
};

/**
 * Marks what a restored database cannot know, before any agent opens it, in one transaction. The settings note from when
 * the backup is: until a person has decided, each post of it is looked for on its platform before it is sent (carry-out).
 * Posts whose time has passed since, or which were being sent, are due at once for that, whatever the settings say of late
 * ones. A warm-up and an autopilot of this date count as run, and what ran during the backup as ended: a second warm-up,
 * or more posts of the day, would be seen by others, while nobody minds one that a person starts. Channels of another
 * agent wait to be connected.
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
      return holdPosts(session, restored);
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
  for (const job of DAILY_JOBS) {
    await session.run(sql`
      insert into public.job_runs (job, run_key, owner, started_at, finished_at, lease_until, status, result)
      select ${job}, (${now}::timestamptz at time zone timezone)::date::text, ${NOBODY}::uuid, ${now}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz, 'failed', ${maybeDone(backupAt)} from public.app_settings
      on conflict (job, run_key) do nothing`);
  }
}

async function holdPosts(session: Session, { now }: Restored): Promise<AfterRestore> {
  // What was being sent is looked for like the others, by what it was going to send.
  await session.run(sql`
    update public.post_deliveries set state = 'pending', lease_owner = null, lease_until = null, retry_after = null,
      error_class = case when state = 'publishing' then 'unknown' else error_class end
    where state in ('pending', 'preparing', 'publishing')`);
  for (;;) {
    const [opened] = await session.rows<{ posts: number }>(
      sql`select public.open_due_posts(${OPENED_AT_ONCE}, null, ${now}::timestamptz) as posts`,
    );
    if (!opened || opened.posts === 0) break;
  }
  const [posts] = await session.rows<AfterRestore>(sql`
    select count(*) filter (where status = 'publishing')::int as "doubtfulPosts",
      count(*) filter (where status = 'scheduled')::int as "plannedPosts" from public.scheduled_posts`);
  return posts ?? { doubtfulPosts: 0, plannedPosts: 0 };
}
