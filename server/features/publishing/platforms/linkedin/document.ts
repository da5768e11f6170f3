import { linkedin } from '../../../../../shared/platforms/linkedin/platform.ts';
import { inMegabytes } from '../../../../../shared/publishing/quota.ts';
import { boundedReader, bytesSource } from '../../media/byte-source.ts';
import { colourProfileOf } from '../../media/colour-profile.ts';
import { readJpegFrame } from '../../media/probe-picture.ts';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';
import { chunkReader } from '../kit/chunk-reader.ts';
import { type PdfPage, pdfOf } from './pdf.ts';

/** Limit of the data before a JPEG's frame header: a preview, its orientation, its colour profile. */
const HEAD_MAX_BYTES = 1024 * 1024;
const HEAD_LIMITS = { bytes: HEAD_MAX_BYTES * 2, reads: 200 };

/** The PDF of a post's pictures, in order. Throws PublishError `rejected` if LinkedIn would reject it. */
export async function documentOf(
  media: readonly OutgoingMedia[],
  title: string,
): Promise<Pick<OutgoingMedia, 'size' | 'open'>> {
  const pages: PdfPage[] = [];
  for (const [index, picture] of media.entries()) pages.push(await pageOf(picture, `Picture ${index + 1}`));
  const document = pdfOf(pages, title);
  if (document.size > linkedin.document.maxBytes) {
    const [size, most] = [document.size, linkedin.document.maxBytes].map(inMegabytes);
    throw new PublishError(
      'rejected',
      `The document has ${size}; LinkedIn accepts at most ${most}. Use fewer or smaller pictures.`,
    );
  }
  return document;
}

async function pageOf(picture: OutgoingMedia, name: string): Promise<PdfPage> {
  const reader = chunkReader(picture);
  try {
    const head = await reader.read(0, Math.min(picture.size, HEAD_MAX_BYTES));
    // A truncated header means an invalid JPEG.
    const frame = await readJpegFrame(boundedReader(bytesSource(head), HEAD_LIMITS)).catch(() => null);
    if (frame && frame.width > 0 && frame.height > 0) return { jpeg: picture, frame, profile: colourProfileOf(head) };
  } finally {
    await reader.close();
  }
  throw new PublishError('rejected', `${name} is not a JPEG that a document can show.`);
}
