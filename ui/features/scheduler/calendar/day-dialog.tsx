import { useRef } from 'react';
import type { Temporal } from 'temporal-polyfill';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { calendarMessages, dayName } from '@/features/scheduler/calendar/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { TimelineEntry } from '@/features/scheduler/timeline/timeline-entry.tsx';

type DayDialogProps = {
  date: Temporal.PlainDate;
  posts: ScheduledPost[];
  zone: string;
  /** The post that was pressed, which gets the focus; null where the day was. */
  postId: string | null;
  onClose: () => void;
};

/** All posts of a day, with what can be done with each. */
export function DayDialog({ date, posts, zone, postId, onClose }: DayDialogProps) {
  const content = useRef<HTMLDivElement>(null);

  function focusPost(event: Event) {
    const entry = content.current?.querySelector(`[data-post="${postId}"]`);
    if (!entry) return;
    event.preventDefault();
    entry.querySelector('button')?.focus();
    entry.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent ref={content} onOpenAutoFocus={focusPost}>
        <DialogHeader>
          <DialogTitle>{dayName(date)}</DialogTitle>
          <DialogDescription>
            {posts.length === 0 ? calendarMessages.emptyDay : calendarMessages.posts(posts.length)}
            {' · '}
            {calendarMessages.zone(zone)}
          </DialogDescription>
        </DialogHeader>
        {posts.length > 0 ? (
          <ol className="flex flex-col">
            {posts.map((post) => (
              <TimelineEntry key={post.id} post={post} />
            ))}
          </ol>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
