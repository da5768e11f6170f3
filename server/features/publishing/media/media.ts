import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { type Aspects, type Shape, shapedSize } from '../../../../shared/publishing/picture-fit.ts';
import { AppError } from '../../../errors.ts';
import type { OutgoingMedia } from '../publisher.ts';
import { type ByteSource, boundedReader, bytesSource, NotReadable, NotReadNow } from './byte-source.ts';
import {
  cannotShrink,
  changeWords,
  isAnimated,
  megabytes,
  noJpeg,
  notReadable,
  notReadNow,
  tooManyPixels,
  UNKNOWN_MEDIA,
} from './messages.ts';
import { type PictureFacts, probePicture } from './probe-picture.ts';
import { readVideoHead, type VideoFacts } from './probe-video.ts';
import type { ReencodeOrder } from './reencode.ts';
import { type MediaLimits, openMediaWorkers } from './workers.ts';

/** Limits of a probe: bytes and reads, each of which may be a request. */
const PROBE_LIMITS = { bytes: 32 * 1024 * 1024, reads: 200 };
const PICTURE_MAX_BYTES = 64 * 1024 * 1024;
/** Limits memory: a decoded pixel takes 4 bytes in each of several copies. */
const MAX_PIXELS = 50_000_000;

export type MediaFacts = PictureFacts | VideoFacts;

/** A platform's limits for pictures. Nothing is converted unless the types include JPEG. */
export type PictureLimits = {
  maxBytes: number;
  mimeTypes: readonly string[];
  /** Width times height. */
  maxPixels?: number | undefined;
  /** Accepted aspect ratios (width / height). A picture that is scaled down stays exactly within them. */
  aspect?: Aspects | undefined;
  /** The shape to fit it to; absent to keep its own. */
  shape?: Shape | null | undefined;
};

/** A picture to send; `change` describes for the user what was done, null for the original bytes. */
export type FittedPicture = { media: OutgoingMedia; change: string | null };

export type MediaWork = {
  /** A file's type and dimensions, from its bytes. AppError bad_input for an unknown type, or a damaged file. */
  probe(source: ByteSource, signal?: AbortSignal): Promise<MediaFacts>;
  /**
   * The picture unchanged if the platform accepts it, else as a suitable JPEG. AppError bad_input with the reason if
   * that is impossible.
   */
  fitPicture(media: OutgoingMedia, limits: PictureLimits, signal?: AbortSignal): Promise<FittedPicture>;
  /** Terminates the workers and their tasks. */
  close(): Promise<void>;
};

/** Examines media to send, and converts pictures to fit a platform's limits. */
export function openMediaWork(log: Pick<Logger, 'error'>, overrides: Partial<MediaLimits> = {}): MediaWork {
  const workers = openMediaWorkers(log, overrides);

  const probe = (source: ByteSource, signal?: AbortSignal) =>
    readable(async () => {
      const read = boundedReader(source, PROBE_LIMITS);
      if (source.size < 12) throw new AppError('bad_input', UNKNOWN_MEDIA);
      const picture = await probePicture(read, source.size);
      if (picture) return picture;
      const head = await readVideoHead(read, source.size);
      const video = head && (await workers.parseVideo(head, source.size, signal));
      if (!video) throw new AppError('bad_input', UNKNOWN_MEDIA);
      return video;
    });

  return {
    probe,
    async fitPicture(media, limits, signal) {
      const bytes = await readAll(media, PICTURE_MAX_BYTES);
      const facts = await readable(() => probePicture(boundedReader(bytesSource(bytes), PROBE_LIMITS), bytes.length));
      if (!facts) throw new AppError('bad_input', UNKNOWN_MEDIA);
      const { shape, aspect } = limits;
      const shaped = shape ? shapedSize(facts, shape) : { width: facts.width, height: facts.height };
      const isWhole = shaped.width === facts.width && shaped.height === facts.height;
      const isTaken = limits.mimeTypes.includes(facts.mimeType);
      const { maxBytes, maxPixels = Number.POSITIVE_INFINITY } = limits;
      if (isWhole && isTaken && facts.size <= maxBytes && facts.width * facts.height <= maxPixels)
        return { media: outgoing(media, facts, bytes), change: null };
      const crop = shape?.how === 'crop' ? middleOf(facts, shaped) : middleOf(facts, facts);
      const padTo = shape?.how === 'pad' ? shape : undefined;
      const order = { ...convertible(facts, limits), bytes, crop, padTo, aspect, maxBytes, maxPixels };
      const made = await readable(() => workers.reencode(order, signal));
      if (!made) throw new AppError('bad_input', cannotShrink(megabytes(maxBytes)));
      const after = { mimeType: 'image/jpeg', size: made.bytes.length, width: made.width, height: made.height };
      return {
        media: outgoing(media, after, made.bytes),
        change: changeWords(facts, after, { ...shaped, how: shape?.how ?? 'crop' }),
      };
    },
    close: workers.close,
  };
}

/** The facts needed to convert a picture. AppError bad_input if it cannot be converted. */
function convertible(
  { mimeType, size, width, height, ...facts }: PictureFacts,
  { mimeTypes, maxBytes }: PictureLimits,
): Pick<ReencodeOrder, 'mimeType' | 'width' | 'height'> {
  if (mimeType === 'image/gif' || facts.isAnimated) {
    throw new AppError('bad_input', isAnimated(megabytes(size), megabytes(maxBytes)));
  }
  if (!mimeTypes.includes('image/jpeg')) throw new AppError('bad_input', noJpeg);
  if (width * height > MAX_PIXELS) throw new AppError('bad_input', tooManyPixels(MAX_PIXELS / 1_000_000));
  return { mimeType, width, height };
}

/** The centred part of a picture that has this size. */
function middleOf(
  whole: { width: number; height: number },
  { width, height }: { width: number; height: number },
): ReencodeOrder['crop'] {
  return {
    x: Math.floor((whole.width - width) / 2),
    y: Math.floor((whole.height - height) / 2),
    width,
    height,
  };
}

type Measures = Pick<OutgoingMedia, 'mimeType' | 'size' | 'width' | 'height'>;

function outgoing(media: OutgoingMedia, { mimeType, size, width, height }: Measures, bytes: Uint8Array): OutgoingMedia {
  const open = async () => new Blob([Uint8Array.from(bytes)]).stream();
  return { ...media, kind: 'image', mimeType, size, width, height, open };
}

/** All bytes of a picture. AppError bad_input if there are more than `maxBytes`. */
async function readAll(media: OutgoingMedia, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const part of Readable.fromWeb((await media.open()) as NodeStream<Uint8Array>)) {
    size += part.length;
    if (size > maxBytes) throw new AppError('bad_input', notReadable(`it has more than ${megabytes(maxBytes)}`));
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotReadNow) {
      throw new AppError('unavailable', notReadNow(error.message), { cause: error });
    }
    if (error instanceof NotReadable || error instanceof RangeError) {
      throw new AppError('bad_input', notReadable(error.message), { cause: error });
    }
    throw error;
  }
}
