import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/button.tsx';
import type { MediaFile } from '@/features/media/media-file.ts';
import { MediaTile } from '@/features/media/media-tile.tsx';
import { MediaViewer } from '@/features/media/media-viewer.tsx';
import { mediaMessages } from '@/features/media/messages.ts';
import { useNear } from '@/features/media/use-near.ts';
import { useTimeZone } from '@/lib/settings.ts';

export const MEDIA_GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 xl:grid-cols-5';

/** How to get the files that come after those shown. */
type More = { load: () => void; loading: boolean; failed: boolean };

/** The files as tiles, and the one that was opened. More are read when their place comes near. */
export function MediaGrid({ files, more }: { files: MediaFile[]; more: More | null }) {
  const timeZone = useTimeZone();
  const [opened, setOpened] = useState<MediaFile | null>(null);
  const open = useCallback((file: MediaFile) => setOpened(file), []);
  return (
    <>
      <h2 className="sr-only">{mediaMessages.list}</h2>
      <ul className={MEDIA_GRID}>
        {files.map((file) => (
          <MediaTile key={file.id} file={file} timeZone={timeZone} onOpen={open} />
        ))}
      </ul>
      {more ? <ShowMore {...more} /> : null}
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

function ShowMore({ load, loading, failed }: More) {
  const [ref, near] = useNear<HTMLDivElement>();
  const loadNext = useEffectEvent(load);
  const wanted = near && !loading && !failed;
  useEffect(() => {
    if (wanted) loadNext();
  }, [wanted]);
  return (
    <div ref={ref} className="flex flex-col items-center gap-2 pt-2">
      {failed ? (
        <p role="alert" className="text-sm text-destructive">
          {mediaMessages.moreFailed}
        </p>
      ) : null}
      <Button variant="outline" aria-disabled={loading} onClick={() => loading || load()}>
        {loading ? mediaMessages.loadingMore : mediaMessages.showMore}
      </Button>
    </div>
  );
}
