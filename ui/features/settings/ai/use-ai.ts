import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '@/components/toast.tsx';
import { aiStateQuery } from '@/domain/workspace/ai-state.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { aiMessages } from '@/features/settings/ai/ai-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { AiChange, AiState, LocalServer } from '../../../../shared/ai/ai.ts';
import { aiApi } from '../../../../shared/api/ai.ts';

/** The current writer according to the agent. */
export function useAiState() {
  return useQuery(aiStateQuery(useAgent()));
}

/** Returns a function that refetches the writer; it returns undefined when the agent does not answer. */
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
    queryFn: ({ signal }) => askAgent(agent, aiApi.listLocalModels, {}, signal),
    retry: false,
  });
  return data;
}

/** Saves a choice; a failure shows a toast and changes nothing. */
export function useSaveAi(onSaved: (state: AiState) => void) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AiChange) => askAgent(agent, aiApi.changeAi, { body }),
    onSuccess(state) {
      queryClient.setQueryData(aiStateQuery(agent).queryKey, state);
      void queryClient.invalidateQueries({ queryKey: ['ai', 'on-this-machine'] });
      onSaved(state);
      toast.success(aiMessages.saved);
    },
    onError: (error) => void toast.error(aiMessages.saveFailed, { description: failureReason(error) }),
  });
}

/** Tests a choice without saving it; returns milliseconds. Its usage counts for the month. */
export function useTestAi() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: AiChange) => (await askAgent(agent, aiApi.testAi, { body })).milliseconds,
    onSettled: () => queryClient.invalidateQueries(aiStateQuery(agent)),
  });
}

export type OfferedModels = ReturnType<typeof useOfferedModels>;

/** A provider's models. `ask` loads them, once per source; call `forget` when the source changes. */
export function useOfferedModels() {
  const agent = useAgent();
  const asked = useRef<string | null>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (body: AiChange) => askAgent(agent, aiApi.listModels, { body }),
    // Retries when the field is next focused.
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
