import { useQuery } from '@tanstack/react-query';
import { FileX, PenLine } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Sheet, SheetContent, SheetTitle } from '@/components/sheet.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { UnreadOfPost } from '@/domain/answers/unread-of-post.tsx';
import { PlatformPreviews } from '@/domain/posts/preview/platform-previews.tsx';
import { deliveredPostQuery } from '@/domain/publishing/deliveries.ts';
import { DeliveryCard } from '@/domain/publishing/delivery-card.tsx';
import { DestinationList } from '@/domain/publishing/destination-list.tsx';
import { HeldLines } from '@/domain/publishing/held-lines.tsx';
import { ProblemList } from '@/domain/publishing/problem-list.tsx';
import { CopyButton } from '@/features/scheduler/actions/copy-button.tsx';
import { PostMenu } from '@/features/scheduler/actions/post-menu.tsx';
import { useOpenedPost } from '@/features/scheduler/filters/use-opened-post.ts';
import { PostBadges, PostTimes } from '@/features/scheduler/list/post-row.tsx';
import { schedulerMessages, writtenBy } from '@/features/scheduler/messages.ts';
import { MakeVideoButton, usePanelVideo, VideoOfPost } from '@/features/scheduler/panel/panel-video.tsx';
import { SourceNotes, WhyThisPost } from '@/features/scheduler/panel/why.tsx';
import { type Place, type Post, postQuery } from '@/features/scheduler/queries.ts';
import { failureReason } from '@/lib/messages.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { panel: words, post: postWords } = schedulerMessages;

/** A post beside the list: its previews, where and when it goes, the outcome there, and why it was made. */
export function PostPanel({ id }: { id: string }) {
  const { close } = useOpenedPost();
  const query = useQuery(postQuery(useSupabase(), id));

  function body(): ReactNode {
    if (query.data) return <PostDetails post={query.data} />;
    if (query.isPending) return <PanelLoading />;
    if (query.isError) {
      const reason = failureReason(query.error);
      return <ErrorState title={words.loadFailed} description={reason} onRetry={() => void query.refetch()} />;
    }
    return <EmptyState icon={FileX} {...words.gone} />;
  }

  return (
    <Sheet open onOpenChange={(open) => open || close()}>
      <SheetContent
        aria-describedby={undefined}
        onEscapeKeyDown={keepBelow}
        onInteractOutside={keepForToast}
        className="right-0 left-auto w-full max-w-2xl border-r-0 border-l bg-popover data-[state=closed]:animate-leave data-[state=open]:animate-appear"
      >
        <SheetTitle className="flex h-14 shrink-0 items-center border-b px-5 sm:px-6">{words.title}</SheetTitle>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">{body()}</div>
      </SheetContent>
    </Sheet>
  );
}

/** Lets Escape close the topmost dialog, menu or notification above the panel first. */
function keepBelow(event: KeyboardEvent) {
  const above = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu], [data-toaster]');
  if (above && above.getAttribute('data-slot') !== 'sheet-content') event.preventDefault();
}

/** A press on a notification, such as its Undo, is not outside the panel. */
function keepForToast(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}

function PostDetails({ post }: { post: Post }) {
  const { content, place } = post;
  const navigate = useNavigate();
  const video = usePanelVideo(content);
  const edit = () => void navigate(paths.post(content.id));
  const others = content.scheduled_posts.filter(({ id, status }) => id !== place?.id && status === 'scheduled').length;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-col gap-3">
        <PostBadges post={post} />
        <PostTimes post={post} />
        {others > 0 ? <p className="text-[0.8125rem] text-muted-foreground">{words.moreTimes(others)}</p> : null}
        <div className="flex items-start gap-2">
          <div className="flex min-w-0 flex-wrap gap-2">
            <Button asChild size="sm">
              <Link to={paths.post(content.id)}>
                <PenLine aria-hidden="true" />
                {postWords.edit}
              </Link>
            </Button>
            <CopyButton content={content} />
            <MakeVideoButton content={content} video={video} />
          </div>
          {/* In a narrow window, its button is larger than the others, except on touch screens, where all are. */}
          <div className="flex max-sm:pointer-fine:-my-1.5">
            <PostMenu post={post} />
          </div>
        </div>
        <VideoOfPost content={content} video={video} />
      </div>
      {place ? <WhereItGoes post={post} place={place} /> : null}
      <Part title={words.preview}>
        <PlatformPreviews content={content} onEdit={edit} />
      </Part>
      <Part title={postWords.why}>
        <p className="text-[0.8125rem] text-muted-foreground">{writtenBy(content.writer, content.template_name)}</p>
        <WhyThisPost content={content} place={place} />
        <SourceNotes notes={content.sources} />
      </Part>
    </div>
  );
}

/** The destinations of a post, with every attempt and its outcome. */
function WhereItGoes({ post: { content }, place }: { post: Post; place: Place }) {
  const { data } = useQuery(deliveredPostQuery(useSupabase(), place.id));
  const isScheduled = place.status === 'scheduled';
  if (isScheduled) {
    return (
      <Part title={words.where}>
        <ProblemList postId={place.id} problems={place.problems} />
        <DestinationList platforms={content.platforms} accounts={content.account_ids} />
        <HeldLines postId={place.id} deliveries={place.post_deliveries} isDetailed />
      </Part>
    );
  }
  return (
    <Part title={words.became}>
      <UnreadOfPost id={place.id} />
      {place.post_deliveries.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          {place.status === 'cancelled' ? words.cancelledBefore : words.nowhere}
        </p>
      ) : data ? (
        <ul className="flex flex-col divide-y *:py-5 *:first:pt-0 *:last:pb-0">
          {data.post_deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryCard delivery={delivery} post={data} hasHistory />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 border-t pt-5">
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

function PanelLoading() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-72" />
    </div>
  );
}
