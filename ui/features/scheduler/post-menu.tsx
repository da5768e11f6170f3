import { CalendarClock, CalendarX, Ellipsis, PenLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/dropdown-menu.tsx';
import { useEditedContent } from '@/features/scheduler/editor/use-edited-content.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { usePostActions } from '@/features/scheduler/use-post-actions.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';

const { menu, reschedule, edit, cancel } = schedulerMessages.timeline;

const RescheduleDialog = lazy(async () => ({
  default: (await import('@/features/scheduler/calendar/reschedule-dialog.tsx')).RescheduleDialog,
}));

/** What can be done with a place in the timeline. Only what still waits can be moved or cancelled. */
export function PostMenu({ post }: { post: ScheduledPost }) {
  const timeZone = useTimeZone();
  const actions = usePostActions();
  const editor = useEditedContent();
  const [isMoving, setMoving] = useState(false);
  const isFixed = post.status !== 'scheduled';
  return (
    <>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            className="-my-1.5 max-sm:size-11 max-sm:-my-3"
            aria-label={menu(formatDateTime(post.scheduled_time, timeZone))}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem disabled={isFixed} onSelect={() => setMoving(true)}>
            <CalendarClock aria-hidden="true" />
            {reschedule}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => editor.edit(post.content_id)}>
            <PenLine aria-hidden="true" />
            {edit}
          </DropdownMenuItem>
          <DropdownMenuItem disabled={isFixed} onSelect={() => void actions.cancel(post)}>
            <CalendarX aria-hidden="true" />
            {cancel}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isMoving ? (
        <Suspense>
          <RescheduleDialog post={post} onClose={() => setMoving(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
