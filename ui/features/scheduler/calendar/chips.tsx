import { FileText, Plus, Repeat, TriangleAlert } from 'lucide-react';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { type PublishingAccount, usePublishingAccounts } from '@/domain/publishing/accounts.ts';
import { repeatMessages } from '@/domain/repeat/messages.ts';
import { calendarMessages } from '@/features/scheduler/calendar/messages.ts';
import { STATUS_DOTS, shownStatus } from '@/features/scheduler/list/status-badge.tsx';
import { useOverdue } from '@/features/scheduler/list/use-overdue.ts';
import { type ScheduledPost, seriesOf } from '@/features/scheduler/queries.ts';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { cn } from '@/lib/class-names.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';
import { postTitle } from '../../../../shared/posts/post-title.ts';

type ChipsProps = {
  posts: ScheduledPost[];
  /** The posting times (ISO 8601) that are still free; shown if the posts leave room. */
  free: readonly string[];
  /** Chips that fit the cell; further posts fold into "+N more", which opens the day. */
  lines: number;
  /** Whether the keyboard cursor is in this cell: Tab then moves to its chips. */
  isCursor: boolean;
  clock: Intl.DateTimeFormat;
};

/** The posts of one calendar cell, and between them the posting times that are still free. */
export function Chips({ posts, free, lines, isCursor, clock }: ChipsProps) {
  const shown = posts.length > lines ? posts.slice(0, lines - 1) : posts;
  const room = Math.max(0, lines - posts.length);
  const entries = [
    ...shown.map((post) => ({ at: Date.parse(post.scheduled_time), post })),
    ...free.slice(0, room).map((slot) => ({ at: Date.parse(slot), post: null })),
  ].sort((a, b) => a.at - b.at);
  const tabIndex = isCursor ? 0 : -1;
  return (
    <>
      {entries.map(({ at, post }) =>
        post ? (
          <Chip key={post.id} post={post} time={clock.format(at)} tabIndex={tabIndex} />
        ) : (
          <FreeSlot key={at} at={at} time={clock.format(at)} tabIndex={tabIndex} />
        ),
      )}
      {shown.length < posts.length ? (
        <button
          type="button"
          tabIndex={-1}
          className="w-fit rounded-sm px-1.5 text-left text-xs leading-5 font-medium text-primary underline-offset-4 hover:underline"
        >
          {calendarMessages.more(posts.length - shown.length)}
        </button>
      ) : null}
    </>
  );
}

/** A free posting time; a press starts a post for it. */
function FreeSlot({ at, time, tabIndex }: { at: number; time: string; tabIndex: number }) {
  return (
    <button
      type="button"
      data-free={new Date(at).toISOString()}
      tabIndex={tabIndex}
      aria-label={calendarMessages.freeSlot(time)}
      className="flex w-full min-w-0 items-center gap-1 rounded-sm border border-dashed px-1.5 text-left text-xs leading-5 text-muted-foreground tabular-nums hover:border-primary/60 hover:bg-primary/5 hover:text-primary focus-visible:text-primary"
    >
      <Plus className="size-3 shrink-0" aria-hidden="true" />
      <span className="truncate">{time}</span>
    </button>
  );
}

/** A post in the calendar: status, time, a warning if a platform would reject it, its destinations, and its text. */
function Chip({ post, time, tabIndex }: { post: ScheduledPost; time: string; tabIndex: number }) {
  const isOverdue = useOverdue(post);
  const accounts = usePublishingAccounts();
  const places = accounts ? placesOf(post, accounts.values()) : [];
  const isMovable = post.status === 'scheduled';
  const selection = useSelection();
  const isSelected = selection?.picked.has(post.id) ?? false;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-chip={post.id}
      aria-keyshortcuts={isMovable ? 'Space' : undefined}
      aria-pressed={selection?.isSelecting ? isSelected : undefined}
      className={cn(
        'flex w-full min-w-0 gap-1.5 rounded-sm border bg-background p-0.5 pr-1.5 text-left text-xs leading-5 select-none [-webkit-touch-callout:none] hover:border-muted-foreground/45 data-lifted:border-dashed data-lifted:border-primary',
        isMovable && 'cursor-grab!',
        isSelected && 'border-primary bg-primary/10',
      )}
    >
      <Thumbnail content={post.generated_content} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex w-full min-w-0 flex-wrap items-center gap-x-1.5">
          <span
            aria-hidden="true"
            className={cn('size-1.5 shrink-0 rounded-full', isOverdue ? 'bg-warning' : STATUS_DOTS[post.status])}
          />
          <span className="shrink-0 font-medium tabular-nums">{time}</span>
          <span className={isOverdue ? 'min-w-0 truncate text-warning' : 'sr-only'}>
            {shownStatus(post.status, isOverdue)}
          </span>
          {seriesOf(post.generated_content) ? (
            <>
              <Repeat className="size-3 shrink-0 text-muted-foreground" aria-hidden="true" />
              <span className="sr-only">{repeatMessages.repeats}</span>
            </>
          ) : null}
          {isMovable && post.problems.some((problem) => !problem.isWarning) ? (
            <>
              <TriangleAlert className="size-3 shrink-0 text-destructive" aria-hidden="true" />
              <span className="sr-only">{calendarMessages.problem}</span>
            </>
          ) : null}
          <Places places={places} />
        </span>
        <span
          dir="auto"
          data-title
          className={cn('w-full truncate text-muted-foreground', post.status === 'cancelled' && 'line-through')}
        >
          {postTitle(post.generated_content.caption).slice(0, TITLE_CHARACTERS)}
        </span>
      </span>
    </button>
  );
}

function Thumbnail({ content }: { content: ScheduledPost['generated_content'] }) {
  const [slide] = slidesOf(content);
  return (
    <span
      aria-hidden="true"
      className="flex h-10 w-7 shrink-0 items-center justify-center overflow-hidden rounded-[4px] bg-muted text-muted-foreground @max-3xl:hidden"
    >
      {slide ? <SlideThumbnail slide={slide} /> : <FileText className="size-3.5" />}
    </span>
  );
}

/** Maximum characters of a title; more never fit into a cell. */
const TITLE_CHARACTERS = 80;

/** Maximum platform marks; more do not fit next to the time. */
const MOST_MARKS = 3;

/** A single account by name, several by their platforms' marks; all in words for screen readers. */
function Places({ places }: { places: readonly Place[] }) {
  const [first] = places;
  if (!first) return null;
  const platforms = [...new Set(places.map(({ platform }) => platform))];
  const hidden = platforms.length - MOST_MARKS;
  return (
    <>
      <span className="sr-only">{placesText(places)}</span>
      <span
        aria-hidden="true"
        title={placesText(places)}
        className="flex h-5 max-w-full min-w-0 items-center gap-1 text-muted-foreground"
      >
        {platforms.slice(0, hidden === 1 ? MOST_MARKS + 1 : MOST_MARKS).map((platform) => (
          <PlatformMark key={platform} platform={platform} className="size-3" />
        ))}
        {places.length === 1 && first.account ? <span className="truncate">{first.account}</span> : null}
        {hidden > 1 ? <span>+{hidden}</span> : null}
      </span>
    </>
  );
}

/** A destination of a post; `account` is null if the platform has none. */
type Place = { platform: Platform; account: string | null };

/**
 * A post's destinations by platform: those it was sent to, or else the current ones, by the same rule as the database's
 * `destinations`: the chosen accounts, or the connected ones, or all if none is connected.
 */
function placesOf(post: ScheduledPost, accounts: Iterable<PublishingAccount>): Place[] {
  if (post.post_deliveries.length > 0) {
    return post.post_deliveries.map(({ platform, account_label }) => ({ platform, account: account_label }));
  }
  const { platforms, account_ids: chosen } = post.generated_content;
  const known = [...accounts];
  return platforms.flatMap((platform): Place[] => {
    const ofPlatform = known.filter((account) => account.platform === platform);
    const connected = ofPlatform.filter(({ channel }) => channel !== null);
    const wanted = chosen ? ofPlatform.filter(({ id }) => chosen.includes(id)) : connected;
    const going = chosen || connected.length > 0 ? wanted : ofPlatform;
    if (going.length > 0) return going.map(({ label }) => ({ platform, account: label }));
    return chosen && ofPlatform.length > 0 ? [] : [{ platform, account: null }];
  });
}

/** "Instagram: IG_Main, Bluesky: bakery.bsky.social". */
function placesText(places: readonly Place[]): string {
  return places
    .map(({ platform, account }) => (account ? `${platformLabel(platform)}: ${account}` : platformLabel(platform)))
    .join(', ');
}
