import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Page } from '@/components/page.tsx';
import { Progress } from '@/components/progress.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { Switch } from '@/components/switch.tsx';
import { type DeliveredPost, needyPostsQuery } from '@/domain/publishing/deliveries.ts';
import { useCloseWindows } from '@/domain/publishing/use-composer.ts';
import { AllDone } from '@/features/your-turn/all-done.tsx';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import { TurnView } from '@/features/your-turn/turn-view.tsx';
import { useTurns } from '@/features/your-turn/use-turns.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** The posts that the user publishes by hand, and those to decide on, one after another. */
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
  const [goesOn, setGoesOn] = useGoesOn();
  const switchId = useId();
  const closeWindows = useCloseWindows();
  const { current, at, count } = turns;
  if (count === 0 && turns.newPosts.length === 0) return <Nothing />;
  if (current === undefined) return <AllDone turns={turns} />;
  const seen = posts.find(({ id }) => id === current);
  function stop() {
    turns.stop();
    void closeWindows(seen?.post_deliveries ?? []).catch(() => undefined);
  }
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
        {count > 1 ? (
          <div className="flex items-center justify-between gap-2 text-sm">
            <label htmlFor={switchId} className="flex cursor-pointer items-center gap-2.5">
              <Switch id={switchId} checked={goesOn} onCheckedChange={setGoesOn} />
              {words.goOn}
            </label>
            <Button variant="ghost" size="sm" className="-me-3 shrink-0 text-muted-foreground" onClick={stop}>
              {words.stop}
            </Button>
          </div>
        ) : null}
      </header>
      <TurnView
        key={current}
        id={current}
        seen={seen}
        hasFocus={at > 0 || turns.isBack}
        goesOn={goesOn}
        isAfterPosted={turns.isAfterPosted}
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

const KEY = 'your-turn-goes-on';

/** Whether the next post is prepared once one is published, as chosen in this browser. */
function useGoesOn(): [boolean, (goesOn: boolean) => void] {
  const [goesOn, setGoesOn] = useState(() => localStorage.getItem(KEY) === 'yes');
  const choose = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'yes' : 'no');
    setGoesOn(next);
  };
  return [goesOn, choose];
}
