import { useQueries } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { type DeliveredPost, useSituations } from '@/domain/publishing/deliveries.ts';
import { deliveryMessages, deliveryToasts } from '@/domain/publishing/messages.ts';
import { composerQuery, useCloseWindows } from '@/domain/publishing/use-composer.ts';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { useSettings } from '@/domain/workspace/settings.ts';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import { PlaceRow } from '@/features/your-turn/place-row.tsx';
import { groupsOf, TextGroup } from '@/features/your-turn/text-group.tsx';
import type { Outcome } from '@/features/your-turn/use-turns.ts';
import { useAgent } from '@/lib/agent.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type ByHandProps = {
  post: DeliveredPost;
  /** The deliveries that wait for the user; at least one. */
  deliveries: readonly PostDeliveriesRow[];
  /** Nothing else of this post is open, so the next post follows once they are published. */
  isLast: boolean;
  /** Once one of them is published, the next one is prepared automatically. */
  goesOn: boolean;
  /** The previous post was published. */
  isAfterPosted: boolean;
  /** Called when the page showed one of them live, and it was marked as published. */
  onLive: () => void;
  onLeave: (outcome: Outcome) => void;
  /** Called when something was done, but the post is still open. */
  onHandled: () => void;
  /** Called when "Posted" was undone. */
  onUndone: () => void;
};

/** Everything of a post that the user publishes by hand: each text with its platforms, then "Posted". */
export function ByHand(props: ByHandProps) {
  const { post, deliveries, isLast, goesOn, isAfterPosted, onLive, onLeave, onHandled, onUndone } = props;
  const { act, isBusy } = useDeliveryAction();
  const agent = useAgent();
  const closeWindows = useCloseWindows();
  const refresh = useRefreshPosts();
  const composers = useQueries({ queries: deliveries.map((delivery) => composerQuery(agent, delivery)) });
  /** Whether the next one is to be prepared automatically; set when the previous one is published. */
  const [isNextDue, setNextDue] = useState(goesOn && isAfterPosted);
  const [doneIds, setDoneIds] = useState<readonly string[]>([]);
  const next = composers.findIndex(
    ({ data }, index) => data?.state === 'none' && data.canPrepare && !doneIds.includes(deliveries[index]?.id ?? ''),
  );
  const isOneOpen = composers.some(({ data }) => data?.state === 'window' && data.preparation.is !== 'posted');
  const hasWindow = composers.some(({ data }) => data?.state === 'window');
  const startedId = isNextDue && !isOneOpen ? deliveries[next]?.id : undefined;
  const describe = useSituations();
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});
  const [badLink, setBadLink] = useState<string | null>(null);
  const [isSkipping, setSkipping] = useState(false);
  const placeOf = (delivery: PostDeliveriesRow) =>
    deliveryMessages.where(describe(delivery).account, platformLabel(delivery.platform));
  const where = listed(deliveries.map(placeOf));

  async function markPosted(done: readonly PostDeliveriesRow[]) {
    const { isPostAddress } = await import('@/domain/publishing/calls.ts');
    const linkOf = ({ id }: PostDeliveriesRow) => links[id]?.trim() || null;
    const bad = done.find((delivery) => {
      const link = linkOf(delivery);
      return link !== null && !isPostAddress(link);
    });
    setBadLink(bad?.id ?? null);
    if (bad) return document.getElementById(`link-${bad.id}`)?.querySelector('input')?.focus();
    const isDone = await act(
      deliveryToasts.marked,
      async (calls, agent) => {
        for (const delivery of done) await calls.markDelivery(agent, delivery.id, linkOf(delivery));
      },
      {
        done: deliveryToasts.unmarked,
        work: async (calls, agent) => {
          for (const { id } of done) await calls.unmarkDelivery(agent, id);
          setDoneIds([]);
          onUndone();
        },
      },
    );
    if (!isDone) return;
    if (isLast && done.length === deliveries.length) return onLeave('posted');
    setDoneIds([...doneIds, ...done.map(({ id }) => id)]);
    setNextDue(goesOn);
    onHandled();
  }

  /** Leaves the post for later, and closes its windows to make way for those of the next post. */
  function later() {
    onLeave('later');
    void closeWindows(deliveries).catch(() => undefined);
  }

  async function skip() {
    const isDone = await act(words.skipped, async (calls, agent) => {
      for (const { id } of deliveries) await calls.cancelDelivery(agent, id);
    });
    setSkipping(false);
    if (!isDone) return;
    if (isLast) onLeave('settled');
    else onHandled();
  }

  const linkTags = useSettings()?.link_tags;
  const row = (delivery: PostDeliveriesRow, parts: readonly string[], onCopied: (count: number) => void) => (
    <PlaceRow
      key={delivery.id}
      delivery={delivery}
      content={post.generated_content}
      account={describe(delivery).account}
      parts={parts}
      onCopied={onCopied}
      where={placeOf(delivery)}
      link={links[delivery.id]}
      isBadLink={badLink === delivery.id}
      onLink={(link) => {
        setLinks({ ...links, [delivery.id]: link });
        setBadLink(null);
      }}
      isLater={hasWindow || (next >= 0 && deliveries[next]?.id !== delivery.id)}
      startsItself={startedId === delivery.id}
      onStarted={() => setNextDue(false)}
      onSeen={(url, isMarked) => {
        if (isMarked) {
          onLive();
          setNextDue(goesOn);
          refresh();
        } else setLinks((now) => ({ ...now, [delivery.id]: now[delivery.id]?.trim() || url }));
      }}
      onPosted={deliveries.length > 1 ? () => void markPosted([delivery]) : null}
    />
  );

  return (
    <>
      {groupsOf(deliveries, post, linkTags).map(({ key, parts, comment, members }) => (
        <TextGroup key={key} parts={parts} comment={comment} where={listed(members.map(placeOf))}>
          {(onCopied) => members.map((delivery) => row(delivery, parts, onCopied))}
        </TextGroup>
      ))}
      <div
        data-bottom-bar
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t bg-background px-4 py-3 sm:mx-0 sm:px-0"
      >
        <Button
          variant={next >= 0 ? 'outline' : 'default'}
          aria-disabled={isBusy}
          onClick={() => void markPosted(deliveries)}
        >
          <Check aria-hidden="true" />
          {words.posted(deliveries.length)}
        </Button>
        <Button variant="outline" onClick={later}>
          {words.later}
        </Button>
        <Button variant="ghost" className="text-muted-foreground" onClick={() => setSkipping(true)}>
          {words.skip}
        </Button>
      </div>
      {isSkipping ? (
        <Confirmation
          title={words.skipTitle}
          description={words.skipText(where)}
          onClose={() => setSkipping(false)}
          keep={words.skipKeep}
          confirm={words.skipConfirm}
          isBusy={isBusy}
          onConfirm={() => void skip()}
        />
      ) : null}
    </>
  );
}

const list = new Intl.ListFormat('en');
const listed = (names: readonly string[]) => list.format(names);
