import { useState } from 'react';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import type { Content } from '@/features/scheduler/queries.ts';
import { useSettings, useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import { deletionTime } from '../../../shared/content-retention.ts';

const { deletedOn, deletedSoon } = schedulerMessages.content;

/** When an unsaved draft is deleted by itself (§9); nothing for what is kept, or while auto-delete is off. */
export function DeletionNote({ content }: { content: Content }) {
  const settings = useSettings();
  const timeZone = useTimeZone();
  const [now] = useState(() => Date.now());
  const time = deletionTime(content);
  if (!settings?.auto_delete_enabled || !time) return null;
  return (
    <p className="mt-1 font-medium text-balance text-warning">
      {time.getTime() <= now ? (
        deletedSoon
      ) : (
        <>
          {deletedOn}
          <time dateTime={time.toISOString()} className="tabular-nums">
            {formatDateTime(time, timeZone)}
          </time>
        </>
      )}
    </p>
  );
}
