import { ChevronRight, FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import type { NextPost } from '@/features/dashboard/today/queries.ts';
import { dateAfter, dateIn } from '@/features/dashboard/today/week.ts';
import { nowDate } from '@/lib/clock.ts';
import { paths } from '@/lib/paths.ts';
import { formatter } from '@/lib/time.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { postTitle } from '../../../../shared/posts/post-title.ts';

const words = dashboardMessages.next;

/** The next posts, each with its picture, its time and its platforms; a press opens it in the Scheduler. */
export function NextPostRows({ posts }: { posts: readonly NextPost[] }) {
  const timeZone = useTimeZone();
  return (
    <ul>
      {posts.map((post) => (
        <PostRow key={post.id} post={post} timeZone={timeZone} />
      ))}
    </ul>
  );
}

function PostRow({ post, timeZone }: { post: NextPost; timeZone: string }) {
  const { generated_content: content, scheduled_time, status, problems } = post;
  const [slide] = content ? slidesOf(content) : [];
  const hasProblem = problems.some(({ isWarning }) => !isWarning);
  return (
    <li className="border-t">
      <Link
        to={paths.postDeliveries(post.id)}
        className="flex min-h-[3.9rem] items-center gap-3.5 px-5 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
      >
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-muted text-muted-foreground"
        >
          {slide ? <SlideThumbnail slide={slide} /> : <FileText className="size-4.5" strokeWidth={1.6} />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">
            <bdi>{postTitle(content?.caption ?? '') || words.noCaption}</bdi>
          </span>
          <span className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted-foreground tabular-nums">
            {status === 'publishing' ? (
              <span className="font-medium text-primary">{words.goingOut}</span>
            ) : (
              <time dateTime={scheduled_time}>{whenIn(timeZone, nowDate())(scheduled_time)}</time>
            )}
            {hasProblem ? <span className="font-medium text-destructive">{words.problem}</span> : null}
          </span>
        </span>
        <span className="flex shrink-0 gap-1.5 text-muted-foreground">
          {(content?.platforms ?? []).map((platform) => (
            <span key={platform}>
              <PlatformMark platform={platform} />
              <span className="sr-only">{platformLabel(platform)}</span>
            </span>
          ))}
        </span>
        <ChevronRight className="size-4 shrink-0 text-muted-foreground max-sm:hidden" aria-hidden="true" />
      </Link>
    </li>
  );
}

/**
 * Returns a function that formats a time: "Today, 9:30 AM", "Thu, Jan 16, 9:30 AM"; with the year unless it is this
 * one.
 */
function whenIn(timeZone: string, now: Date): (time: string) => string {
  const dateOf = dateIn(timeZone);
  const today = dateOf(now);
  const clock = formatter(timeZone, { hour: 'numeric', minute: '2-digit' });
  return (time) => {
    const date = dateOf(time);
    const isThisYear = date.slice(0, 4) === today.slice(0, 4);
    const day = formatter(timeZone, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      ...(isThisYear ? {} : { year: 'numeric' }),
    });
    const names = new Map([
      [today, words.today],
      [dateAfter(today, 1), words.tomorrow],
    ]);
    return `${names.get(date) ?? day.format(new Date(time))}, ${clock.format(new Date(time))}`;
  };
}
