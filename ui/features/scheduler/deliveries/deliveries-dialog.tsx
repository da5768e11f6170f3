import { useQuery } from '@tanstack/react-query';
import { PenLine, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { type DeliveredPost, deliveredPostQuery } from '@/domain/publishing/deliveries.ts';
import { DeliveryCard } from '@/domain/publishing/delivery-card.tsx';
import { PublishNowQuestion } from '@/domain/publishing/delivery-questions.tsx';
import { DestinationList } from '@/domain/publishing/destination-list.tsx';
import { ProblemList } from '@/domain/publishing/problem-list.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { deliveriesMessages as words } from '@/features/scheduler/deliveries/messages.ts';
import { ContentDialog } from '@/features/scheduler/posts/content-dialog.tsx';
import { StatusBadge } from '@/features/scheduler/posts/status-badge.tsx';
import { useOverdue } from '@/features/scheduler/use-overdue.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

type DeliveriesDialogProps = { id: string; onEdit: (contentId: string) => void; onClose: () => void };

/** A post's deliveries with every attempt. `id` is the scheduled post's. */
export function DeliveriesDialog({ id, onEdit, onClose }: DeliveriesDialogProps) {
  const query = useQuery(deliveredPostQuery(useSupabase(), id));
  return (
    <ContentDialog
      words={words}
      query={query}
      isLoading={query.isPending}
      className="max-w-2xl grid-cols-[minmax(0,1fr)] max-sm:p-4"
      onClose={onClose}
    >
      {(post) => <PostDeliveries post={post} onEdit={() => onEdit(post.content_id)} />}
    </ContentDialog>
  );
}

function PostDeliveries({ post, onEdit }: { post: DeliveredPost; onEdit: () => void }) {
  const timeZone = useTimeZone();
  const [isAsked, setAsked] = useState(false);
  const isOverdue = useOverdue(post);
  const time = formatDateTime(post.scheduled_time, timeZone);
  const isScheduled = post.status === 'scheduled';
  const content = post.generated_content;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex flex-col items-start gap-2 border-l-2 pl-3">
        <p className="flex flex-wrap items-center gap-2 text-[0.8125rem] tabular-nums">
          <StatusBadge status={post.status} isOverdue={isOverdue} />
          {isScheduled ? words.scheduledFor(time) : words.dueAt(time)}
        </p>
        <p dir="auto" className="line-clamp-2 text-sm [overflow-wrap:anywhere]">
          {content.caption}
        </p>
      </div>
      {isScheduled ? <ProblemList postId={post.id} problems={post.problems} /> : null}
      {isScheduled ? <DestinationList platforms={content.platforms} accounts={content.account_ids} /> : null}
      {isScheduled || post.post_deliveries.length > 0 ? (
        <ul className="flex flex-col divide-y *:py-5 *:first:pt-0 *:last:pb-0 empty:hidden">
          {post.post_deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryCard delivery={delivery} post={post} hasHistory />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted-foreground">
          {post.status === 'cancelled' ? words.cancelledBefore : words.nowhere}
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <Button variant="outline" size="sm" onClick={onEdit}>
          <PenLine aria-hidden="true" />
          {words.edit}
        </Button>
        {isScheduled ? (
          <Button variant="outline" size="sm" onClick={() => setAsked(true)}>
            <Send aria-hidden="true" />
            {words.publishNow}
          </Button>
        ) : null}
      </div>
      {isAsked ? <PublishNowQuestion id={post.id} time={time} onClose={() => setAsked(false)} /> : null}
    </div>
  );
}
