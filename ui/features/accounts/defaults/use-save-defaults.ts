import { useQueryClient } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { accountApi } from '../../../../shared/api/accounts.ts';
import type { OptionValues } from '../../../../shared/platforms/options.ts';

/** Stores an account's posting defaults in place of those before. The promise fails with the agent's error. */
export function useSaveDefaults(id: string): (defaults: OptionValues) => Promise<void> {
  const agent = useAgent();
  const queries = useQueryClient();
  const { queryKey } = accountsQuery(useSupabase());
  return async (defaults) => {
    await askAgent(agent, accountApi.setPostingDefaults, { params: { id }, body: { defaults } });
    await queries.invalidateQueries({ queryKey });
  };
}
