import { useQueries } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { type DeliveredPost, deliveredPostQuery, useSituations } from '@/domain/publishing/deliveries.ts';
import { AccountName } from '@/domain/publishing/delivery-lines.tsx';
import { deliveryToasts } from '@/domain/publishing/messages.ts';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import { inTurn, type useTurns } from '@/features/your-turn/use-turns.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';

/** The end of the flow: what was published, with links and undo, and the next steps. */
export function AllDone({ turns }: { turns: ReturnType<typeof useTurns> }) {
  const { postedIds, laterIds, newPosts, begin, comeBack } = turns;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const more = inTurn(newPosts).map(({ id }) => id);
  return (
    <div className="flex flex-col items-center gap-2 py-10 text-center">
      <CircleCheck className="mb-3 size-10 text-success" strokeWidth={1.6} aria-hidden="true" />
      <h1
        ref={heading}
        data-page-heading
        tabIndex={-1}
        className="text-2xl leading-tight font-semibold tracking-[-0.022em]"
      >
        {words.doneTitle}
      </h1>
      <p className="text-muted-foreground">{words.done(postedIds.length, laterIds.length)}</p>
      <PostedList ids={postedIds} onUndone={comeBack} />
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

type PostedListProps = { ids: readonly string[]; onUndone: (id: string) => void };

function PostedList({ ids, onUndone }: PostedListProps) {
  const supabase = useSupabase();
  const posts = useQueries({ queries: ids.map((id) => deliveredPostQuery(supabase, id)) }).flatMap(
    ({ data }) => data ?? [],
  );
  if (posts.length === 0) return null;
  return (
    <ul aria-label={words.doneList} className="mt-4 w-full max-w-xl divide-y rounded-lg border bg-card text-start">
      {posts.map((post) => (
        <PostedPost key={post.id} post={post} onUndone={() => onUndone(post.id)} />
      ))}
    </ul>
  );
}

function PostedPost({ post, onUndone }: { post: DeliveredPost; onUndone: () => void }) {
  const describe = useSituations();
  const { act, isBusy } = useDeliveryAction();
  const { caption } = post.generated_content;
  const posted = post.post_deliveries.filter(({ state, by_hand }) => state === 'published' && by_hand);
  async function undo(id: string) {
    const isDone = await act(deliveryToasts.unmarked, (calls, agent) => calls.unmarkDelivery(agent, id));
    if (isDone) onUndone();
  }
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <p dir="auto" className="truncate text-sm font-medium">
        {caption.trim().split('\n')[0] || words.noCaption}
      </p>
      {posted.map((delivery) => {
        const { account } = describe(delivery);
        const where = account ?? platformLabel(delivery.platform);
        return (
          <div key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
            <AccountName platform={delivery.platform} account={account} />
            <span className="ms-auto flex items-center gap-2">
              {delivery.remote_url ? (
                <PostLink url={delivery.remote_url} platform={delivery.platform} />
              ) : (
                <span className="text-muted-foreground">{words.noAddress}</span>
              )}
              <Button
                variant="ghost"
                size="sm"
                aria-label={words.undoWhere(where)}
                aria-disabled={isBusy}
                onClick={() => void undo(delivery.id)}
              >
                {deliveryToasts.undo}
              </Button>
            </span>
          </div>
        );
      })}
    </li>
  );
}
