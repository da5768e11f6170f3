import { expect } from 'vitest';
import type { Client } from '../../../server/supabase/connection.ts';
import {
  type WarmupRun,
  type WarmupStatusAnswer,
  warmupRunListSchema,
  warmupRunSchema,
  warmupStatusSchema,
} from '../../../shared/accounts/warmup.ts';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import type { AppSettingsRow, SocialAccountsRow } from '../../../shared/workspace/database.ts';
import { accountsTable } from '../accounts-table.ts';
import type { TestAgent } from '../agent.ts';
import { WARMUP_RUNS_PATH, WARMUP_START_PATH, warmupCancelPath, warmupStatusPath } from '../agent-paths.ts';
import { addLoggedIn } from '../logged-in-account.ts';
import type { Instagram } from './imitation.ts';

export type WarmupsOptions = Pick<TestAgent, 'call' | 'dataDir'> & {
  /** A client that may write the accounts. */
  database: Client;
  instagram: Instagram;
};

/** Runs the warm-ups of an agent through its API, against an imitation of Instagram. `options` returns both. */
export function warmupsOf(options: () => WarmupsOptions) {
  const call: TestAgent['call'] = (...args) => options().call(...args);
  const accounts = () => accountsTable(options().database);
  const start = (accountId: string) => call(WARMUP_START_PATH, { body: { accountId } });

  const warmups = {
    /** Adds an account and returns its id: by default established, and logged in with a session here. */
    async addAccount({ withSession = true, ...entries }: Partial<SocialAccountsRow> & { withSession?: boolean } = {}) {
      const { instagram, dataDir, database: admin } = options();
      const row = { account_label: crypto.randomUUID(), is_logged_in: withSession, ...entries };
      const account = withSession ? addLoggedIn({ admin, dataDir }, instagram, row) : accounts().insert(row);
      return (await account).id;
    },
    change: (id: string, entries: Partial<SocialAccountsRow>) => accounts().change(id, entries),
    account: async (id: string): Promise<SocialAccountsRow> =>
      (await options().database.from('social_accounts').select('*').eq('id', id).single().throwOnError()).data,
    /** Sets the limits in the settings row, which is created if there is none. */
    async setLimits(limits: Partial<AppSettingsRow>): Promise<void> {
      const settings = () => options().database.from('app_settings');
      const { data } = await settings().select('id').maybeSingle().throwOnError();
      if (data) await settings().update(limits).eq('id', data.id).throwOnError();
      else await settings().insert(limits).throwOnError();
    },
    start,
    /** Starts a warm-up, and expects that it starts. */
    async begin(accountId: string): Promise<WarmupRun> {
      const answer = await start(accountId);
      expect(answer.status, await answer.clone().text()).toBe(202);
      return warmupRunSchema.parse(await answer.json());
    },
    cancel: (accountId: string) => call(warmupCancelPath(accountId), { method: 'POST' }),
    status: async (accountId: string): Promise<WarmupStatusAnswer> =>
      warmupStatusSchema.parse(await (await call(warmupStatusPath(accountId))).json()),
    /** Waits until the account's warm-up is as wanted, or over, and returns its status. */
    async until(
      accountId: string,
      isWanted: (status: WarmupStatusAnswer) => boolean = () => false,
    ): Promise<WarmupStatusAnswer> {
      const { body } = await call(warmupStatusPath(accountId), { headers: { accept: 'text/event-stream' } });
      for await (const { data } of readEventStream(body as ReadableStream<Uint8Array>)) {
        const status = warmupStatusSchema.parse(JSON.parse(data));
        if (isWanted(status) || !status.isRunning) return status;
      }
      throw new Error('The agent ended before the warm-up did.');
    },
    async newestRun(accountId: string): Promise<WarmupRun> {
      const answer = await call(`${WARMUP_RUNS_PATH}?accountId=${accountId}&limit=1`);
      const [run] = warmupRunListSchema.parse(await answer.json());
      if (!run) throw new Error('There is no run.');
      return run;
    },
    async whole(accountId: string): Promise<WarmupRun> {
      await warmups.begin(accountId);
      await warmups.until(accountId);
      return warmups.newestRun(accountId);
    },
    screenshot: ({ id }: WarmupRun) => call(`${WARMUP_RUNS_PATH}/${id}/screenshot`),
  };
  return warmups;
}

/** Whether a warm-up has reached this many posts. */
export function hasSeen(posts: number): (status: WarmupStatusAnswer) => boolean {
  return (status) => status.isRunning && (status.progress?.counts.postsSeen ?? 0) >= posts;
}
