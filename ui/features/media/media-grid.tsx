import { memo, useCallback, useState } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import { ListEnd, LongList, type More } from '@/components/long-list.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import {
  durationLabel,
  type MediaFile,
  sizeLabel,
  titleOf,
  typeLabel,
  usageLine,
} from '@/features/media/media-file.ts';
import { MediaThumbnail } from '@/features/media/media-preview.tsx';
import { MediaViewer } from '@/features/media/media-viewer.tsx';
import { binMessages, mediaMessages, selectionMessages } from '@/features/media/messages.ts';
import type { Selection } from '@/features/media/use-selection.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDateTime } from '@/lib/time.ts';
import { useNear } from '@/lib/use-near.ts';
import { hoursUntilPurge } from '../../../shared/posts/content-retention.ts';

/** Files per block: whole rows, with two, three, four or five tiles each. */
const BLOCK_SIZE = 60;

export const MEDIA_GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 xl:grid-cols-5';

type MediaGridProps = { files: MediaFile[]; selection: Selection; more: More | null };

/** The files as tiles, and the opened one. Loads more as the end of the list comes near. */
export function MediaGrid({ files, selection, more }: MediaGridProps) {
  const timeZone = useTimeZone();
  const { toggle } = selection;
  const [opened, setOpened] = useState<MediaFile | null>(null);
  const open = useCallback((file: MediaFile) => setOpened(file), []);
  return (
    <>
      <h2 className="sr-only">{mediaMessages.list}</h2>
      <div className="flex flex-col gap-3 sm:gap-4">
        <LongList
          items={files}
          blockSize={BLOCK_SIZE}
          className={MEDIA_GRID}
          render={(file) => (
            <MediaTile
              key={file.id}
              file={file}
              timeZone={timeZone}
              isSelected={selection.chosen.has(file.path)}
              isSelecting={selection.chosen.size > 0}
              onOpen={open}
              onToggle={toggle}
            />
          )}
        />
      </div>
      {more ? <ListEnd {...more} words={mediaMessages} /> : null}
      {opened ? (
        <MediaViewer
          file={files.find(({ id }) => id === opened.id) ?? opened}
          files={files}
          onChange={setOpened}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

type MediaTileProps = {
  file: MediaFile;
  timeZone: string;
  isSelected: boolean;
  /** Other files are selected: all checkboxes are visible. */
  isSelecting: boolean;
  onOpen: (file: MediaFile) => void;
  onToggle: (file: MediaFile) => void;
};

/**
 * A file's tile: its picture, name, use, type and age. A button opens it, and a checkbox selects it. Outside the window
 * only a placeholder is rendered, so that thousands stay fast.
 */
const MediaTile = memo(function MediaTile(props: MediaTileProps) {
  const [ref, near] = useNear<HTMLLIElement>(TILE_NEAR_PX);
  return (
    <li ref={ref} data-item="" className="group relative min-w-0">
      {near ? (
        <TileContent {...props} />
      ) : (
        <>
          <div className="aspect-4/5 w-full" />
          <div className="h-24" />
        </>
      )}
    </li>
  );
});

function TileContent({ file, timeZone, isSelected, isSelecting, onOpen, onToggle }: MediaTileProps) {
  const added = formatDateTime(file.created_at, timeZone);
  const title = titleOf(file);
  const length = file.duration_seconds === null ? '' : `, ${durationLabel(file.duration_seconds)}`;
  const facts = `${typeLabel(file)}, ${sizeLabel(file)}${length}`;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(file)}
        className="flex size-full flex-col overflow-hidden rounded-lg border bg-card text-left transition-colors duration-150 hover:border-input focus-visible:-outline-offset-2 group-has-data-[state=checked]:border-primary group-has-data-[state=checked]:bg-primary/5"
      >
        <span className="relative block aspect-4/5 w-full overflow-hidden border-b bg-muted">
          <MediaThumbnail file={file} />
        </span>
        <span className="flex w-full flex-col gap-0.5 px-3 py-2.5 text-xs text-muted-foreground">
          <span dir="auto" title={title} className="truncate text-[0.8125rem] font-medium text-foreground">
            {title}
          </span>
          {file.deleted_at !== null ? (
            <span className="text-balance">{deletedLine(file.deleted_at, file.uses.length > 0)}</span>
          ) : file.name !== null || file.uses.length === 0 ? (
            <span dir="auto" className="truncate">
              {usageLine(file.uses)}
            </span>
          ) : null}
          <span className="text-balance tabular-nums">{facts}</span>
          <span className="text-balance tabular-nums">{added}</span>
        </span>
      </button>
      <Checkbox
        aria-label={selectionMessages.select(title)}
        checked={isSelected}
        onCheckedChange={() => onToggle(file)}
        className={cn(
          'absolute top-2.5 left-2.5 size-6 bg-card/95 opacity-0 shadow-raised transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 after:absolute after:-inset-2.5 pointer-coarse:opacity-100',
          (isSelected || isSelecting) && 'opacity-100',
        )}
      />
    </>
  );
}

/** The time left to restore a deleted file. */
function deletedLine(deletedAt: string, isUsed: boolean): string {
  const hours = hoursUntilPurge(deletedAt, new Date());
  if (isUsed) return binMessages.keptWhileUsed;
  return hours > 0 ? binMessages.goneIn(hours) : binMessages.goneSoon;
}

/** Distance from the window within which a tile is rendered, in pixels. */
const TILE_NEAR_PX = 1000;
