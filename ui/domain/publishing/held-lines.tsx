import { CalendarClock, Info } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { type DeliverySummary, useSituations } from '@/domain/publishing/deliveries.ts';
import { AccountName } from '@/domain/publishing/delivery-lines.tsx';
import { heldMessages as words } from '@/domain/publishing/messages.ts';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';

type HeldLinesProps = {
  postId: string;
  deliveries: readonly DeliverySummary[];
  /** Shows where to find the held post, and offers to take it back. */
  isDetailed?: boolean;
};

/** The result of handing a scheduled post over early, one line per account; renders nothing if that was not tried. */
export function HeldLines({ postId, deliveries, isDetailed = false }: HeldLinesProps) {
  const { act, isBusy } = useDeliveryAction();
  const timeZone = useTimeZone();
  const describe = useSituations();
  const told = deliveries.filter(isTold);
  if (told.length === 0) return null;
  // The sentence already names the platform.
  const isOneOfMore = ({ platform }: DeliverySummary) => told.filter((one) => one.platform === platform).length > 1;
  const isHeld = told.some(({ state }) => state === 'handed_over');
  const takeBack = () => act(words.takenBack, (calls, agent) => calls.takeBackPost(agent, postId));
  return (
    <div className="flex w-full flex-col items-start gap-2.5">
      <ul aria-label={words.title} className="flex w-full flex-col gap-2">
        {told.map((delivery) => {
          const { id, platform, state, held_id, held_until, error_text } = delivery;
          const { account } = describe(delivery);
          const { holds } = platformOf(platform);
          const Icon = held_until ? CalendarClock : Info;
          return (
            <li key={id} className="flex items-start gap-2 text-[0.8125rem] leading-snug">
              <Icon
                aria-hidden="true"
                className={`mt-0.5 size-4 shrink-0 ${held_until ? 'text-primary' : 'text-muted-foreground'}`}
              />
              <span className="flex min-w-0 flex-col items-start gap-1">
                {isOneOfMore(delivery) ? <AccountName platform={platform} account={account} /> : null}
                {held_until ? (
                  <span>
                    {state === 'handed_over'
                      ? words.held(platform, formatDateTime(held_until, timeZone))
                      : words.handing(platform)}
                  </span>
                ) : null}
                {error_text ? (
                  <span dir="auto" className="[overflow-wrap:anywhere] text-muted-foreground">
                    {error_text}
                  </span>
                ) : null}
                {isDetailed && state === 'handed_over' && holds ? (
                  holds.place ? (
                    <PostLink
                      url={holds.place.url.replace('{id}', encodeURIComponent(held_id ?? ''))}
                      platform={platform}
                      label={words.where(holds.place.name)}
                    />
                  ) : (
                    <span className="text-muted-foreground">{words.nowhere(platform)}</span>
                  )
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
      {isDetailed && isHeld ? (
        <Button variant="outline" size="sm" aria-disabled={isBusy} onClick={() => void takeBack()}>
          {words.takeBack}
        </Button>
      ) : null}
    </div>
  );
}

/** Held, being handed over, or refused with a reason. */
function isTold({ state, held_until, error_text }: DeliverySummary): boolean {
  if (held_until !== null) return state === 'handed_over' || state === 'publishing' || state === 'needs_review';
  return state === 'cancelled' && error_text !== null;
}
