import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Check, Film, Images, Upload } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Input } from '@/components/input.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { libraryMessages as words } from '@/domain/media/library-messages.ts';
import { libraryQuery, type PickerFilter } from '@/domain/media/library-query.ts';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { type LibraryFile, mediaItemOf } from '../../../shared/posts/media-library.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';

const FILTERS: readonly PickerFilter[] = ['all', 'image', 'video'];
const PICK = { add: words.pick, replace: words.pickOne, pictures: words.pickPictures, sound: words.pickSound } as const;
const FIRST_FILTER = { add: 'all', replace: 'all', pictures: 'image', sound: 'video' } as const;
const CONFIRM = {
  add: words.add,
  replace: () => words.replace,
  pictures: words.addPictures,
  sound: () => words.useSound,
} as const;

type LibraryDialogProps = {
  /** The maximum selection. */
  most: number;
  /** Adding files, replacing one, picking only pictures, or picking a video for its sound. */
  purpose: 'add' | 'replace' | 'pictures' | 'sound';
  onPick: (items: MediaItem[]) => void;
  /** Offers to upload instead. */
  onUpload?: () => void;
  onClose: () => void;
};

/** Picks files of the Media Library, in the order they are selected. */
export function LibraryDialog({ most, purpose, onPick, onUpload, onClose }: LibraryDialogProps) {
  const [filter, setFilter] = useState<PickerFilter>(FIRST_FILTER[purpose]);
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed.trim());
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([]);
  const query = useInfiniteQuery({
    ...libraryQuery(useSupabase(), filter, sought),
    placeholderData: keepPreviousData,
  });
  const files = query.data?.pages.flat() ?? [];

  function toggle(file: LibraryFile) {
    setChosen((now) => {
      if (now.some(({ path }) => path === file.path)) return now.filter(({ path }) => path !== file.path);
      return most === 1 ? [file] : now.length < most ? [...now, file] : now;
    });
  }

  function pick() {
    onPick(chosen.map(mediaItemOf));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="h-[calc(100dvh-2rem)] max-h-180 max-w-3xl grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] max-sm:p-4">
        <DialogHeading title={words.title} description={PICK[purpose]} />
        <div className="flex flex-wrap items-center gap-2">
          <Input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            className="min-w-40 flex-1"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {FIRST_FILTER[purpose] !== 'all' ? null : (
            <fieldset className="flex gap-1.5" aria-label={words.filter}>
              {FILTERS.map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={filter === name}
                  className={TAB_CLASSES}
                  onClick={() => setFilter(name)}
                >
                  {words.filters[name]}
                </button>
              ))}
            </fieldset>
          )}
        </div>
        <div className="-m-1 min-h-0 overflow-y-auto p-1">
          {query.isPending ? (
            <div role="status" className="grid grid-cols-3 gap-3 sm:grid-cols-4">
              <span className="sr-only">{words.loading}</span>
              <Skeleton className="aspect-square" />
              <Skeleton className="aspect-square" />
            </div>
          ) : query.isError ? (
            <ErrorState title={words.loadFailed} query={query} />
          ) : files.length === 0 ? (
            <EmptyState icon={Images} {...(sought || filter !== 'all' ? words.nothing : words.empty)} />
          ) : (
            <ul className="grid grid-cols-2 gap-3 min-[26rem]:grid-cols-3 sm:grid-cols-4">
              {files.map((file) => (
                <FileTile
                  key={file.id}
                  file={file}
                  place={most === 1 ? null : chosen.findIndex(({ path }) => path === file.path) + 1}
                  isChosen={chosen.some(({ path }) => path === file.path)}
                  onToggle={() => toggle(file)}
                />
              ))}
            </ul>
          )}
          {query.hasNextPage ? (
            <Button
              variant="outline"
              className="mt-4 w-full"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {words.more}
            </Button>
          ) : null}
        </div>
        <DialogFooter className="sm:justify-between">
          {onUpload ? (
            <Button variant="ghost" onClick={onUpload}>
              <Upload aria-hidden="true" />
              {words.upload}
            </Button>
          ) : (
            <span />
          )}
          <span className="flex flex-col-reverse gap-2 sm:flex-row">
            <Button variant="outline" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button disabled={chosen.length === 0} onClick={pick}>
              {CONFIRM[purpose](chosen.length)}
            </Button>
          </span>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type FileTileProps = { file: LibraryFile; place: number | null; isChosen: boolean; onToggle: () => void };

function FileTile({ file, place, isChosen, onToggle }: FileTileProps) {
  const [slide] = slidesOf({ media: [mediaItemOf(file)], media_url: null, content_type: 'image' });
  const name = file.name ?? file.alt ?? file.path;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onToggle}
        className="group flex w-full flex-col gap-1 rounded-md p-1 text-left text-xs hover:bg-accent aria-pressed:bg-primary/8"
      >
        <span className="relative flex aspect-square w-full items-center justify-center overflow-hidden rounded-md border bg-muted group-aria-pressed:border-primary">
          <span aria-hidden="true" className="flex size-full items-center justify-center">
            {slide ? <SlideThumbnail slide={slide} /> : null}
          </span>
          {file.kind === 'video' ? (
            <Film className="absolute top-2 left-2 size-4 text-white drop-shadow" aria-hidden="true" />
          ) : null}
          {isChosen ? (
            <span
              aria-hidden="true"
              className="absolute top-1.5 right-1.5 flex size-6 items-center justify-center rounded-full bg-primary text-xs font-semibold text-primary-foreground tabular-nums"
            >
              {place ?? <Check className="size-3.5" />}
            </span>
          ) : null}
        </span>
        <span dir="auto" className="w-full truncate text-muted-foreground">
          {name || file.path}
        </span>
      </button>
    </li>
  );
}
