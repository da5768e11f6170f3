import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import {
  answerInWords,
  webhookRemoval,
  webhookSecretMessages,
  webhookToasts as words,
} from '@/features/settings/webhooks/webhook-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { webhookApi } from '../../../../shared/api/webhooks.ts';
import type { NewWebhook, Webhook, WebhookDelivery } from '../../../../shared/webhooks/webhooks.ts';

const KEY = ['webhooks'];
const logKey = (id: string) => [...KEY, id, 'log'];
/** The refetch interval of the log, in milliseconds: deliveries may be under way. */
const REFRESH_MS = 5_000;

export function useWebhooks() {
  const agent = useAgent();
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAgent(agent, webhookApi.listWebhooks, {}, signal) });
}

export function useWebhookLog(id: string) {
  const agent = useAgent();
  return useQuery({
    queryKey: logKey(id),
    queryFn: ({ signal }) => askAgent(agent, webhookApi.listWebhookDeliveries, { params: { id } }, signal),
    refetchInterval: REFRESH_MS,
  });
}

/** Adds a webhook; its secret is only in the response, which is not cached. Failures are shown in the form. */
export function useAddWebhook() {
  const agent = useAgent();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewWebhook) => askAgent(agent, webhookApi.addWebhook, { body }),
    gcTime: 0,
    onSuccess: refresh,
  });
}

/** Failures are shown in the form. */
export function useEditWebhook({ id }: Webhook) {
  const agent = useAgent();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewWebhook) => askAgent(agent, webhookApi.changeWebhook, { params: { id }, body }),
    onSuccess: () => {
      toast.success(words.saved);
      refresh();
    },
  });
}

export function useSwitchWebhook({ id, name }: Webhook) {
  const agent = useAgent();
  return useMutation({
    mutationFn: (isOn: boolean) => askAgent(agent, webhookApi.changeWebhook, { params: { id }, body: { isOn } }),
    onSuccess: ({ isOn }) => void toast.success(isOn ? words.on(name) : words.off(name)),
    onError: (error) => void toast.error(words.switchFailed, { description: failureReason(error) }),
    onSettled: useRefresh(),
  });
}

export function useRenewSecret({ id }: Webhook) {
  const agent = useAgent();
  return useMutation({
    mutationFn: () => askAgent(agent, webhookApi.renewWebhookSecret, { params: { id } }),
    gcTime: 0,
    onError: (error) => void toast.error(webhookSecretMessages.failed, { description: failureReason(error) }),
    onSettled: useRefresh(),
  });
}

export function useRemoveWebhook({ id, name }: Webhook) {
  const agent = useAgent();
  return useMutation({
    mutationFn: () => askAgent(agent, webhookApi.removeWebhook, { params: { id } }),
    onSuccess: () => void toast.success(webhookRemoval.done(name)),
    onError: (error) => void toast.error(webhookRemoval.failed, { description: failureReason(error) }),
    onSettled: useRefresh(),
  });
}

export function useTestWebhook({ id }: Webhook) {
  const agent = useAgent();
  return useMutation({
    mutationFn: () => askAgent(agent, webhookApi.testWebhook, { params: { id } }),
    ...useOutcome(),
  });
}

export function useResend({ id }: WebhookDelivery) {
  const agent = useAgent();
  return useMutation({
    mutationFn: () => askAgent(agent, webhookApi.resendWebhookDelivery, { params: { id } }),
    ...useOutcome(),
  });
}

function useOutcome() {
  return {
    onSuccess: (delivery: WebhookDelivery) => {
      const isThere = delivery.state === 'delivered';
      const say = isThere ? toast.success : toast.error;
      say(isThere ? words.arrived : words.notArrived, { description: answerInWords(delivery) });
    },
    onError: (error: Error) => void toast.error(words.sendFailed, { description: failureReason(error) }),
    onSettled: useRefresh(),
  };
}

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  // Also the logs.
  return () => void queryClient.invalidateQueries({ queryKey: KEY });
}
