import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { assistantsMessages } from '@/features/settings/people/people-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import {
  MCP_TOKENS_PATH,
  type McpToken,
  madeMcpTokenSchema,
  mcpTokenListSchema,
  mcpTokenPath,
  type NewMcpToken,
} from '../../../../shared/agent/mcp-tokens.ts';

const TOKENS_KEY = ['mcp-tokens'];

export function useMcpTokens() {
  const agent = useAgent();
  return useQuery({
    queryKey: TOKENS_KEY,
    queryFn: async ({ signal }) => mcpTokenListSchema.parse(await (await agent(MCP_TOKENS_PATH, { signal })).json()),
  });
}

/** Creates a token; its text is only in the answer, which is not cached. The form shows a failure. */
export function useMakeMcpToken() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewMcpToken) =>
      madeMcpTokenSchema.parse(await (await agent(MCP_TOKENS_PATH, { body })).json()),
    gcTime: 0,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}

/** Revokes a token and reports it. */
export function useRevokeMcpToken() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: McpToken) => {
      await agent(mcpTokenPath(id), { method: 'DELETE' });
    },
    onSuccess: (_, { name }) => void toast.success(assistantsMessages.revoked(name)),
    onError: (error) => void toast.error(assistantsMessages.revokeFailed, { description: failureReason(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}
