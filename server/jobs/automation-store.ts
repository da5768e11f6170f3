import { z } from 'zod';
import { DEFAULT_WARMUP_LIMITS } from '../../shared/accounts/warmup-limits.ts';
import type { AutomationSettings } from '../../shared/agent/jobs.ts';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import type { Client } from '../supabase/connection.ts';
import { couldNot } from '../supabase/could-not.ts';

const reconciledSchema = z.object({ warmups: z.number(), jobs: z.number() });
export type Reconciled = z.infer<typeof reconciledSchema>;

/** The settings of the jobs, and the clean-up of interrupted runs. AppError unavailable if Supabase fails. */
export type AutomationStore = {
  settings(): Promise<AutomationSettings>;
  setPaused(paused: boolean): Promise<void>;
  /**
   * Fails interrupted runs; with `own` also all runs that this agent left running before it started at that time (ISO
   * 8601).
   */
  reap(own?: { agentId: string; openedAt: string }): Promise<Reconciled>;
};

export function automationStore(client: Client): AutomationStore {
  return {
    async settings() {
      const { data, error } = await client.from('app_settings').select('*').maybeSingle();
      if (error) throw couldNot('read the settings', error);
      return (
        data ?? {
          ...DEFAULT_SETTINGS,
          ...DEFAULT_WARMUP_LIMITS,
          automation_paused: false,
          collect_figures: true,
          read_own_pages: false,
        }
      );
    },
    async setPaused(paused) {
      const change = { automation_paused: paused };
      const { data, error } = await client.from('app_settings').update(change).not('id', 'is', null).select('id');
      if (error) throw couldNot('save the change', error);
      if (data.length > 0) return;
      const { error: refusal } = await client.from('app_settings').insert({ ...DEFAULT_SETTINGS, ...change });
      if (refusal) throw couldNot('save the change', refusal);
    },
    async reap(own) {
      const args = own ? { agent: own.agentId, opened_at: own.openedAt } : {};
      const { data, error } = await client.rpc('reap_runs', args);
      if (error) throw couldNot('clean up interrupted runs', error);
      return reconciledSchema.parse(data);
    },
  };
}
