import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { assistantsMessages } from '@/features/settings/people/people-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { McpToken, NewMcpToken } from '../../../../shared/agent/mcp-tokens.ts';
import { mcpTokenApi } from '../../../../shared/api/agent.ts';

const TOKENS_KEY = ['mcp-tokens'];

export function useMcpTokens() {
  const agent = useAgent();
  return useQuery({
    queryKey: TOKENS_KEY,
    queryFn: ({ signal }) => askAgent(agent, mcpTokenApi.listMcpTokens, {}, signal),
  });
}

/** Creates a token; its text is only in the response, which is not cached. Failures are shown in the form. */
export function useMakeMcpToken() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewMcpToken) => askAgent(agent, mcpTokenApi.addMcpToken, { body }),
    gcTime: 0,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}

/** Revokes a token and reports it. */
export function useRevokeMcpToken() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: McpToken) => askAgent(agent, mcpTokenApi.revokeMcpToken, { params: { id } }),
    onSuccess: (_, { name }) => void toast.success(assistantsMessages.revoked(name)),
    onError: (error) => void toast.error(assistantsMessages.revokeFailed, { description: failureReason(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}
