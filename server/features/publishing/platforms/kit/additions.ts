import type { PlatformCalls } from '../../platform-calls.ts';
import { type OutgoingMedia, type Prepared, PublishError, type PublishedPart } from '../../publisher.ts';

/** Attempts per addition while errors are transient, and the delay between them. */
const TRIES = 2;
const PAUSE_MS = 2_000;

/**
 * Optional extras of a post, such as a cover and subtitles. A failed one never stops the post, but becomes a note.
 * Throws only if the attempt is aborted.
 */
export type Additions = {
  /** Sends one; null if that failed. The note is `what`, the subject ("The cover"), followed by `failed`. */
  add<T>(what: string, send: () => Promise<T>, failed?: string): Promise<T | null>;
  /** The part, with the notes on the additions that it lacks. */
  noted(part: PublishedPart): PublishedPart;
  /** Adds the notes to the first part of a post when that is published. */
  notedIn(prepared: Prepared): Prepared;
};

export function openAdditions({ signal, wait }: Pick<PlatformCalls, 'signal' | 'wait'>): Additions {
  const notes: string[] = [];
  const noted = (part: PublishedPart): PublishedPart => {
    const note = [part.note, ...notes].filter(Boolean).join(' ');
    return note === '' ? part : { ...part, note };
  };
  return {
    noted,
    async add(what, send, failed = 'could not be added to the video') {
      for (let tries = 1; ; tries++) {
        try {
          return await send();
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof PublishError && error.errorClass === 'transient' && tries < TRIES) await wait(PAUSE_MS);
          else {
            const words = error instanceof Error ? error.message : String(error);
            notes.push(`${what} ${failed}: ${words}`);
            return null;
          }
        }
      }
    },
    notedIn: (prepared) => ({
      async publish(known, onPart, sentAt) {
        let isFirst = known.length === 0;
        const [first, ...more] = await prepared.publish(
          known,
          async (part) => {
            await onPart(isFirst ? noted(part) : part);
            isFirst = false;
          },
          sentAt,
        );
        return first ? [known.length === 0 ? noted(first) : first, ...more] : [];
      },
    }),
  };
}

export const COVER = 'The cover';
export const SUBTITLES = 'The subtitles';

/** Reads a small file into memory. */
export async function blobOf({ open, mimeType }: OutgoingMedia): Promise<Blob> {
  return new Blob([await new Response(await open()).arrayBuffer()], { type: mimeType });
}
