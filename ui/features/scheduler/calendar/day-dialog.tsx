import type { Temporal } from 'temporal-polyfill';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { calendarMessages, dayName } from '@/features/scheduler/calendar/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { TimelineEntry } from '@/features/scheduler/timeline/timeline-entry.tsx';

type DayDialogProps = {
  date: Temporal.PlainDate;
  posts: ScheduledPost[];
  zone: string;
  onClose: () => void;
};

/** All posts of a day, with what can be done with each. */
export function DayDialog({ date, posts, zone, onClose }: DayDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
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
