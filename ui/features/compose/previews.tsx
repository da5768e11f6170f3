import { useDeferredValue } from 'react';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { LinkCardPart } from '@/domain/posts/preview/link-card.tsx';
import { hintsOf } from '@/domain/posts/preview/messages.ts';
import { outgoingOf } from '@/domain/posts/preview/outgoing.ts';
import { PlatformFrame } from '@/domain/posts/preview/platform-previews.tsx';
import { type ChosenDestination, limitsOf } from '@/features/compose/destinations/chosen.ts';
import { type Draft, fieldsOf, type Target, wordsFor } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { type Platform, platformLabel } from '../../../shared/posts/platforms.ts';

const words = composeMessages.preview;

type PreviewsProps = {
  draft: Draft;
  destinations: readonly ChosenDestination[];
  target: Target;
  shown: Platform | null;
  onShow: (platform: Platform) => void;
  isFixed: boolean;
  onEdit: (change: (draft: Draft) => Draft) => void;
};

/** Previews of the post, one platform at a time, updated while typing. */
export function Previews({ draft: latest, destinations, target, shown, onShow, isFixed, onEdit }: PreviewsProps) {
  // Keeps typing responsive.
  const draft = useDeferredValue(latest);
  const platforms = [...new Set(destinations.map(({ platform }) => platform))];
  const platform = platforms.find((candidate) => candidate === shown) ?? platforms[0];
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-4">
      <h2 className="text-sm font-medium">{words.title}</h2>
      {platform ? (
        <>
          <fieldset className="flex flex-wrap gap-1.5" aria-label={words.title}>
            {platforms.map((candidate) => (
              <button
                key={candidate}
                type="button"
                aria-pressed={candidate === platform}
                aria-label={platformLabel(candidate)}
                title={platformLabel(candidate)}
                className={TAB_CLASSES}
                onClick={() => onShow(candidate)}
              >
                <PlatformMark platform={candidate} />
                {candidate === platform ? platformLabel(candidate) : null}
              </button>
            ))}
          </fieldset>
          <OnePreview {...{ draft, destinations, target, platform, isFixed, onEdit }} />
        </>
      ) : (
        <p className="rounded-lg border border-dashed px-5 py-10 text-center text-sm text-muted-foreground text-balance">
          {words.choose}
        </p>
      )}
    </section>
  );
}

type OnePreviewProps = Pick<PreviewsProps, 'draft' | 'destinations' | 'target' | 'isFixed' | 'onEdit'> & {
  platform: Platform;
};

function OnePreview({ draft, destinations, target, platform, isFixed, onEdit }: OnePreviewProps) {
  const isAccount = target.kind === 'account' && target.platform === platform;
  const here = destinations.filter((destination) => destination.platform === platform);
  const account = here.find((d) => isAccount && d.account?.id === target.id) ?? here[0];
  const { caption, hashtags, media, as_document, link_card, options } = fieldsOf(draft);
  const own = wordsFor(draft, isAccount ? target : { kind: 'platform', platform });
  const slides = slidesOf({ media, media_url: null, content_type: 'image' });
  const outgoing = outgoingOf(
    platform,
    { caption, hashtags, alternatives: { [platform]: own }, updated_at: '' },
    media,
    as_document,
    { limits: account && limitsOf(account), tagging: account?.tagging, options: options[platform] },
  );
  return (
    <>
      <PlatformFrame
        outgoing={outgoing}
        slides={slides}
        media={media}
        account={account?.name ?? ''}
        handle={account?.account?.channel?.handle ?? null}
        card={
          <LinkCardPart
            platform={platform}
            text={outgoing.written}
            chosen={link_card}
            onChange={isFixed ? undefined : (linkCard) => onEdit((now) => ({ ...now, linkCard }))}
          />
        }
      />
      {hintsOf(outgoing).map((hint) => (
        <p key={hint} className="text-[0.8125rem] text-muted-foreground">
          {hint}
        </p>
      ))}
    </>
  );
}
