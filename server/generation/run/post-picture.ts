import { writerLabel } from '../../../shared/ai/providers.ts';
import { MEDIA_TYPES, mediaObjectUrl, type PictureType } from '../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';
import { GenerationError } from '../generation-error.ts';
import { PICTURE_MESSAGES } from '../pictures/messages.ts';
import type { MadePicture, PictureMaker, PictureRequest } from '../pictures/picture-maker.ts';
import type { MediaStore } from '../stores/media-store.ts';
import type { Draft } from './post-media.ts';

/** A post's picture as it is stored, with what it took. */
export type StoredPicture = { item: MediaItem; usage: MadePicture['usage'] };

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const satisfies PictureType[];

/**
 * Whether a post's one card may be a picture instead: a carousel's slides are there to be read, and a video has its own
 * frame.
 */
export function takesPicture({ post }: Draft): boolean {
  return post.contentType === 'image' && post.slides.length === 1;
}

/** The names in the bucket that a draft's picture may get: of what type it is shows when it is there. */
export function picturePaths(draft: Draft): string[] {
  return PICTURE_TYPES.map((type) => picturePath(draft, type));
}

/**
 * The pictures that a model makes for the posts of one run. A picture that fails never fails its post, which gets its
 * card; once the trouble is not with one picture, the model is not asked again in this run.
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
     * Makes and stores a draft's picture; null when it is to have its card. Throws the signal's reason when the run is
     * over.
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

    /** What people should know about the run's pictures. */
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
