import { writerLabel } from '../../../shared/ai/providers.ts';
import { MEDIA_TYPES, mediaObjectUrl, type PictureType } from '../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';
import { GenerationError } from '../generation-error.ts';
import { PICTURE_MESSAGES } from '../pictures/messages.ts';
import type { MadePicture, PictureMaker, PictureRequest } from '../pictures/picture-maker.ts';
import type { MediaStore } from '../stores/media-store.ts';
import type { Draft } from './post-media.ts';

/** A post's stored picture and its usage. */
export type StoredPicture = { item: MediaItem; usage: MadePicture['usage'] };

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const satisfies PictureType[];

/**
 * Whether a post may have a generated picture instead of its card. Not for carousels, whose slides are meant to be
 * read, nor for videos, which show their own frame.
 */
export function takesPicture({ post }: Draft): boolean {
  return post.contentType === 'image' && post.slides.length === 1;
}

/** The paths in the bucket that a draft's picture may get, one per picture type. */
export function picturePaths(draft: Draft): string[] {
  return PICTURE_TYPES.map((type) => picturePath(draft, type));
}

/**
 * The pictures that a model makes for one run. A post whose picture fails gets its card; after an error that does not
 * concern a single picture, the model is not called again in this run.
 */
export function runPictures(maker: PictureMaker, subject: Pick<PictureRequest, 'niche' | 'colour'>, media: MediaStore) {
  const made: StoredPicture[] = [];
  const drawn: { reason: string; count: number }[] = [];
  let stoppedBy: string | null = null;

  function drawInstead(reason: string): null {
    const known = drawn.find((entry) => entry.reason === reason);
    if (known) known.count++;
    else drawn.push({ reason, count: 1 });
    return null;
  }

  return {
    /**
     * Makes and stores a draft's picture; null if the draft should get its card. Throws the signal's reason when the
     * run was aborted.
     */
    async pictureFor(draft: Draft, signal: AbortSignal): Promise<StoredPicture | null> {
      if (!takesPicture(draft)) return null;
      if (stoppedBy !== null) return drawInstead(stoppedBy);
      const title = draft.post.slides[0]?.title ?? '';
      try {
        const { bytes, usage, ...picture } = await maker.make(
          { ...subject, title, caption: draft.post.caption },
          signal,
        );
        const path = picturePath(draft, picture.type);
        await media.upload(path, bytes, picture.type);
        const { width, height } = picture;
        const stored = {
          usage,
          item: { path, url: mediaObjectUrl(path), kind: 'image' as const, width, height, alt: title, isAiMade: true },
        };
        made.push(stored);
        return stored;
      } catch (thrown) {
        signal.throwIfAborted();
        const isKnown = thrown instanceof GenerationError;
        if (!isKnown) console.error(thrown);
        const reason = isKnown ? thrown.message : PICTURE_MESSAGES.unexpected;
        if (!isKnown || thrown.code !== 'bad_answer') stoppedBy = reason;
        return drawInstead(reason);
      }
    },

    /** Notes for the user about the run's pictures. */
    notes(): string[] {
      const costs = made.map(({ usage }) => usage.costUsd);
      const total = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
      return [
        ...(made.length > 0 ? [PICTURE_MESSAGES.made(made.length, writerLabel(maker.name), total)] : []),
        ...drawn.map(({ count, reason }) => PICTURE_MESSAGES.drawn(count, reason)),
      ];
    },
  };
}

function picturePath({ id }: Draft, type: PictureType): string {
  return `posts/${id}/picture.${MEDIA_TYPES[type]}`;
}
