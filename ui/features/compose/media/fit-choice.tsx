import { TAB_CLASSES } from '@/components/tabs.tsx';
import type { Draft } from '@/features/compose/draft/draft.ts';
import { mediaMessages } from '@/features/compose/media/messages.ts';
import { isStory } from '../../../../shared/platforms/story.ts';
import { fittedItems, shapesOf, withFit } from '../../../../shared/publishing/picture-fit.ts';

const words = mediaMessages.fit;
const FITS = ['crop', 'pad'] as const;

type FitChoiceProps = { draft: Draft; isFixed: boolean; onEdit: (change: (draft: Draft) => Draft) => void };

/** How to fit pictures to a platform's shapes; nothing when all fit. A story is never cut. */
export function FitChoice({ draft: { media, platforms, options }, isFixed, onEdit }: FitChoiceProps) {
  const shapes = platforms
    .filter((platform) => !isStory(options[platform], media))
    .flatMap((platform) => shapesOf(platform, fittedItems(media)))
    .filter((shape) => shape !== null);
  if (shapes.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 border-t pt-3 text-sm" disabled={isFixed}>
      <legend className="sr-only">{words.title}</legend>
      <span aria-hidden="true" className="mr-1.5 min-w-0">
        {words.title}
      </span>
      {FITS.map((fit) => (
        <button
          key={fit}
          type="button"
          aria-pressed={shapes.every(({ how }) => how === fit)}
          className={TAB_CLASSES}
          onClick={() => onEdit((now) => ({ ...now, media: withFit(now.media, fit) }))}
        >
          {words[fit]}
        </button>
      ))}
    </fieldset>
  );
}
