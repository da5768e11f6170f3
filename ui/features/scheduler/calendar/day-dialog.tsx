import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Temporal } from 'temporal-polyfill';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { calendarMessages, dayName } from '@/features/scheduler/calendar/messages.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { TimelineEntry } from '@/features/scheduler/timeline/timeline-entry.tsx';

type DayDialogProps = {
  date: Temporal.PlainDate;
  posts: ScheduledPost[];
  zone: string;
  onClose: () => void;
};

/** A link to create a post on a day, at noon or at the next possible time; nothing for a past day. */
function NewPostLink({ date, zone }: { date: Temporal.PlainDate; zone: string }) {
  const noon = date.toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).toInstant();
  const soon = Temporal.Now.instant().add({ hours: 1 });
  const at = Temporal.Instant.compare(noon, soon) > 0 ? noon : soon.round({ smallestUnit: 'hour' });
  if (!at.toZonedDateTimeISO(zone).toPlainDate().equals(date)) return null;
  return (
    <Button asChild variant="outline" className="justify-self-start">
      <Link to={`/compose?at=${at}`}>
        <Plus aria-hidden="true" />
        {schedulerMessages.newPost}
      </Link>
    </Button>
  );
}

/** All posts of a day with their actions. */
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
        <NewPostLink date={date} zone={zone} />
      </DialogContent>
    </Dialog>
  );
}
