import { useQueryClient } from '@tanstack/react-query';
import { askAgent } from '@/domain/workspace/operations.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { PostingDefaultsChange } from '../../../../shared/accounts/accounts.ts';
import { accountApi } from '../../../../shared/api/accounts.ts';

/** Returns a function that replaces an account's posting defaults. It rejects with the agent's error. */
export function useSaveDefaults(id: string): (change: Required<PostingDefaultsChange>) => Promise<void> {
  const agent = useAgent();
  const queries = useQueryClient();
  const { queryKey } = accountsQuery(useSupabase());
  return async (body) => {
    await askAgent(agent, accountApi.setPostingDefaults, { params: { id }, body });
    await queries.invalidateQueries({ queryKey });
  };
}
