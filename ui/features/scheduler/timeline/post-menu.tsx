import {
  CalendarClock,
  CalendarPlus,
  CalendarX,
  CircleCheck,
  Ellipsis,
  Eye,
  History,
  Repeat,
  RotateCw,
  Send,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/dropdown-menu.tsx';
import { repeatMessages } from '@/domain/posts/repeat/messages.ts';
import { useSituations } from '@/domain/publishing/deliveries.ts';
import { deliveryToasts } from '@/domain/publishing/messages.ts';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { isOpenDelivery, isSafeToRetry, isUnsent } from '@/features/scheduler/deliveries/open-deliveries.ts';
import type { PostQuestion } from '@/features/scheduler/deliveries/post-questions.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { useOpenedContent } from '@/features/scheduler/posts/use-opened-content.ts';
import { type ScheduledPost, seriesOf } from '@/features/scheduler/queries.ts';
import { usePostActions } from '@/features/scheduler/timeline/use-post-actions.ts';
import { formatDateTime } from '@/lib/time.ts';

const { menu, reschedule, restore, preview, cancel, ...words } = schedulerMessages.timeline;

const TimeDialog = lazy(async () => ({
  default: (await import('@/features/scheduler/calendar/time-dialog.tsx')).TimeDialog,
}));
const RepeatDialog = lazy(async () => ({
  default: (await import('@/domain/posts/repeat/repeat-dialog.tsx')).RepeatDialog,
}));
const StopQuestion = lazy(async () => ({
  default: (await import('@/domain/posts/repeat/stop-question.tsx')).StopQuestion,
}));
const PostQuestions = lazy(async () => ({
  default: (await import('@/features/scheduler/deliveries/post-questions.tsx')).PostQuestions,
}));

/**
 * The actions for a timeline entry. Waiting posts can be moved or cancelled; cancelled ones can be rescheduled; failed
 * ones, and those waiting for the user, can be retried or marked as published.
 */
export function PostMenu({ post }: { post: ScheduledPost }) {
  const timeZone = useTimeZone();
  const actions = usePostActions();
  const { open } = useOpenedContent();
  // The post as it was when the dialog opened, to detect moves since.
  const [asked, setAsked] = useState<ScheduledPost | null>(null);
  const [question, setQuestion] = useState<PostQuestion | null>(null);
  const { act } = useDeliveryAction();
  const describe = useSituations();
  const [isRepeating, setRepeating] = useState(false);
  const series = seriesOf(post);
  const isFixed = post.status !== 'scheduled';
  const waiting = post.post_deliveries.filter(isOpenDelivery);
  const retriable = post.post_deliveries.filter((delivery) => isSafeToRetry(delivery) && describe(delivery).hasChannel);

  function retry() {
    void act(deliveryToasts.retried, async (calls, agent) => {
      for (const { id } of retriable) await calls.retryDelivery(agent, id);
    });
  }

  async function pick(seen: ScheduledPost, time: string) {
    if (seen.status === 'cancelled') return actions.restore(seen, time);
    if (Date.parse(time) !== Date.parse(seen.scheduled_time)) await actions.move(seen, time, { isSeenAtOnce: false });
  }

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
          {post.status === 'cancelled' ? (
            <DropdownMenuItem onSelect={() => setAsked(post)}>
              <CalendarPlus aria-hidden="true" />
              {restore}
            </DropdownMenuItem>
          ) : (
            <DropdownMenuItem disabled={isFixed} onSelect={() => setAsked(post)}>
              <CalendarClock aria-hidden="true" />
              {reschedule}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => open('preview', post.content_id)}>
            <Eye aria-hidden="true" />
            {preview}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setRepeating(true)}>
            <Repeat aria-hidden="true" />
            {series ? repeatMessages.stopMenu : repeatMessages.menu}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => open('deliveries', post.id)}>
            <History aria-hidden="true" />
            {words.deliveries}
          </DropdownMenuItem>
          {post.status === 'scheduled' ? (
            <DropdownMenuItem onSelect={() => setQuestion('publish')}>
              <Send aria-hidden="true" />
              {words.publishNow}
            </DropdownMenuItem>
          ) : null}
          {retriable.length > 0 ? (
            <DropdownMenuItem onSelect={retry}>
              <RotateCw aria-hidden="true" />
              {words.retry}
            </DropdownMenuItem>
          ) : null}
          {waiting.length > 0 ? (
            <DropdownMenuItem
              onSelect={() => (waiting.length === 1 ? setQuestion('mark') : open('deliveries', post.id))}
            >
              <CircleCheck aria-hidden="true" />
              {words.mark}
            </DropdownMenuItem>
          ) : null}
          {post.post_deliveries.some(isUnsent) ? (
            <DropdownMenuItem onSelect={() => setQuestion('cancel')}>
              <CalendarX aria-hidden="true" />
              {words.cancelRest}
            </DropdownMenuItem>
          ) : (
            <DropdownMenuItem disabled={isFixed} onSelect={() => void actions.cancel(post)}>
              <CalendarX aria-hidden="true" />
              {cancel}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {isRepeating ? (
        <Suspense>
          <RepeatPart post={post} onClose={() => setRepeating(false)} />
        </Suspense>
      ) : null}
      {question ? (
        <Suspense>
          <PostQuestions post={post} question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      ) : null}
      {asked ? (
        <Suspense>
          <TimeDialog
            purpose={asked.status === 'cancelled' ? 'restore' : 'move'}
            caption={asked.generated_content.caption}
            start={isOver(asked) ? null : asked.scheduled_time}
            onPick={(time) => pick(asked, time)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** A cancelled post whose time has passed cannot be restored to it. */
function isOver({ status, scheduled_time }: ScheduledPost): boolean {
  return status === 'cancelled' && Date.parse(scheduled_time) <= Date.now();
}

/** Makes a post repeat, or stops that. Fixed when opened. */
function RepeatPart({ post, onClose }: { post: ScheduledPost; onClose: () => void }) {
  const [series] = useState(() => seriesOf(post));
  if (series) return <StopQuestion series={series} onClose={onClose} />;
  return <RepeatDialog content={post.generated_content} start={post.scheduled_time} onClose={onClose} />;
}
