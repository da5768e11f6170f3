import { Check, Clock, X } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Question } from '@/components/question.tsx';
import { RunHistory, RunRow } from '@/components/run-history.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { useResend, useWebhookLog } from '@/features/settings/webhooks/use-webhooks.ts';
import {
  answerInWords,
  TEST_LABEL,
  webhookLogMessages as words,
} from '@/features/settings/webhooks/webhook-messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import { EVENTS, TEST_EVENT } from '../../../../shared/webhooks/events.ts';
import type { Webhook, WebhookDelivery } from '../../../../shared/webhooks/webhooks.ts';

type WebhookLogProps = { webhook: Webhook; isOwner: boolean; onClose: () => void };

/** The deliveries to a webhook, and its responses. */
export function WebhookLog({ webhook, isOwner, onClose }: WebhookLogProps) {
  const log = useWebhookLog(webhook.id);
  const maySend = isOwner && webhook.isHere;
  return (
    <Question
      title={words.title(webhook.name)}
      description={words.description}
      onClose={onClose}
      answers={<Button onClick={onClose}>{words.done}</Button>}
    >
      <div className="min-w-0">
        <RunHistory runs={log} words={words}>
          {(delivery, isOpen, onToggle) => <LogRow key={delivery.id} {...{ delivery, isOpen, onToggle, maySend }} />}
        </RunHistory>
      </div>
    </Question>
  );
}

type LogRowProps = { delivery: WebhookDelivery; isOpen: boolean; onToggle: () => void; maySend: boolean };

function LogRow({ delivery, isOpen, onToggle, maySend }: LogRowProps) {
  const timeZone = useTimeZone();
  const { state, createdAt, attempts, nextAt, answer, body } = delivery;
  return (
    <RunRow
      isOpen={isOpen}
      onToggle={onToggle}
      icon={<StateIcon delivery={delivery} />}
      startedAt={createdAt}
      when={formatDateTime(createdAt, timeZone)}
      end={stateInWords(delivery)}
      summary={<span className="min-w-0 truncate text-muted-foreground">{labelOf(delivery.type)}</span>}
    >
      <p className="text-sm">
        {[answerInWords({ ...delivery, answer: null }), words.attempts(attempts)].filter(Boolean).join(', ')}
        {nextAt !== null && attempts > 0 ? `. ${words.nextTry(formatDateTime(nextAt, timeZone))}` : null}
      </p>
      {attempts > 0 ? <Excerpt title={words.answer} text={answer || words.noAnswer} /> : null}
      <Excerpt title={words.sent} text={JSON.stringify(body, null, 2)} />
      {maySend && state !== 'sending' ? <Resend delivery={delivery} /> : null}
    </RunRow>
  );
}

function Resend({ delivery }: { delivery: WebhookDelivery }) {
  const resending = useResend(delivery);
  return (
    <Button
      variant="outline"
      size="sm"
      className="self-start"
      aria-disabled={resending.isPending}
      onClick={() => {
        if (!resending.isPending) resending.mutate();
      }}
    >
      {resending.isPending ? words.sending : words.again}
    </Button>
  );
}

function Excerpt({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <h3 className="text-xs font-medium text-muted-foreground">{title}</h3>
      <pre className="mt-1 rounded-md border bg-muted/40 p-2.5 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </pre>
    </div>
  );
}

function StateIcon({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) {
  if (state === 'delivered') return <Check className="size-4 shrink-0 text-success" aria-hidden="true" />;
  if (state === 'failed') return <X className="size-4 shrink-0 text-destructive" aria-hidden="true" />;
  const colour = attempts > 0 && state === 'pending' ? 'text-warning' : 'text-muted-foreground';
  return <Clock className={`size-4 shrink-0 ${colour}`} aria-hidden="true" />;
}

function stateInWords({ state, attempts }: WebhookDelivery): string {
  return state === 'pending' && attempts > 0 ? words.retried : words.states[state];
}

function labelOf(type: string): string {
  if (type === TEST_EVENT) return TEST_LABEL;
  return Object.entries(EVENTS).find(([known]) => known === type)?.[1].label ?? type;
}
