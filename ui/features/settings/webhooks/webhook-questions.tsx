import { Confirmation } from '@/components/question.tsx';
import { ShownOnce } from '@/features/settings/shown-once.tsx';
import { useRemoveWebhook, useRenewSecret } from '@/features/settings/webhooks/use-webhooks.ts';
import { webhookRemoval, webhookSecretMessages as words } from '@/features/settings/webhooks/webhook-messages.ts';
import type { Webhook } from '../../../../shared/webhooks/webhooks.ts';

type QuestionProps = { webhook: Webhook; onClose: () => void };

/** Asks before replacing a webhook's secret, then shows the new one once. */
export function NewSecretQuestion({ webhook, onClose }: QuestionProps) {
  const renewing = useRenewSecret(webhook);
  if (renewing.data)
    return (
      <ShownOnce title={words.madeTitle(webhook.name)} value={renewing.data.secret} words={words} onClose={onClose} />
    );
  return (
    <Confirmation
      title={words.title}
      description={words.description(webhook.name)}
      onClose={onClose}
      keep={words.cancel}
      confirm={words.confirm}
      isBusy={renewing.isPending}
      onConfirm={() => renewing.mutate()}
    />
  );
}

export function RemovalQuestion({ webhook, onClose }: QuestionProps) {
  const removing = useRemoveWebhook(webhook);
  return (
    <Confirmation
      title={webhookRemoval.title}
      description={webhookRemoval.description(webhook.name)}
      onClose={onClose}
      keep={webhookRemoval.cancel}
      confirm={webhookRemoval.confirm}
      isBusy={removing.isPending}
      onConfirm={() => removing.mutate(undefined, { onSettled: onClose })}
    />
  );
}
