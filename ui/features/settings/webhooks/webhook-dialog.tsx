import { useId, useState } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import { FieldDescription, FieldLabel, FieldLegend, FieldSet } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { ShownOnce } from '@/features/settings/shown-once.tsx';
import { useAddWebhook, useEditWebhook } from '@/features/settings/webhooks/use-webhooks.ts';
import {
  webhookSecretMessages as secretWords,
  webhookFormMessages as words,
} from '@/features/settings/webhooks/webhook-messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../../../shared/webhooks/events.ts';
import {
  type NewWebhook,
  WEBHOOK_NAME_MAX_LENGTH,
  WEBHOOK_URL_MAX_LENGTH,
  type Webhook,
} from '../../../../shared/webhooks/webhooks.ts';

/** Adds a webhook, and shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const adding = useAddWebhook();
  if (adding.data) {
    const { name, secret } = adding.data;
    return <ShownOnce title={secretWords.madeTitle(name)} value={secret} words={secretWords} onClose={onClose} />;
  }
  return (
    <WebhookForm
      title={words.newTitle}
      description={words.newDescription}
      confirm={adding.isPending ? words.saving : words.make}
      isPending={adding.isPending}
      failure={adding.error ? `${words.makeFailed}: ${failureReason(adding.error)}` : undefined}
      start={{ name: '', url: '', events: EVENT_TYPES }}
      onSubmit={(body) => adding.mutate(body)}
      onClose={onClose}
    />
  );
}

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const editing = useEditWebhook(webhook);
  const events = EVENT_TYPES.filter((type) => webhook.events.includes(type));
  return (
    <WebhookForm
      title={words.editTitle}
      description={words.editDescription}
      confirm={editing.isPending ? words.saving : words.save}
      isPending={editing.isPending}
      failure={editing.error ? `${words.saveFailed}: ${failureReason(editing.error)}` : undefined}
      start={{ name: webhook.name, url: webhook.url, events }}
      onSubmit={(body) => editing.mutate(body, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

type WebhookFormProps = {
  title: string;
  description: string;
  confirm: string;
  isPending: boolean;
  failure: string | undefined;
  start: NewWebhook;
  onSubmit: (webhook: NewWebhook) => void;
  onClose: () => void;
};

function WebhookForm({ title, description, confirm, isPending, failure, start, onSubmit, onClose }: WebhookFormProps) {
  const [name, setName] = useState(start.name);
  const [url, setUrl] = useState(start.url);
  const [events, setEvents] = useState<readonly EventType[]>(start.events);
  const isWhole = name.trim() !== '' && url.trim() !== '' && events.length > 0;
  return (
    <FormDialog
      title={title}
      description={description}
      cancel={words.cancel}
      confirm={confirm}
      isBusy={isPending || !isWhole}
      onSubmit={() => onSubmit({ name, url, events: [...events] })}
      onClose={onClose}
    >
      <InputField
        label={words.name}
        value={name}
        maxLength={WEBHOOK_NAME_MAX_LENGTH}
        required
        autoComplete="off"
        placeholder={words.namePlaceholder}
        onChange={({ target }) => setName(target.value)}
      />
      <InputField
        label={words.url}
        hint={words.urlHint}
        error={failure}
        type="url"
        value={url}
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={words.urlPlaceholder}
        onChange={({ target }) => setUrl(target.value)}
      />
      <FieldSet>
        <FieldLegend>{words.events}</FieldLegend>
        {EVENT_TYPES.map((type) => (
          <EventBox
            key={type}
            type={type}
            isOn={events.includes(type)}
            onChange={(isOn) => setEvents(EVENT_TYPES.filter((one) => (one === type ? isOn : events.includes(one))))}
          />
        ))}
      </FieldSet>
    </FormDialog>
  );
}

function EventBox({ type, isOn, onChange }: { type: EventType; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId();
  const { label, when } = EVENTS[type];
  return (
    <div className="flex items-start gap-3 pointer-coarse:min-h-11">
      <Checkbox
        id={id}
        checked={isOn}
        aria-describedby={`${id}-when`}
        className="mt-0.5"
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <FieldLabel htmlFor={id}>{label}</FieldLabel>
        <FieldDescription id={`${id}-when`}>{`When ${when}`}</FieldDescription>
      </div>
    </div>
  );
}
