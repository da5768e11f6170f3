import { useCallback, useState } from 'react';
import type { MediaFile } from '@/features/media/media-file.ts';
import type { MediaView } from '@/features/media/media-queries.ts';

export type Selection = {
  chosen: ReadonlyMap<string, MediaFile>;
  toggle: (file: MediaFile) => void;
  add: (files: readonly MediaFile[]) => void;
  clear: () => void;
};

const NOTHING: ReadonlyMap<string, MediaFile> = new Map();

/**
 * The selected files by path. Kept when the search changes, so that files can be collected; reset when switching to
 * deleted files, which have other actions.
 */
export function useSelection({ filter }: MediaView): Selection {
  const [chosen, setChosen] = useState(NOTHING);
  const [ofDeleted, setOfDeleted] = useState(filter === 'deleted');
  if (ofDeleted !== (filter === 'deleted')) {
    setOfDeleted(filter === 'deleted');
    setChosen(NOTHING);
  }
  // A stable reference, so that tiles are rendered only when they change.
  const toggle = useCallback(
    (file: MediaFile) =>
      setChosen((now) => {
        const next = new Map(now);
        if (!next.delete(file.path)) next.set(file.path, file);
        return next;
      }),
    [],
  );
  const add = (files: readonly MediaFile[]) =>
    setChosen((now) => new Map([...now, ...files.map((file) => [file.path, file] as const)]));
  return {
    chosen,
    add,
    toggle,
    clear: () => setChosen(NOTHING),
  };
}
