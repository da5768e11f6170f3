import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { toast } from '@/components/toast.tsx';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import { localMessages } from '@/features/settings/ai/local/local-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { readEventStream } from '../../../../../shared/agent/event-stream.ts';
import {
  LOCAL_AI_EVENTS,
  type LocalAiState,
  type LocalInstall,
  type LocalInstallRequest,
  localInstallAnswerSchema,
} from '../../../../../shared/ai/local-ai.ts';
import { localAiApi } from '../../../../../shared/api/ai.ts';

const KEY = ['ai', 'on-this-machine'];

/**
 * The local models and their actions. Follows a running installation, even if it was started elsewhere. Calls
 * `onChosen` when the agent may have changed the writer.
 */
export function useLocalAi(onChosen: () => void) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const state = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askAgent(agent, localAiApi.getLocalAi, {}, signal),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });
  const show = useCallback(
    (install: LocalInstall) =>
      queryClient.setQueryData(KEY, (before: LocalAiState | undefined) => before && { ...before, install }),
    [queryClient],
  );
  const changed = useRef(onChosen);
  changed.current = onChosen;

  const isRunning = state.data?.install?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const left = new AbortController();
    const follow = async () => {
      const options = { accept: 'text/event-stream', signal: left.signal };
      const { body } = await sendToAgent(agent, localAiApi.getLocalInstall, {}, options);
      if (!body) return;
      for await (const { event, data } of readEventStream(body)) {
        if (event !== LOCAL_AI_EVENTS.install) continue;
        const { install } = localInstallAnswerSchema.parse(JSON.parse(data));
        if (install?.state === 'running') show(install);
        else if (install) {
          // A custom model's title is in the reloaded list.
          await queryClient.invalidateQueries({ queryKey: KEY });
          notifyInstalled(install, queryClient.getQueryData<LocalAiState>(KEY));
        }
      }
    };
    void follow()
      .catch(() => undefined)
      .finally(() => {
        if (left.signal.aborted) return;
        void queryClient.invalidateQueries({ queryKey: KEY });
        changed.current();
      });
    return () => left.abort();
  }, [isRunning, agent, queryClient, show]);

  return {
    state,
    start: useMutation({
      mutationFn: (body: LocalInstallRequest) => askAgent(agent, localAiApi.installLocalModel, { body }),
      // The query that follows it reports its end.
      onSuccess: show,
      onError: (error) => {
        toast.error(localMessages.startFailed, { description: failureReason(error) });
        return refresh();
      },
    }),
    cancel: useMutation({
      mutationFn: () => askAgent(agent, localAiApi.cancelLocalInstall, {}),
      onError: (error) => void toast.error(localMessages.cancelFailed, { description: failureReason(error) }),
      onSettled: refresh,
    }),
    remove: useMutation({
      mutationFn: (model: string) => askAgent(agent, localAiApi.removeLocalModel, { params: { model } }),
      onSuccess: () => void toast.success(localMessages.removed),
      onError: (error) => void toast.error(localMessages.removeFailed, { description: failureReason(error) }),
      onSettled: () => {
        onChosen();
        return refresh();
      },
    }),
  };
}

/** Only success needs a notification: a failure is shown in the card, and a cancellation was requested. */
function notifyInstalled(install: LocalInstall, state: LocalAiState | undefined): void {
  if (install.state !== 'done') return;
  const title = state?.models.find(({ id }) => id === install.model)?.title ?? install.model;
  const description = install.isChosen ? localMessages.writesNow : localMessages.notChosen;
  toast.success(localMessages.installed(title), { description });
}
