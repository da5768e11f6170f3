import type { MediaStore } from './media-store.ts';
import type { RunStore } from './run-store.ts';

/**
 * Removes the pictures of runs that failed or were killed before their posts were written. Done at the end of every
 * run, so that it holds up nobody; what cannot be removed now is tried again by the next one.
 */
export async function clearLeftovers({ runs, media }: { runs: RunStore; media: MediaStore }): Promise<void> {
  try {
    for (const { id, files } of await runs.leftovers()) {
      await media.remove(files);
      await runs.noteFiles(id, []);
    }
  } catch (error) {
    console.warn('Pictures of an unfinished run could not be removed; the next run tries again.', error);
  }
}
