import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button.tsx';
import { mediaMessages } from '@/domain/media/messages.ts';
import { SlideView } from '@/domain/media/slide-view.tsx';
import type { Slide } from '@/domain/media/slides.ts';

const FEED_RATIO = 4 / 5;
const { carousel, slide: slideOf, previous, next } = mediaMessages;

type PostMediaProps = {
  slides: Slide[];
  caption: string;
  /** Width by height; null for the feed's 4:5. */
  ratio?: number | null;
  /** Whether each slide, by position, is shown whole with white borders; the others fill the frame. */
  wholes?: readonly boolean[];
};

/**
 * A post's picture or video in one frame. Several slides scroll sideways, by hand or with the buttons below them, so
 * that these cover neither a picture nor a video's controls.
 */
export function PostMedia({ slides, caption, ratio = null, wholes = [] }: PostMediaProps) {
  const [first] = slides;
  if (slides.length === 1 && first) {
    return (
      <div className="border-b bg-muted" style={{ aspectRatio: ratio ?? FEED_RATIO }}>
        <SlideView slide={first} caption={caption} isWhole={wholes[0]} />
      </div>
    );
  }
  return <Carousel slides={slides} caption={caption} ratio={ratio} wholes={wholes} />;
}

function Carousel({ slides, caption, ratio, wholes }: Required<PostMediaProps>) {
  const strip = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);

  function show(target: number) {
    const element = strip.current;
    element?.scrollTo({ left: target * element.clientWidth, behavior: 'smooth' });
  }

  return (
    <div className="border-b bg-muted">
      <section
        ref={strip}
        aria-label={carousel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable for the arrow keys.
        tabIndex={0}
        onScroll={({ currentTarget }) => setIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
        style={{ aspectRatio: ratio ?? FEED_RATIO }}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] focus-visible:-outline-offset-2"
      >
        {slides.map((slide, position) => (
          <div key={slide.path ?? slide.url ?? position} className="h-full w-full shrink-0 snap-start">
            <SlideView slide={slide} caption={caption} isWhole={wholes[position]} />
          </div>
        ))}
      </section>
      <div className="flex items-center justify-between border-t bg-card px-4 py-1.5">
        <p aria-live="polite" className="text-xs font-medium text-muted-foreground tabular-nums">
          {slideOf(index + 1, slides.length)}
        </p>
        <div className="flex gap-1.5">
          <Step label={previous} disabled={index === 0} onClick={() => show(index - 1)} icon={ChevronLeft} />
          <Step
            label={next}
            disabled={index === slides.length - 1}
            onClick={() => show(index + 1)}
            icon={ChevronRight}
          />
        </div>
      </div>
    </div>
  );
}

type StepProps = { label: string; disabled: boolean; onClick: () => void; icon: typeof ChevronLeft };

/** Stays focusable at either end, so that the last step does not lose the focus. */
function Step({ label, disabled, onClick, icon: Icon }: StepProps) {
  return (
    <IconButton
      icon={Icon}
      label={label}
      aria-disabled={disabled}
      className="aria-disabled:opacity-40"
      onClick={() => disabled || onClick()}
    />
  );
}
