import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Globe, RotateCcw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { LinkCardDialog } from '@/domain/posts/preview/link-card-dialog.tsx';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/messages.ts';
import { publishingApi } from '../../../../shared/api/publishing.ts';
import {
  type CardContent,
  cardPlan,
  type LinkCard,
  linkCardSchema,
  type ReadCard,
} from '../../../../shared/posts/link-card.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';

const words = previewMessages.linkCard;

type LinkCardPartProps = {
  platform: Platform;
  /** The complete outgoing text, in which links are found. */
  text: string;
  /** The user's own card; null for the page's. */
  chosen: LinkCard | null;
  /** Without it the card is read-only. */
  onChange?: ((card: LinkCard | null) => void) | undefined;
};

/**
 * The card of a post's link: the one that is sent with the post, which can be edited, or the one that the platform
 * makes from the page. Renders nothing for other platforms and texts.
 */
export function LinkCardPart(props: LinkCardPartProps) {
  // The user's card from before the card was removed, for restoring it.
  const [before, setBefore] = useState<LinkCard | null>(null);
  const isFocusLost = useRef(false);
  const { platform, text } = props;
  const isSent = platformOf(platform).linkCard !== undefined;
  const onChange = isSent ? props.onChange : undefined;
  // Other tools may have stored an invalid card.
  const chosen = linkCardSchema
    .nullable()
    .catch(null)
    .parse(isSent ? props.chosen : null);
  const plan = cardPlan(chosen, text);
  const own = plan.kind === 'chosen' ? plan.card : null;
  const url = own?.url ?? (plan.kind === 'read' ? plan.url : null);
  const isTyped = useSettled(url) !== url;
  // If the pressed button has disappeared, the one in its place takes the focus.
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    if (button && isFocusLost.current && document.activeElement === document.body) button.focus();
    if (button) isFocusLost.current = false;
  }, []);
  if (!isSent && !platformOf(platform).look.readsLinks) return null;
  if (url !== null) {
    const remove = () => {
      setBefore(chosen);
      isFocusLost.current = true;
      onChange?.({ off: true });
    };
    return <ReadLinkCard {...props} {...{ url, own, isTyped, isSent, onChange, remove, takeFocus }} />;
  }
  if (cardPlan(null, text).kind === 'none') return null;
  return (
    <Row>
      <p className="text-[0.8125rem] text-muted-foreground">{words.without}</p>
      {onChange ? (
        <Button
          ref={takeFocus}
          variant="outline"
          size="sm"
          onClick={() => {
            isFocusLost.current = true;
            onChange(before);
          }}
        >
          {words.again}
        </Button>
      ) : null}
    </Row>
  );
}

type ReadLinkCardProps = LinkCardPartProps & {
  url: string;
  /** The user's own card. */
  own: CardContent | null;
  /** The address is still being typed, so its page is not read yet. */
  isTyped: boolean;
  isSent: boolean;
  remove: () => void;
  takeFocus: (button: HTMLButtonElement | null) => void;
};

function ReadLinkCard({ platform, url, own, isTyped, isSent, onChange, remove, takeFocus }: ReadLinkCardProps) {
  const [isEditing, setEditing] = useState(false);
  const page = useLinkCard(isTyped ? null : url);
  const read = page.data;
  const hasOtherPicture = Boolean(own?.image && read && own.image !== read.card?.image);
  const other = useLinkCard(hasOtherPicture ? url : null, own?.image ?? undefined);
  const card = own ?? read?.card ?? null;
  const shown = hasOtherPicture ? other.data : read;
  const isWaiting = page.isPending || (hasOtherPicture && other.isPending);
  const problem = page.isError ? words.failed(failureReason(page.error)) : own && !own.image ? null : shown?.problem;
  if (isWaiting && !own) {
    return (
      <div className="mx-3.5 mb-3.5 overflow-hidden rounded-xl border" role="status">
        <span className="sr-only">{words.loading}</span>
        <Skeleton className="h-40 rounded-none" />
        <div className="flex flex-col gap-2 p-3">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/2" />
        </div>
      </div>
    );
  }
  return (
    <>
      {card ? (
        <CardFrame platform={platform} card={card} picture={card.image ? (shown?.picture ?? null) : null} />
      ) : null}
      {/* The platform may still be able to read the page. */}
      {problem && isSent ? (
        <p role="status" className="px-3.5 pb-3 text-[0.8125rem] break-words text-muted-foreground">
          {problem}
        </p>
      ) : null}
      {onChange ? (
        <Row>
          {problem ? (
            <Button
              variant="outline"
              size="sm"
              aria-disabled={page.isFetching}
              onClick={() => page.isFetching || void (hasOtherPicture ? other.refetch() : page.refetch())}
            >
              <RotateCcw aria-hidden="true" />
              {words.retry}
            </Button>
          ) : null}
          <Button ref={takeFocus} variant="outline" size="sm" onClick={() => setEditing(true)}>
            {card ? words.edit : words.write}
          </Button>
          {card ? (
            <Button variant="outline" size="sm" onClick={remove}>
              {words.remove}
            </Button>
          ) : null}
        </Row>
      ) : null}
      {isEditing && onChange ? (
        <LinkCardDialog
          card={card ?? { url, title: '', description: '', image: null }}
          picture={own?.image ?? read?.card?.image ?? null}
          onReset={own ? () => onChange(null) : null}
          onSave={onChange}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <fieldset aria-label={words.actions} className="flex flex-wrap items-center gap-2 border-t px-3.5 py-2.5">
      {children}
    </fieldset>
  );
}

type CardFrameProps = { platform: Platform; card: CardContent; picture: string | null };

/** A card with the picture above the texts, or with a small one beside the title and no description. */
function CardFrame({ platform, card, picture }: CardFrameProps) {
  const { title, description, url } = card;
  const host = new URL(url).host.replace(/^www\./, '');
  if (platformOf(platform).linkCard === 'beside') {
    return (
      <div className="mx-3.5 mb-3.5 flex items-center gap-3 rounded-md border bg-muted p-3">
        {picture ? (
          <img src={picture} alt="" className="h-18 w-32 shrink-0 rounded-md object-cover max-sm:w-24" />
        ) : null}
        <div className="flex min-w-0 flex-col gap-1">
          <Line lines={2} className="text-sm font-semibold">
            {title}
          </Line>
          <p className="truncate text-xs text-muted-foreground">{host}</p>
        </div>
      </div>
    );
  }
  if (picture && platformOf(platform).look.readsLinks === 'picture') {
    return (
      <div className="mx-3.5 mb-3.5">
        <div className="relative overflow-hidden rounded-xl border">
          <img src={picture} alt="" className="aspect-[1.91] w-full object-cover" />
          <p
            dir="auto"
            className="absolute bottom-2.5 left-2.5 max-w-[calc(100%-1.25rem)] truncate rounded-sm bg-black/75 px-1.5 text-[0.8125rem] text-white"
          >
            {title}
          </p>
        </div>
        <p className="mt-1 truncate text-xs text-muted-foreground">{words.from(host)}</p>
      </div>
    );
  }
  return (
    <div className="mx-3.5 mb-3.5 overflow-hidden rounded-xl border">
      {picture ? <img src={picture} alt="" className="aspect-[1.91] w-full border-b object-cover" /> : null}
      <div className="flex flex-col gap-1 p-3">
        <Line lines={3} className="text-[0.9375rem] font-semibold">
          {title}
        </Line>
        {description ? (
          <Line lines={2} className="text-sm">
            {description}
          </Line>
        ) : null}
        <p className="mt-1 flex items-center gap-1.5 border-t pt-2 text-xs text-muted-foreground">
          <Globe className="size-3 shrink-0" aria-hidden="true" />
          <span className="truncate">{host}</span>
        </p>
      </div>
    </div>
  );
}

function Line({ lines, className, children }: { lines: 2 | 3; className: string; children: string }) {
  return (
    <p dir="auto" className={cn('leading-snug break-words', lines === 2 ? 'line-clamp-2' : 'line-clamp-3', className)}>
      {children}
    </p>
  );
}

/** How long an address must stay unchanged before its page is read, in milliseconds: half an address has no page. */
const SETTLED_MS = 700;
/** How long a page's card stays fresh, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/** The card of a URL's page, with another picture if `image` is given; disabled for null. */
function useLinkCard(url: string | null, image?: string): UseQueryResult<ReadCard> {
  const agent = useAgent();
  return useQuery({
    queryKey: ['link-card', url, image],
    queryFn: ({ signal }) => askAgent(agent, publishingApi.readLinkCard, { body: { url: url ?? '', image } }, signal),
    enabled: url !== null,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** Returns an address once it has stayed unchanged for a while; the first one at once. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
