import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { type DeliveredPost, needyPostsQuery } from '@/domain/publishing/deliveries.ts';
import { DeliveryCard } from '@/domain/publishing/delivery-card.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

const words = dashboardMessages.needsYou;

/** More would push everything else off the screen; the rest is in the Scheduler. */
const POSTS_SHOWN = 3;

/** The posts that need the user, with their deliveries and actions. */
export function PostsNeedingAction() {
  const { data } = useQuery(needyPostsQuery(useSupabase()));
  if (!data) return <Skeleton className="mx-5 mb-5 h-24 sm:mx-6" />;
  const rest = data.length - POSTS_SHOWN;
  return (
    <>
      <ul>
        {data.slice(0, POSTS_SHOWN).map((post) => (
          <PostNeedingAction key={post.id} post={post} />
        ))}
      </ul>
      {rest > 0 ? (
        <div className="border-t px-3 py-2 sm:px-4">
          <Button asChild variant="ghost" size="sm">
            <Link to="/scheduler">{words.more(rest)}</Link>
          </Button>
        </div>
      ) : null}
    </>
  );
}

function PostNeedingAction({ post }: { post: DeliveredPost }) {
  const timeZone = useTimeZone();
  const open = post.post_deliveries.filter(
    ({ state }) => state === 'waiting' || state === 'needs_review' || state === 'failed',
  );
  return (
    <li className="flex flex-col gap-4 border-t px-5 py-4 sm:px-6">
      <div className="flex flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-baseline sm:justify-between">
        <p dir="auto" className="line-clamp-2 min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
          {post.generated_content.caption || words.noCaption}
        </p>
        <p className="flex shrink-0 flex-wrap items-baseline gap-x-3 text-[0.8125rem] text-muted-foreground tabular-nums">
          <time dateTime={post.scheduled_time}>{formatDateTime(post.scheduled_time, timeZone)}</time>
          <Link
            to={`/scheduler?deliveries=${post.id}`}
            className="rounded-sm font-medium text-primary underline-offset-4 hover:underline"
          >
            {words.details}
          </Link>
        </p>
      </div>
      {open.length === 0 ? <p className="text-[0.8125rem]">{words.nowhere}</p> : null}
      {open.map((delivery) => (
        <div key={delivery.id} className="border-l-2 pl-4">
          <DeliveryCard delivery={delivery} post={post} />
        </div>
      ))}
    </li>
  );
}
