import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { aiStateQuery } from '@/domain/workspace/ai-state.ts';
import { aiMessages } from '@/features/settings/ai/ai-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import {
  type AiChange,
  type AiState,
  aiStateSchema,
  aiTestResultSchema,
  type LocalServer,
  localServersSchema,
  modelListSchema,
} from '../../../../shared/ai/ai.ts';

/** Who writes the posts now, as the agent has it. */
export function useAiState() {
  return useQuery(aiStateQuery(useAgent()));
}

/** Reads anew who writes, where the agent may have changed that; undefined where it does not answer. */
export function useReadAi(): () => Promise<AiState | undefined> {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery(aiStateQuery(agent)).catch(() => undefined);
}

/** The model servers that run on this machine. Queried once per visit; empty while loading or on failure. */
export function useLocalServers(): LocalServer[] {
  const agent = useAgent();
  const { data = [] } = useQuery({
    queryKey: ['ai', 'local'],
    queryFn: async ({ signal }) => localServersSchema.parse(await (await agent('/api/ai/local', { signal })).json()),
    retry: false,
  });
  return data;
}

/** Saves a choice; a failure shows a toast and changes nothing. */
export function useSaveAi(onSaved: (state: AiState) => void) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: AiChange) =>
      aiStateSchema.parse(await (await agent('/api/ai', { body: change })).json()),
    onSuccess(state) {
      queryClient.setQueryData(aiStateQuery(agent).queryKey, state);
      void queryClient.invalidateQueries({ queryKey: ['ai', 'on-this-machine'] });
      onSaved(state);
      toast.success(aiMessages.saved);
    },
    onError: (error) => void toast.error(aiMessages.saveFailed, { description: failureReason(error) }),
  });
}

/** Tries a choice out without keeping it; answers milliseconds. What it used shows in the month. */
export function useTestAi() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: AiChange) =>
      aiTestResultSchema.parse(await (await agent('/api/ai/test', { body: change })).json()).milliseconds,
    onSettled: () => queryClient.invalidateQueries(aiStateQuery(agent)),
  });
}

export type OfferedModels = ReturnType<typeof useOfferedModels>;

/** What a provider offers. `ask` asks it, once for the same source; `forget` when the source changes. */
export function useOfferedModels() {
  const agent = useAgent();
  const asked = useRef<string | null>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: async (source: AiChange) =>
      modelListSchema.parse(await (await agent('/api/ai/models', { body: source })).json()),
    // So that the next visit of the field asks again.
    onError: () => {
      asked.current = null;
    },
  });

  return {
    list: data,
    error,
    isPending,
    ask(source: AiChange | null) {
      const key = source && JSON.stringify(source);
      if (source === null || key === asked.current) return;
      asked.current = key;
      mutate(source);
    },
    forget() {
      asked.current = null;
      reset();
    },
  };
}
