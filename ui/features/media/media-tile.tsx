import { ImageOff } from 'lucide-react';
import type { MediaFile } from '@/features/media/load-media.ts';
import { mediaMessages } from '@/features/media/messages.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';

/** A picture, or a video that can be played, with when it was made. */
export function MediaTile({ file }: { file: MediaFile }) {
  const made = formatDateTime(file.created_at, useTimeZone());
  return (
    <li className="overflow-hidden rounded-lg border bg-card">
      <div className="flex aspect-4/5 items-center justify-center bg-muted">
        <MediaPreview file={file} made={made} />
      </div>
      <p className="border-t px-3 py-2 text-[0.8125rem] text-muted-foreground tabular-nums">{made}</p>
    </li>
  );
}

function MediaPreview({ file, made }: { file: MediaFile; made: string }) {
  if (!file.url) return <ImageOff className="size-6 text-muted-foreground" aria-hidden="true" />;
  if (file.mime_type?.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people upload these videos themselves, without captions.
      <video
        src={file.url}
        controls
        preload="metadata"
        aria-label={mediaMessages.video(made)}
        className="size-full object-contain"
      />
    );
  }
  return <img src={file.url} alt={mediaMessages.picture(made)} loading="lazy" className="size-full object-cover" />;
}
