import { FileVideo, ImageOff, Play } from 'lucide-react';
import { Skeleton } from '@/components/skeleton.tsx';
import { kindOf, type MediaFile } from '@/features/media/media-file.ts';
import { mediaMessages } from '@/features/media/messages.ts';
import { useMediaSource } from '@/features/media/use-media-source.ts';
import { cn } from '@/lib/class-names.ts';

/** Position of a video's preview frame: not 0, because many begin with black. */
const FRAME_SECONDS = 0.1;

/**
 * The picture, or the video's poster or a frame of it, as a tile; hidden from screen readers, which read the tile's
 * text.
 */
export function MediaThumbnail({ file }: { file: MediaFile }) {
  const { source, onError } = useMediaSource(file.poster ?? file.path);
  if (source.state === 'loading') return <Skeleton className="absolute inset-0 rounded-none" />;
  if (source.state !== 'ready' || kindOf(file) === 'file')
    return <Fallback file={file} gone={source.state === 'gone'} />;
  const look = 'absolute inset-0 size-full object-cover';
  if (kindOf(file) === 'picture') {
    return <img src={source.url} alt="" decoding="async" className={look} onError={onError} />;
  }
  return (
    <>
      {file.poster ? (
        <img src={source.url} alt="" decoding="async" className={look} onError={onError} />
      ) : (
        <video
          src={`${source.url}#t=${FRAME_SECONDS}`}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          className={cn(look, 'bg-black')}
          onError={onError}
        />
      )}
      <span className="absolute inset-0 m-auto flex size-11 items-center justify-center rounded-full bg-card/90 text-foreground shadow-raised">
        <Play className="size-4.5 translate-x-px fill-current" aria-hidden="true" />
      </span>
    </>
  );
}

/**
 * The whole picture, or the video with its controls, fitted to its frame. Calls `onSize` with its dimensions in pixels
 * once known.
 */
export function MediaView({ file, alt, onSize }: { file: MediaFile; alt: string; onSize: (size: string) => void }) {
  const { source, onError } = useMediaSource(file.path);
  const poster = useMediaSource(file.poster ?? file.path).source;
  if (source.state === 'loading') return <Skeleton className="h-80 w-full rounded-none" />;
  if (source.state !== 'ready' || kindOf(file) === 'file') {
    return (
      <div className="relative h-80 w-full">
        <Fallback file={file} gone={source.state === 'gone'} />
      </div>
    );
  }
  if (kindOf(file) === 'picture') {
    return (
      <img
        src={source.url}
        alt={alt}
        className="max-h-[50dvh] max-w-full object-contain md:max-h-[78dvh]"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize(`${naturalWidth} × ${naturalHeight}`)}
        onError={onError}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: members upload a video alone; what it says stands in the captions of its posts.
    <video
      src={source.url}
      poster={file.poster && poster.state === 'ready' ? poster.url : undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={alt}
      className="max-h-[50dvh] w-full bg-black focus-visible:-outline-offset-2 md:max-h-[78dvh]"
      onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => onSize(`${videoWidth} × ${videoHeight}`)}
      onError={onError}
    />
  );
}

function Fallback({ file, gone }: { file: MediaFile; gone: boolean }) {
  const Icon = kindOf(file) === 'video' ? FileVideo : ImageOff;
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-4 text-center text-[0.8125rem] text-muted-foreground">
      <Icon className="size-5" strokeWidth={1.6} aria-hidden="true" />
      {gone ? mediaMessages.gone : mediaMessages.unavailable}
    </span>
  );
}
