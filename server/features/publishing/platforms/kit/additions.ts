import type { PlatformCalls } from '../../platform-calls.ts';
import { type OutgoingMedia, type Prepared, PublishError, type PublishedPart } from '../../publisher.ts';

/** Retries of an addition that a server could not take, and the pause before. */
const TRIES = 2;
const PAUSE_MS = 2_000;

/**
 * What a post can do without, such as a cover and subtitles. A failure never stops the post, and becomes a note. Only
 * an aborted attempt throws.
 */
export type Additions = {
  /** Sends one; null when the platform did not take it. `what` begins a sentence, `failed` goes on: "The cover". */
  add<T>(what: string, send: () => Promise<T>, failed?: string): Promise<T | null>;
  /** The part with the notes on what it goes without. */
  noted(part: PublishedPart): PublishedPart;
  /** The same, for the first part of a post that they were uploaded for. */
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
    async add(what, send, failed = 'did not go out with the video') {
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

/** A small file as a whole. */
export async function blobOf({ open, mimeType }: OutgoingMedia): Promise<Blob> {
  return new Blob([await new Response(await open()).arrayBuffer()], { type: mimeType });
}
