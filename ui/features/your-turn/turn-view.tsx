import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { PostMedia } from '@/domain/media/post-media.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { type DeliveredPost, deliveredPostQuery, isByHand } from '@/domain/publishing/deliveries.ts';
import { DeliveryCard } from '@/domain/publishing/delivery-card.tsx';
import { DeliveryLines } from '@/domain/publishing/delivery-lines.tsx';
import { Downloads, wordsOf } from '@/domain/publishing/your-turn.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { ByHand } from '@/features/your-turn/by-hand.tsx';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import type { Outcome } from '@/features/your-turn/use-turns.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type TurnViewProps = {
  /** The scheduled post's id. */
  id: string;
  /** The post from the list, shown until the post itself is loaded. */
  seen: DeliveredPost | undefined;
  /** The heading takes the focus, because the previous post is done. */
  hasFocus: boolean;
  /** The next platform is prepared automatically; also this post, if the previous one was published. */
  goesOn: boolean;
  isAfterPosted: boolean;
  onLeave: (outcome: Outcome) => void;
  onUndone: () => void;
};

/** One post: its text and media, all places where it is still to be published, and the open decisions. */
export function TurnView({ id, seen, hasFocus, onUndone, ...turn }: TurnViewProps) {
  const { data, isPlaceholderData } = useQuery({
    ...deliveredPostQuery(useSupabase(), id),
    placeholderData: seen,
    refetchOnWindowFocus: true,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  if (data === undefined) return <Skeleton className="h-64" />;
  return (
    <article className="flex flex-col gap-5">
      <h2
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]"
      >
        {data ? postTitle(data.generated_content.caption) || words.noCaption : words.gone}
      </h2>
      {data ? (
        <Turn
          {...turn}
          post={data}
          isFresh={!isPlaceholderData}
          onHandled={() => heading.current?.focus()}
          onUndone={onUndone}
        />
      ) : (
        <NextButton onLeave={turn.onLeave} outcome="settled" />
      )}
    </article>
  );
}

type TurnProps = Pick<TurnViewProps, 'goesOn' | 'isAfterPosted' | 'onLeave' | 'onUndone'> & {
  post: DeliveredPost;
  isFresh: boolean;
  onHandled: () => void;
};

function Turn({ post, isFresh, goesOn, isAfterPosted, onLeave, onHandled, onUndone }: TurnProps) {
  const timeZone = useTimeZone();
  const { generated_content: content, post_deliveries: deliveries } = post;
  const byHand = deliveries.filter(isByHand);
  const toDecide = deliveries.filter((delivery) => isOpen(delivery) && !isByHand(delivery));
  const rest = deliveries.filter((delivery) => !isOpen(delivery));
  const slides = slidesOf(content);
  const isOver = isFresh && post.status !== 'needs_review' && post.status !== 'failed';
  const hasChanged = useHasChanged(post);
  /** The page showed the live post, and it was marked as published. */
  const [isLive, setLive] = useState(false);
  const isPublished = isOver && isLive;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as nothing is left of the post.
  useEffect(() => {
    if (isPublished && goesOn) onLeave('posted');
  }, [isPublished]);
  return (
    <>
      <p className="-mt-4 flex flex-wrap gap-x-3 text-[0.8125rem] text-muted-foreground tabular-nums">
        <time dateTime={post.scheduled_time}>{words.due(formatDateTime(post.scheduled_time, timeZone))}</time>
        <Link
          to={paths.post(content.id)}
          className="rounded-sm font-medium text-primary underline-offset-4 hover:underline"
        >
          {words.edit}
        </Link>
      </p>
      <div role="status" className="empty:hidden">
        {isOver || hasChanged ? (
          <p className="rounded-md border border-primary/25 bg-primary/8 px-4 py-2.5 text-sm font-medium">
            {isOver ? words.elsewhere : words.changed}
          </p>
        ) : null}
      </div>
      <div
        className={
          slides.length > 0
            ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-[minmax(0,1fr)_15rem]'
            : undefined
        }
      >
        <div className="flex flex-col gap-5">
          {toDecide.length > 0 ? (
            <section aria-label={words.toDecide} className="flex flex-col gap-5 rounded-lg border bg-card p-5">
              {toDecide.map((delivery) => (
                <DeliveryCard key={delivery.id} delivery={delivery} post={post} />
              ))}
            </section>
          ) : null}
          {byHand.length > 0 ? (
            <ByHand
              post={post}
              deliveries={byHand}
              isLast={toDecide.length === 0}
              goesOn={goesOn}
              isAfterPosted={isAfterPosted}
              onLive={() => setLive(true)}
              onLeave={onLeave}
              onHandled={onHandled}
              onUndone={onUndone}
            />
          ) : null}
          {byHand.length + toDecide.length === 0 && !isOver ? <p className="text-sm">{words.nowhere}</p> : null}
          {rest.length > 0 ? (
            <section aria-label={words.rest} className="flex flex-col gap-2 text-[0.8125rem]">
              <DeliveryLines deliveries={rest} />
            </section>
          ) : null}
          {byHand.length === 0 ? (
            <NextButton onLeave={onLeave} outcome={isPublished ? 'posted' : isOver ? 'settled' : 'later'} />
          ) : null}
        </div>
        {slides.length > 0 ? (
          <section aria-label={words.media} className="flex flex-col gap-3 max-md:order-first">
            <div className="overflow-hidden rounded-lg border max-md:max-w-48">
              <PostMedia slides={slides} caption={content.caption} />
            </div>
            <Downloads media={content.media} />
          </section>
        ) : null}
      </div>
    </>
  );
}

function NextButton({ onLeave, outcome }: { onLeave: (outcome: Outcome) => void; outcome: Outcome }) {
  return (
    <Button className="self-start" onClick={() => onLeave(outcome)}>
      {words.next}
    </Button>
  );
}

function isOpen({ state }: PostDeliveriesRow): boolean {
  return state === 'waiting' || state === 'needs_review' || state === 'failed';
}

/** Whether the text to copy has changed since the post was shown. */
function useHasChanged({ generated_content: content, post_deliveries: deliveries }: DeliveredPost): boolean {
  const now = new Map(deliveries.filter(isByHand).map((one) => [one.id, JSON.stringify(wordsOf(one, content, {}))]));
  const [first] = useState(now);
  return [...now].some(([id, text]) => first.has(id) && first.get(id) !== text);
}
