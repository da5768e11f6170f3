import { useQueries } from '@tanstack/react-query';
import { Check, Copy, Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { ComposerButton, ComposerNotes, copyText } from '@/domain/publishing/composer.tsx';
import { type DeliveredPost, useSituations } from '@/domain/publishing/deliveries.ts';
import { AccountName } from '@/domain/publishing/delivery-lines.tsx';
import { deliveryMessages, deliveryToasts } from '@/domain/publishing/messages.ts';
import { ThreadText } from '@/domain/publishing/thread-text.tsx';
import { composerQuery, useComposer } from '@/domain/publishing/use-composer.ts';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { FirstComment, wordsOf } from '@/domain/publishing/your-turn.tsx';
import { useSettings } from '@/domain/workspace/settings.ts';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import type { Outcome } from '@/features/your-turn/use-turns.ts';
import { useAgent } from '@/lib/agent.ts';
import type { LinkTags } from '../../../shared/posts/link-tags.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type ByHandProps = {
  post: DeliveredPost;
  /** Those that wait for the person, at least one. */
  deliveries: readonly PostDeliveriesRow[];
  /** Nothing else of this post is open: once they are published, the next one comes up. */
  isLast: boolean;
  onLeave: (outcome: Outcome) => void;
  /** Something was done, and the post is still open. */
  onHandled: () => void;
  /** That it is posted was taken back. */
  onUndone: () => void;
};

/** Everything that a person publishes of a post: each text with the platforms that it is for, then "Posted". */
export function ByHand({ post, deliveries, isLast, onLeave, onHandled, onUndone }: ByHandProps) {
  const { act, isBusy } = useDeliveryAction();
  const agent = useAgent();
  const refresh = useRefreshPosts();
  const composers = useQueries({ queries: deliveries.map((delivery) => composerQuery(agent, delivery)) });
  const isPrepareNext = composers.some(({ data }) => data?.state === 'none' && data.canPrepare);
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
          onUndone();
        },
      },
    );
    if (!isDone) return;
    if (isLast && done.length === deliveries.length) onLeave('posted');
    else onHandled();
  }

  /** The windows make way for those of the next post. */
  async function later() {
    onLeave('later');
    const { closeComposer } = await import('@/domain/publishing/calls.ts');
    for (const [index, { data }] of composers.entries()) {
      const id = deliveries[index]?.id;
      if (id && data?.state === 'window') await closeComposer(agent, id);
    }
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
      onSeen={(url, isMarked) => {
        if (isMarked) refresh();
        else setLinks((now) => ({ ...now, [delivery.id]: now[delivery.id]?.trim() || url }));
      }}
      onPosted={deliveries.length > 1 ? () => void markPosted([delivery]) : null}
    />
  );

  return (
    <>
      {groupsOf(deliveries, post, linkTags).map(({ key, parts, comment, members }) => (
        <Group key={key} parts={parts} comment={comment} where={listed(members.map(placeOf))}>
          {(onCopied) => members.map((delivery) => row(delivery, parts, onCopied))}
        </Group>
      ))}
      <div
        data-bottom-bar
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t bg-background px-4 py-3 sm:mx-0 sm:px-0"
      >
        <Button
          variant={isPrepareNext ? 'outline' : 'default'}
          aria-disabled={isBusy}
          onClick={() => void markPosted(deliveries)}
        >
          <Check aria-hidden="true" />
          {words.posted(deliveries.length)}
        </Button>
        <Button variant="outline" onClick={() => void later().catch(() => undefined)}>
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

type GroupProps = {
  parts: readonly string[];
  comment: string;
  where: string;
  /** The rows of its platforms, which say how many of the parts they have copied. */
  children: (onCopied: (count: number) => void) => ReactNode;
};

/** A text with the platforms and accounts that it is for. */
function Group({ parts, comment, where, children }: GroupProps) {
  const [copied, setCopied] = useState(0);
  return (
    <section className="flex flex-col rounded-lg border bg-card">
      {parts.length > 1 ? (
        <div className="px-5 py-4">
          <ThreadText parts={parts} where={where} copied={copied} onCopied={setCopied} />
        </div>
      ) : (
        <TextPart caption={parts[0] ?? ''} where={where} />
      )}
      <ul className="divide-y border-t">{children(setCopied)}</ul>
      {comment ? (
        <div className="border-t px-5 py-4">
          <FirstComment comment={comment} />
        </div>
      ) : null}
    </section>
  );
}

/** A text as it goes out, to be read and copied. */
function TextPart({ caption, where }: { caption: string; where: string }) {
  if (!caption) return <p className="px-5 py-4 text-sm text-muted-foreground">{words.noText}</p>;
  return (
    <>
      <div className="flex items-center justify-between gap-3 px-5 pt-3.5">
        <p className="text-sm font-medium">{words.text}</p>
        <Button
          variant="outline"
          size="sm"
          aria-label={`${words.copy}: ${where}`}
          onClick={() => void copyText(caption, words.copied(where))}
        >
          <Copy aria-hidden="true" />
          {words.copy}
        </Button>
      </div>
      <section
        aria-label={words.textFor(where)}
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable for the arrow keys.
        tabIndex={0}
        className="max-h-52 overflow-y-auto px-5 pt-2 pb-4 text-sm leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {caption}
      </section>
    </>
  );
}

type PlaceRowProps = {
  delivery: PostDeliveriesRow;
  account: string | null;
  parts: readonly string[];
  onCopied: (count: number) => void;
  where: string;
  /** What was entered; undefined while there is no field. */
  link: string | undefined;
  isBadLink: boolean;
  onLink: (link: string) => void;
  /** The page showed the address of the live post; it may have been marked as published at once. */
  onSeen: (url: string, isMarked: boolean) => void;
  /** Null where the button below does the same. */
  onPosted: (() => void) | null;
};

/** A platform or account that the post is to be published to: its composer, and the link to the live post. */
function PlaceRow(props: PlaceRowProps) {
  const { delivery, account, parts, onCopied, where, link, isBadLink, onLink, onSeen, onPosted } = props;
  const composer = useComposer(delivery, parts, onCopied);
  const { preparation } = composer;
  const [url, isMarked] = preparation?.is === 'posted' ? [preparation.url, preparation.isMarked] : [null, false];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address.
  useEffect(() => {
    if (url !== null) onSeen(url, isMarked);
  }, [url, isMarked]);
  return (
    <li className="flex flex-col gap-3 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <AccountName platform={delivery.platform} account={account} />
        <div className="flex flex-wrap gap-2">
          <ComposerButton composer={composer} where={where} />
          {onPosted ? (
            <Button variant="outline" size="sm" aria-label={words.postedWhere(where)} onClick={onPosted}>
              {words.postedOne}
            </Button>
          ) : null}
          {link === undefined ? (
            <Button variant="ghost" size="sm" aria-label={words.addLinkWhere(where)} onClick={() => onLink('')}>
              <Link2 aria-hidden="true" />
              <span className="max-sm:hidden">{words.addLink}</span>
            </Button>
          ) : null}
        </div>
      </div>
      <ComposerNotes composer={composer} />
      {link === undefined ? null : (
        <div id={`link-${delivery.id}`}>
          <InputField
            label={words.link(where)}
            error={isBadLink ? words.badLink : null}
            type="url"
            autoComplete="off"
            placeholder="https://"
            // The button that was pressed to get it is gone.
            autoFocus
            value={link}
            onChange={(event) => onLink(event.target.value)}
          />
        </div>
      )}
    </li>
  );
}

/** The deliveries by what is to be copied for them. */
function groupsOf(
  deliveries: readonly PostDeliveriesRow[],
  { generated_content: content }: DeliveredPost,
  linkTags: Partial<LinkTags> | undefined,
) {
  const groups = new Map<string, ReturnType<typeof wordsOf> & { key: string; members: PostDeliveriesRow[] }>();
  for (const delivery of deliveries) {
    const text = wordsOf(delivery, content, linkTags);
    const key = JSON.stringify(text);
    const group = groups.get(key) ?? { ...text, key, members: [] };
    group.members.push(delivery);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const list = new Intl.ListFormat('en');
const listed = (names: readonly string[]) => list.format(names);
