import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Attempts } from '@/domain/publishing/attempts.tsx';
import { type DeliveredPost, type Situation, useSituations } from '@/domain/publishing/deliveries.ts';
import { AccountName } from '@/domain/publishing/delivery-lines.tsx';
import { CancelQuestion, MarkDialog, SendAgainQuestion } from '@/domain/publishing/delivery-questions.tsx';
import { Growth } from '@/domain/publishing/growth.tsx';
import { deliveryToasts, situationText, deliveryMessages as words } from '@/domain/publishing/messages.ts';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { SituationBadge } from '@/domain/publishing/situation-badge.tsx';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { YourTurn } from '@/domain/publishing/your-turn.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type DeliveryCardProps = {
  delivery: PostDeliveriesRow;
  post: DeliveredPost;
  /** Also shows each attempt. */
  hasHistory?: boolean;
};

/** One delivery: its destination, its state, what that means, and what can be done now. */
export function DeliveryCard({ delivery, post, hasHistory = false }: DeliveryCardProps) {
  const timeZone = useTimeZone();
  const { situation, account, hasChannel } = useSituations()(delivery);
  const { platform, figures, error_text, published_at } = delivery;
  const text = situationText(
    situation,
    platform,
    delivery.retry_after && formatDateTime(delivery.retry_after, timeZone),
  );
  return (
    <article data-delivery={delivery.id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm">
        <AccountName platform={platform} account={account} />
        <SituationBadge situation={situation} />
        <PostLink url={delivery.remote_url} platform={platform} />
        <PostLink url={commentUrl(delivery)} platform={platform} label={words.openComment} />
      </div>
      {text ? <p className="text-[0.8125rem] leading-snug text-pretty">{text}</p> : null}
      {error_text && (situation !== 'published' || delivery.error_class === null) ? (
        <blockquote className="border-l-2 pl-3 text-[0.8125rem] [overflow-wrap:anywhere]">
          {isTheirs(delivery) ? (
            <span className="block text-xs text-muted-foreground">{words.theirWords(platform)}</span>
          ) : null}
          <span dir="auto">{error_text}</span>
        </blockquote>
      ) : null}
      {published_at ? (
        <p className="text-xs text-muted-foreground tabular-nums">
          <time dateTime={published_at}>{formatDateTime(published_at, timeZone)}</time>
          {figures && words.figures(figures) ? ` · ${words.figures(figures)}` : null}
        </p>
      ) : null}
      {hasHistory && figures ? <Growth postId={post.id} deliveryId={delivery.id} /> : null}
      {situation === 'by_hand' ? <YourTurn delivery={delivery} content={post.generated_content} /> : null}
      <DeliveryActions delivery={delivery} situation={situation} account={account} hasChannel={hasChannel} />
      {hasHistory ? (
        <Attempts
          attempts={delivery.attempts}
          isUnderWay={delivery.state === 'preparing' || delivery.state === 'publishing'}
        />
      ) : null}
    </article>
  );
}

/** The URL of the first comment; null if it has not been posted. */
function commentUrl({ outgoing, parts }: PostDeliveriesRow): string | null {
  return (outgoing?.hasFirstComment && parts[outgoing.parts.length - 1]?.url) || null;
}

type DeliveryActionsProps = {
  delivery: PostDeliveriesRow;
  situation: Situation;
  account: string | null;
  hasChannel: boolean;
};

/** The actions that the user can take on a delivery; renders nothing if there are none. */
function DeliveryActions({ delivery, situation, account, hasChannel }: DeliveryActionsProps) {
  const { act, isBusy } = useDeliveryAction();
  const [asked, setAsked] = useState<'mark' | 'send_again' | 'cancel' | null>(null);
  const close = () => setAsked(null);
  const { id, state, platform } = delivery;
  const isOpen = state === 'failed' || state === 'needs_review' || state === 'waiting';
  const isCancellable = isOpen || state === 'pending' || state === 'preparing';
  if (!isCancellable) return null;
  const where = words.where(account, platformLabel(platform));
  const retry = () => act(deliveryToasts.retried, (calls, agent) => calls.retryDelivery(agent, id));
  const ending = CANCELS[state] ?? 'dismiss';
  const needsLogin = situation === 'reconnect' || situation === 'signed_out';
  return (
    <div className="flex flex-wrap gap-2">
      {needsLogin ? (
        <Button asChild variant="outline" size="sm">
          <Link to="/accounts">{words.connectAgain}</Link>
        </Button>
      ) : null}
      {isOpen && hasChannel && situation !== 'reconnect' ? (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isBusy}
          onClick={() => (situation === 'in_doubt' ? setAsked('send_again') : void retry())}
        >
          {retryLabel(situation)}
        </Button>
      ) : null}
      {isOpen ? (
        <Button variant="outline" size="sm" onClick={() => setAsked('mark')}>
          {words.mark}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" onClick={() => setAsked('cancel')}>
        {words[ending]}
      </Button>
      {asked === 'mark' ? <MarkDialog id={id} where={where} onClose={close} /> : null}
      {asked === 'send_again' ? <SendAgainQuestion id={id} platform={platform} onClose={close} /> : null}
      {asked === 'cancel' ? (
        <CancelQuestion id={id} where={where} ending={ending} isInDoubt={situation === 'in_doubt'} onClose={close} />
      ) : null}
    </div>
  );
}

/** Whether the error text is the platform's; otherwise it is ours, about a problem that the agent found. */
function isTheirs({ error_class, attempts }: PostDeliveriesRow): boolean {
  const isOfPlatform = error_class === 'auth' || error_class === 'rate_limit' || error_class === 'rejected';
  // Problems that the agent finds itself are reported before it calls the platform.
  return isOfPlatform && attempts.at(-1)?.exchanges?.length !== 0;
}

/** The name of the action that ends a delivery in this state; in all others it is "dismiss". */
const CANCELS: Partial<Record<PostDeliveriesRow['state'], 'cancel' | 'skip'>> = {
  pending: 'cancel',
  preparing: 'cancel',
  waiting: 'skip',
};

function retryLabel(situation: Situation): string {
  if (situation === 'in_doubt') return words.sendAgain;
  return situation === 'late' || situation === 'by_hand' ? words.publishNow : words.retry;
}
