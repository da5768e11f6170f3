import { memo } from 'react';
import { type MediaFile, sizeLabel, typeLabel, usageLine } from '@/features/media/media-file.ts';
import { MediaThumbnail } from '@/features/media/media-preview.tsx';
import { useNear } from '@/features/media/use-near.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDateTime } from '@/lib/time.ts';

type MediaTileProps = { file: MediaFile; timeZone: string; onOpen: (file: MediaFile) => void };

/**
 * One file of the grid: its picture, where it is used, what it is and when it came. A button that opens it. Pictures, videos and signed addresses are
 * there only near the window, so that thousands of tiles stay light.
 */
export const MediaTile = memo(function MediaTile({ file, timeZone, onOpen }: MediaTileProps) {
  const [ref, near] = useNear<HTMLLIElement>();
  const added = formatDateTime(file.created_at, timeZone);
  const usage = usageLine(file.uses);
  const facts = `${typeLabel(file)}, ${sizeLabel(file)}`;
  return (
    <li ref={ref} className="min-w-0 [content-visibility:auto] [contain-intrinsic-size:auto_20rem]">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(file)}
        className="flex size-full flex-col overflow-hidden rounded-lg border bg-card text-left transition-colors duration-150 hover:border-input focus-visible:-outline-offset-2"
      >
        <span className="relative block aspect-4/5 w-full overflow-hidden border-b bg-muted">
          {near ? <MediaThumbnail file={file} /> : null}
        </span>
        <span className="flex w-full flex-col gap-0.5 px-3 py-2.5 text-xs text-muted-foreground">
          <span
            dir="auto"
            className={cn('truncate text-[0.8125rem]', file.uses.length > 0 && 'font-medium text-foreground')}
          >
            {usage}
          </span>
          <span className="text-balance tabular-nums">{facts}</span>
          <span className="text-balance tabular-nums">{added}</span>
        </span>
      </button>
    </li>
  );
});
