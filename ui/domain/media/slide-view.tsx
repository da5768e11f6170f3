import { useQuery } from '@tanstack/react-query';
import { ImageOff, VideoOff } from 'lucide-react';
import { useState } from 'react';
import { Skeleton } from '@/components/skeleton.tsx';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { mediaMessages } from '@/domain/media/messages.ts';
import type { Address, Slide } from '@/domain/media/slides.ts';
import { cn } from '@/lib/class-names.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** How many characters of the caption replace a missing alternative text. */
const ALT_CHARACTERS = 120;

const NO_ADDRESS: Address = { path: null, url: null };

type SlideViewProps = {
  slide: Slide;
  caption: string;
  /** Shows a picture uncropped, with white borders. */
  isWhole?: boolean | undefined;
};

/** One picture or one playable video, or a note if it cannot be loaded. Fills its frame. */
export function SlideView({ slide, caption, isWhole = false }: SlideViewProps) {
  const { url, fail } = useLoadableUrl(slide);
  const poster = useSlideUrl(slide.poster ?? NO_ADDRESS);
  const alt = slide.alt || mediaMessages.alt[slide.kind](caption.slice(0, ALT_CHARACTERS));
  if (url === undefined) return <Skeleton className="size-full rounded-none" />;
  if (url === null) return <Unavailable kind={slide.kind} />;
  if (slide.kind === 'image') {
    return (
      <img
        src={url}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={cn('size-full', isWhole ? 'bg-white object-contain' : 'object-cover')}
        onError={fail}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: members upload a video alone; what it says stands in the post's caption beside it.
    <video
      src={url}
      poster={poster ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={alt}
      className="size-full bg-black object-contain"
      onError={fail}
    />
  );
}

/**
 * A small, silent version of a slide; a video shows its poster. For frames that are hidden from screen readers, beside
 * a text that describes them.
 */
export function SlideThumbnail({ slide }: { slide: Slide }) {
  const { url, fail } = useLoadableUrl(slide.poster ?? slide);
  if (url === undefined) return <Skeleton className="size-full rounded-none" />;
  if (url === null) return <ImageOff className="size-5" strokeWidth={1.6} aria-hidden="true" />;
  if (slide.kind === 'image' || slide.poster) {
    return <img src={url} alt="" loading="lazy" decoding="async" className="size-full object-cover" onError={fail} />;
  }
  return <video src={url} muted playsInline preload="metadata" className="size-full object-cover" onError={fail} />;
}

/** The slide's URL; null once the browser has failed to load it. */
function useLoadableUrl(address: Address) {
  const url = useSlideUrl(address);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return { url: url === failedUrl ? null : url, fail: () => setFailedUrl(url ?? null) };
}

function Unavailable({ kind }: Pick<Slide, 'kind'>) {
  const Icon = kind === 'video' ? VideoOff : ImageOff;
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 p-4 text-center text-[0.8125rem] text-muted-foreground">
      <Icon className="size-5" aria-hidden="true" />
      {mediaMessages.unavailable[kind]}
    </div>
  );
}

/**
 * The URL of a picture or video: undefined while it is being signed, null if there is none. A file of the bucket is
 * only available through its signed URL: its `url` fails, because the bucket is private.
 */
function useSlideUrl(address: Address): string | null | undefined {
  const supabase = useSupabase();
  const { path } = address;
  const signed = useQuery({ ...mediaUrlQuery(supabase, path ?? ''), enabled: path !== null });
  if (path !== null && signed.isPending) return undefined;
  return path === null ? address.url : (signed.data ?? null);
}
