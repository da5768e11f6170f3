import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { useWebhooks } from '@/features/settings/webhooks/use-webhooks.ts';
import { NewWebhookDialog } from '@/features/settings/webhooks/webhook-dialog.tsx';
import { webhookMessages as words } from '@/features/settings/webhooks/webhook-messages.ts';
import { WebhookRow } from '@/features/settings/webhooks/webhook-row.tsx';

/** The webhooks that events are sent to. Owners can add and change them; members can only view them. */
export function WebhooksCard() {
  const webhooks = useWebhooks();
  const isOwner = useIsOwner();
  const [isAdding, setAdding] = useState(false);
  if (!webhooks.data || isOwner === null)
    return <WaitingCard words={words} error={webhooks.error} onRetry={() => void webhooks.refetch()} />;
  const isEmpty = webhooks.data.length === 0;
  const add = isOwner ? (
    <Button variant={isEmpty ? 'default' : 'outline'} size={isEmpty ? 'default' : 'sm'} onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <Card aria-labelledby="webhooks-title">
      <CardHeader>
        <CardTitle id="webhooks-title">{words.title}</CardTitle>
        <CardDescription className="max-sm:col-span-2">{words.description}</CardDescription>
        {add && !isEmpty ? <CardAction className="max-sm:row-span-1">{add}</CardAction> : null}
      </CardHeader>
      {isEmpty ? (
        <EmptyState
          className="border-t"
          icon={WebhookIcon}
          title={words.emptyTitle}
          description={isOwner ? words.empty : `${words.empty} ${words.emptyForMembers}`}
          action={add}
        />
      ) : (
        <ul>
          {webhooks.data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} isOwner={isOwner} />
          ))}
        </ul>
      )}
      {isAdding ? <NewWebhookDialog onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}
