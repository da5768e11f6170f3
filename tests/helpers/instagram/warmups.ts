import type { Client } from '../../../server/supabase/connection.ts';
import {
  WARMUP_RUNS_PATH,
  WARMUP_START_PATH,
  type WarmupRun,
  type WarmupStatusAnswer,
  warmupRunListSchema,
  warmupStatusPath,
  warmupStatusSchema,
} from '../../../shared/accounts/warmup.ts';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';
import type { TestAgent } from '../agent.ts';
import { writeSession } from '../saved-sessions.ts';
import type { Instagram } from './imitation.ts';

export type WarmupsOptions = Pick<TestAgent, 'call' | 'dataDir'> & {
  /** May write the accounts. */
  database: Client;
  instagram: Instagram;
};

/** The warm-ups of an agent against an imitation of Instagram, through its API. */
export function warmupsOf({ call, dataDir, database, instagram }: WarmupsOptions) {
  const accounts = () => database.from('social_accounts');

  return {
    /** Adds an account and answers its id: logged in with a session of the imitation, unless `withSession` is false. */
    async addAccount({ platform = 'instagram' as Platform, withSession = true } = {}): Promise<string> {
      const entry = { platform, account_label: crypto.randomUUID(), is_logged_in: withSession, is_established: true };
      const { data } = await accounts().insert(entry).select('id').single().throwOnError();
      const { hostname } = new URL(instagram.origin);
      const cookie = { name: 'sessionid', value: instagram.issue(), domain: hostname, path: '/' };
      const rest = { expires: Date.now() / 1000 + 3600, secure: false, httpOnly: true };
      if (withSession) await writeSession(dataDir, data.id, [{ ...cookie, ...rest }]);
      return data.id;
    },
    account: async (id: string): Promise<SocialAccountsRow> =>
      (await accounts().select('*').eq('id', id).single().throwOnError()).data,
    /** Makes a held or cooling account ready to be warmed up again. */
    async refresh(id: string): Promise<void> {
      const ready = { is_logged_in: true, last_warmup_at: null, warmup_held_reason: null };
      await accounts().update(ready).eq('id', id).throwOnError();
    },
    start: (accountId: string) => call(WARMUP_START_PATH, { body: { accountId } }),
    status: async (accountId: string): Promise<WarmupStatusAnswer> =>
      warmupStatusSchema.parse(await (await call(warmupStatusPath(accountId))).json()),
    /** Waits until the account's warm-up is as wanted, or over, and answers how it stands then. */
    async until(
      accountId: string,
      isWanted: (status: WarmupStatusAnswer) => boolean = () => false,
    ): Promise<WarmupStatusAnswer> {
      const { body } = await call(warmupStatusPath(accountId), { headers: { accept: 'text/event-stream' } });
      for await (const { data } of readEventStream(body as ReadableStream<Uint8Array>)) {
        const status = warmupStatusSchema.parse(JSON.parse(data));
        if (!status.isRunning || isWanted(status)) return status;
      }
      throw new Error('The agent ended before the warm-up did.');
    },
    async newestRun(accountId: string): Promise<WarmupRun> {
      const answer = await call(`${WARMUP_RUNS_PATH}?accountId=${accountId}&limit=1`);
      const [run] = warmupRunListSchema.parse(await answer.json());
      if (!run) throw new Error('There is no run.');
      return run;
    },
    screenshot: ({ id }: WarmupRun) => call(`${WARMUP_RUNS_PATH}/${id}/screenshot`),
  };
}

/** Has a warm-up come to this many posts? */
export function hasSeen(posts: number): (status: WarmupStatusAnswer) => boolean {
  return (status) => status.isRunning && (status.progress?.counts.postsSeen ?? 0) >= posts;
}
