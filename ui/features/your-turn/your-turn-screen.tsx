import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Page } from '@/components/page.tsx';
import { Progress } from '@/components/progress.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { type DeliveredPost, needyPostsQuery } from '@/domain/publishing/deliveries.ts';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import { TurnView } from '@/features/your-turn/turn-view.tsx';
import { inTurn, useTurns } from '@/features/your-turn/use-turns.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** The posts that a person publishes by hand, and those to decide on, one after another. */
export function YourTurnScreen() {
  const { data, error, refetch } = useQuery(needyPostsQuery(useSupabase()));
  return (
    <Page className="gap-5 lg:gap-5">
      <Button asChild variant="ghost" size="sm" className="-ml-3 self-start text-muted-foreground">
        <Link to="/">
          <ArrowLeft aria-hidden="true" />
          {words.dashboard}
        </Link>
      </Button>
      {data ? <Flow posts={data} /> : null}
      {!data && error ? (
        <ErrorState title={words.loadFailed} description={failureReason(error)} onRetry={() => void refetch()} />
      ) : null}
      {data || error ? null : <Loading />}
    </Page>
  );
}

function Heading() {
  return (
    <h1
      data-page-heading
      tabIndex={-1}
      className="text-2xl leading-tight font-semibold tracking-[-0.022em] sm:text-[1.75rem]"
    >
      {words.title}
    </h1>
  );
}

function Loading() {
  return (
    <>
      <Heading />
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <Skeleton className="h-1.5" />
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-64" />
    </>
  );
}

function Flow({ posts }: { posts: readonly DeliveredPost[] }) {
  const turns = useTurns(posts);
  const { current, at, count } = turns;
  if (count === 0 && turns.newPosts.length === 0) return <Nothing />;
  if (current === undefined) return <Done turns={turns} />;
  return (
    <>
      <header className="flex flex-col gap-3">
        <div className="flex items-end justify-between gap-4">
          <div>
            <Heading />
            <p className="mt-1 text-muted-foreground text-pretty max-sm:hidden">{words.subtitle}</p>
          </div>
          <p className="shrink-0 text-sm font-medium text-muted-foreground tabular-nums">
            {words.position(at + 1, count)}
          </p>
        </div>
        <Progress aria-label={words.progress} value={(at / count) * 100} />
      </header>
      <TurnView
        key={current}
        id={current}
        seen={posts.find(({ id }) => id === current)}
        hasFocus={at > 0 || turns.isBack}
        onLeave={turns.leave}
        onUndone={() => turns.comeBack(current)}
      />
    </>
  );
}

function Nothing() {
  return (
    <>
      <Heading />
      <EmptyState
        icon={CircleCheck}
        title={words.empty}
        description={words.emptyText}
        action={
          <Button asChild>
            <Link to="/">{words.dashboard}</Link>
          </Button>
        }
      />
    </>
  );
}

/** The end: what was done, and the ways on. */
function Done({ turns }: { turns: ReturnType<typeof useTurns> }) {
  const { postedCount, laterIds, newPosts, begin } = turns;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const more = inTurn(newPosts).map(({ id }) => id);
  return (
    <div className="flex flex-col items-center gap-2 py-14 text-center">
      <CircleCheck className="mb-3 size-10 text-success" strokeWidth={1.6} aria-hidden="true" />
      <h1
        ref={heading}
        data-page-heading
        tabIndex={-1}
        className="text-2xl leading-tight font-semibold tracking-[-0.022em]"
      >
        {words.doneTitle}
      </h1>
      <p className="text-muted-foreground">{words.done(postedCount, laterIds.length)}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {more.length > 0 ? <Button onClick={() => begin(more)}>{words.more(more.length)}</Button> : null}
        <Button asChild variant={more.length > 0 ? 'outline' : 'default'}>
          <Link to="/">{words.dashboard}</Link>
        </Button>
        {laterIds.length > 0 ? (
          <Button variant="outline" onClick={() => begin(laterIds)}>
            {words.again(laterIds.length)}
          </Button>
        ) : null}
        <Button asChild variant="ghost">
          <Link to="/scheduler">{words.scheduler}</Link>
        </Button>
      </div>
    </div>
  );
}
