import { useState } from 'react';
import { Confirmation } from '@/components/question.tsx';
import { useContentActions } from '@/features/scheduler/actions/use-content-actions.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import type { Content } from '@/features/scheduler/queries.ts';

const words = schedulerMessages.delete;

/** Asks before content is deleted, and lists its timeline entries, which the foreign key deletes as well. */
export function DeleteDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const { remove } = useContentActions();
  const [isBusy, setBusy] = useState(false);
  const places = content.scheduled_posts;
  const isPublishing = places.some(({ status }) => status === 'publishing');

  async function confirm() {
    setBusy(true);
    if (await remove(content)) onClose();
    else setBusy(false);
  }

  return (
    <Confirmation
      title={words.title}
      description={words.text}
      onClose={onClose}
      keep={words.keep}
      confirm={isBusy ? words.busy : words.confirm}
      isBusy={isBusy || isPublishing}
      onConfirm={() => void confirm()}
    >
      <p dir="auto" className="line-clamp-3 border-l-2 pl-3 text-sm [overflow-wrap:anywhere]">
        {content.caption}
      </p>
      {places.length > 0 ? <p className="text-sm">{words.places(places.length)}</p> : null}
      {places.some(({ status }) => status === 'published') ? <p className="text-sm">{words.published}</p> : null}
      {isPublishing ? <p className="text-sm font-medium text-warning">{words.publishing}</p> : null}
    </Confirmation>
  );
}
