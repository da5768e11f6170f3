import { useState } from 'react';
import { FormDialog } from '@/components/form-dialog.tsx';
import { Confirmation } from '@/components/question.tsx';
import { InputField } from '@/components/text-fields.tsx';
import {
  cancelMessages,
  cancelRestMessages,
  deliveryToasts,
  markMessages,
  publishNowMessages,
  sendAgainMessages,
} from '@/domain/publishing/messages.ts';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';

type DeliveryQuestion = { id: string; onClose: () => void };

/** Records that the user has published a delivery; the link to the live post is optional. */
export function MarkDialog({ id, where, onClose }: DeliveryQuestion & { where: string }) {
  const [url, setUrl] = useState('');
  const [isBad, setBad] = useState(false);
  const { act, isBusy } = useDeliveryAction();

  async function submit() {
    const { isPostAddress } = await import('@/domain/publishing/calls.ts');
    const entered = url.trim();
    if (entered && !isPostAddress(entered)) return setBad(true);
    const isDone = await act(deliveryToasts.marked, (calls, agent) => calls.markDelivery(agent, id, entered || null), {
      done: deliveryToasts.unmarked,
      work: (calls, agent) => calls.unmarkDelivery(agent, id),
    });
    if (isDone) onClose();
  }

  return (
    <FormDialog
      title={markMessages.title}
      description={markMessages.text(where)}
      cancel={markMessages.keep}
      confirm={markMessages.confirm}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <InputField
        label={markMessages.link}
        error={isBad ? markMessages.badLink : null}
        type="url"
        autoComplete="off"
        placeholder="https://"
        value={url}
        onChange={(event) => {
          setUrl(event.target.value);
          setBad(false);
        }}
      />
    </FormDialog>
  );
}

/** Asks before a post that may be live is sent once more. */
export function SendAgainQuestion({ id, platform, onClose }: DeliveryQuestion & { platform: string }) {
  const { act, isBusy } = useDeliveryAction();

  async function send() {
    if (await act(deliveryToasts.retried, (calls, agent) => calls.retryDelivery(agent, id))) onClose();
  }

  return (
    <Confirmation
      title={sendAgainMessages.title}
      description={sendAgainMessages.text(platform)}
      onClose={onClose}
      keep={sendAgainMessages.keep}
      confirm={sendAgainMessages.confirm}
      isBusy={isBusy}
      onConfirm={() => void send()}
    />
  );
}

type CancelQuestionProps = DeliveryQuestion & {
  where: string;
  ending: 'cancel' | 'skip' | 'dismiss';
  /** The post may be live. */
  isInDoubt: boolean;
};

/** Asks before a delivery is ended without being published. */
export function CancelQuestion({ id, where, ending, isInDoubt, onClose }: CancelQuestionProps) {
  const { act, isBusy } = useDeliveryAction();
  const words = cancelMessages[ending];

  async function cancel() {
    const done = deliveryToasts.cancelled[ending];
    if (await act(done, (calls, agent) => calls.cancelDelivery(agent, id))) onClose();
  }

  return (
    <Confirmation
      title={words.title}
      description={isInDoubt ? cancelMessages.inDoubt(where) : cancelMessages.text(where)}
      onClose={onClose}
      keep={words.keep}
      confirm={words.confirm}
      isBusy={isBusy}
      onConfirm={() => void cancel()}
    />
  );
}

/** Asks before everything that has not been sent of a post is cancelled. */
export function CancelRestQuestion({ id, onClose }: DeliveryQuestion) {
  const { act, isBusy } = useDeliveryAction();

  async function cancel() {
    const done = deliveryToasts.cancelled.cancel;
    if (await act(done, (calls, agent) => calls.cancelOpenDeliveries(agent, id))) onClose();
  }

  return (
    <Confirmation
      title={cancelRestMessages.title}
      description={cancelRestMessages.text}
      onClose={onClose}
      keep={cancelRestMessages.keep}
      confirm={cancelRestMessages.confirm}
      isBusy={isBusy}
      onConfirm={() => void cancel()}
    />
  );
}

/** Asks before a scheduled post is published at once. `time` is its scheduled time, formatted for users. */
export function PublishNowQuestion({ id, time, onClose }: DeliveryQuestion & { time: string }) {
  const { act, isBusy } = useDeliveryAction();

  async function publish() {
    if (await act(deliveryToasts.publishing, (calls, agent) => calls.publishPost(agent, id))) onClose();
  }

  return (
    <Confirmation
      title={publishNowMessages.title}
      description={publishNowMessages.text(time)}
      onClose={onClose}
      keep={publishNowMessages.keep}
      confirm={publishNowMessages.confirm}
      isBusy={isBusy}
      isHarmless
      onConfirm={() => void publish()}
    />
  );
}
