import { Ellipsis, KeyRound, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { Switch } from '@/components/switch.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { useSwitchWebhook, useTestWebhook } from '@/features/settings/webhooks/use-webhooks.ts';
import { EditWebhookDialog } from '@/features/settings/webhooks/webhook-dialog.tsx';
import { WebhookLog } from '@/features/settings/webhooks/webhook-log.tsx';
import { webhookMessages as words } from '@/features/settings/webhooks/webhook-messages.ts';
import { NewSecretQuestion, RemovalQuestion } from '@/features/settings/webhooks/webhook-questions.tsx';
import { formatDateTime } from '@/lib/time.ts';
import { EVENTS } from '../../../../shared/webhooks/events.ts';
import type { Webhook } from '../../../../shared/webhooks/webhooks.ts';

const OVER_IT = { log: WebhookLog, edit: EditWebhookDialog, secret: NewSecretQuestion, remove: RemovalQuestion };

/** One webhook: its address, its state, and the actions of an owner. */
export function WebhookRow({ webhook, isOwner }: { webhook: Webhook; isOwner: boolean }) {
  const { name, url, isOn, isHere } = webhook;
  const [open, setOpen] = useState<keyof typeof OVER_IT>();
  const switching = useSwitchWebhook(webhook);
  const testing = useTestWebhook(webhook);
  const Dialog = open && OVER_IT[open];
  return (
    <li className="flex flex-col gap-3 border-t px-5 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-6">
      <div className="flex min-w-0 flex-col gap-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium [overflow-wrap:anywhere]">
          {name}
          <State webhook={webhook} />
        </h3>
        <p className="font-mono text-xs text-muted-foreground [overflow-wrap:anywhere]">{url}</p>
        <p className="text-sm text-muted-foreground">{webhook.events.map(labelOf).join(', ')}</p>
        <Trouble webhook={webhook} />
      </div>
      <div className="flex shrink-0 items-center gap-2">
        <Button variant="outline" size="sm" aria-label={words.logOf(name)} onClick={() => setOpen('log')}>
          {words.log}
        </Button>
        {isOwner ? (
          <>
            <Menu trigger={<IconButton icon={Ellipsis} label={words.menuOf(name)} />}>
              <MenuItem icon={Send} disabled={!isHere || testing.isPending} onSelect={() => void testing.mutate()}>
                {words.test}
              </MenuItem>
              <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
                {words.edit}
              </MenuItem>
              <MenuItem icon={KeyRound} onSelect={() => setOpen('secret')}>
                {words.newSecret}
              </MenuItem>
              <MenuItem icon={Trash2} onSelect={() => setOpen('remove')}>
                {words.remove}
              </MenuItem>
            </Menu>
            <Switch
              checked={switching.isPending ? switching.variables : isOn}
              aria-label={words.onOf(name)}
              onCheckedChange={(next) => {
                if (!switching.isPending) switching.mutate(next);
              }}
            />
          </>
        ) : null}
      </div>
      {Dialog ? <Dialog webhook={webhook} isOwner={isOwner} onClose={() => setOpen(undefined)} /> : null}
    </li>
  );
}

function State({ webhook: { isOn, offReason, failingSince } }: { webhook: Webhook }) {
  if (!isOn) return <Badge variant={offReason === null ? 'outline' : 'destructive'}>{words.states.off}</Badge>;
  if (failingSince !== null) return <Badge variant="warning">{words.states.failing}</Badge>;
  return <Badge variant="success">{words.states.on}</Badge>;
}

/** The problem that needs the user's attention, if any. */
function Trouble({ webhook: { isOn, offReason, failingSince, isHere } }: { webhook: Webhook }) {
  const timeZone = useTimeZone();
  if (offReason !== null) return <p className="text-sm text-destructive">{words.offReasons[offReason]}</p>;
  if (!isHere) return <p className="text-sm text-muted-foreground">{words.another}</p>;
  if (!isOn || failingSince === null) return null;
  return <p className="text-sm text-warning">{words.failingSince(formatDateTime(failingSince, timeZone))}</p>;
}

/** The label of an event type, or the type itself if a later version added it. */
function labelOf(type: string): string {
  return Object.entries(EVENTS).find(([known]) => known === type)?.[1].label ?? type;
}
