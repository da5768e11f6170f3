import { useCallback, useState } from 'react';
import type { MediaFile } from '@/features/media/media-file.ts';
import type { MediaView } from '@/features/media/media-queries.ts';

export type Selection = {
  chosen: ReadonlyMap<string, MediaFile>;
  toggle: (file: MediaFile) => void;
  /** Adds files to those that are selected. */
  add: (files: readonly MediaFile[]) => void;
  clear: () => void;
};

const NOTHING: ReadonlyMap<string, MediaFile> = new Map();

/**
 * The files that are selected, by their paths. Another search keeps them, so that files can be gathered; among deleted
 * files the selection begins anew, because other things can be done with those.
 */
export function useSelection({ filter }: MediaView): Selection {
  const [chosen, setChosen] = useState(NOTHING);
  const [ofDeleted, setOfDeleted] = useState(filter === 'deleted');
  if (ofDeleted !== (filter === 'deleted')) {
    setOfDeleted(filter === 'deleted');
    setChosen(NOTHING);
  }
  // Always the same one, so that a tile is drawn again only where it changes itself.
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
