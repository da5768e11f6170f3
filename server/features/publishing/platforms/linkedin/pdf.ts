import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { JpegFrame } from '../../media/probe-picture.ts';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';

/** A page with one JPEG: PDF embeds its bytes unchanged. */
export type PdfPage = {
  jpeg: Pick<OutgoingMedia, 'size' | 'open'>;
  frame: JpegFrame;
  /** Its RGB colour profile; null if it has none. */
  profile: Uint8Array | null;
};

/** The longest side of a page, in points: some viewers reject much larger pages. */
const LONGEST_SIDE = 1440;
/** Objects that exist once: the catalogue, the list of pages, and the title. */
const [CATALOGUE, PAGES, INFO] = [1, 2, 3];
const OBJECTS_OF_PAGE = 4;

type Piece = Uint8Array | PdfPage['jpeg'];

/**
 * A streamed PDF of pictures, one per page (ISO 32000-1). It uses no library: this is little code, and the best-known
 * library has had no release since 2021.
 */
export function pdfOf(pages: readonly PdfPage[], title: string): Pick<OutgoingMedia, 'size' | 'open'> {
  const pieces: Piece[] = [];
  const offsets: number[] = [];
  let size = 0;
  const put = (piece: Piece | string) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    pieces.push(bytes);
    size += 'open' in bytes ? bytes.size : bytes.byteLength;
  };
  const object = (id: number, head: string, content?: Piece | string) => {
    offsets[id] = size;
    put(`${id} 0 obj\n`);
    if (content === undefined) put(`<< ${head} >>\nendobj\n`);
    else {
      const length = typeof content === 'object' && 'open' in content ? content.size : content.length;
      put(`<< ${head} /Length ${length} >>\nstream\n`);
      put(content);
      put('\nendstream\nendobj\n');
    }
  };

  put('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  object(CATALOGUE, `/Type /Catalog /Pages ${PAGES} 0 R /ViewerPreferences << /DisplayDocTitle true >>`);
  const kids = pages.map((_, index) => `${idsOf(index).page} 0 R`).join(' ');
  object(PAGES, `/Type /Pages /Count ${pages.length} /Kids [${kids}]`);
  object(INFO, `/Title ${textString(title)}`);
  for (const [index, { jpeg, frame, profile }] of pages.entries()) {
    const ids = idsOf(index);
    const { width, height } = pageSize(frame);
    const resources = `/Resources << /XObject << /P ${ids.picture} 0 R >> >>`;
    const box = `/MediaBox [0 0 ${width} ${height}]`;
    object(ids.page, `/Type /Page /Parent ${PAGES} 0 R ${box} ${resources} /Contents ${ids.content} 0 R`);
    object(ids.content, '', `q ${placed(frame.orientation, width, height).join(' ')} cm /P Do Q`);
    const hasProfile = profile !== null && frame.components === 3;
    const colours = hasProfile ? `[/ICCBased ${ids.profile} 0 R]` : coloursOf(frame);
    const size = `/Width ${frame.width} /Height ${frame.height} /BitsPerComponent 8`;
    object(ids.picture, `/Type /XObject /Subtype /Image ${size} /ColorSpace ${colours} /Filter /DCTDecode`, jpeg);
    if (hasProfile) object(ids.profile, '/N 3', profile);
  }
  const start = size;
  put(crossReference(offsets));
  put(`trailer\n<< /Size ${offsets.length} /Root ${CATALOGUE} 0 R /Info ${INFO} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return { size, open: async () => Readable.toWeb(Readable.from(bytesOf(pieces))) as ReadableStream<Uint8Array> };
}

function idsOf(index: number) {
  const page = INFO + 1 + index * OBJECTS_OF_PAGE;
  return { page, content: page + 1, picture: page + 2, profile: page + 3 };
}

/** The size after rotation, in points. */
function pageSize({ width, height, orientation }: JpegFrame): { width: number; height: number } {
  const factor = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const points = (pixels: number) => Number((pixels * factor).toFixed(2));
  return { width: points(across), height: points(down) };
}

/** The matrix that places a picture on its page, rotated and mirrored by its Exif orientation. */
function placed(orientation: number, width: number, height: number): readonly number[] {
  const upright = [width, 0, 0, height, 0, 0];
  const matrices = [
    upright,
    [-width, 0, 0, height, width, 0],
    [-width, 0, 0, -height, width, height],
    [width, 0, 0, -height, 0, height],
    [0, -height, -width, 0, width, height],
    [0, -height, width, 0, 0, height],
    [0, height, width, 0, 0, 0],
    [0, height, -width, 0, width, 0],
  ];
  return matrices[orientation - 1] ?? upright;
}

/** The colour space of a JPEG. CMYK values, for printing, are stored inverted. */
function coloursOf({ components }: JpegFrame): string {
  if (components === 4) return '/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]';
  return components === 1 ? '/DeviceGray' : '/DeviceRGB';
}

/** A PDF string in UTF-16, for any language. */
function textString(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** The cross-reference table: the offset of each object; unused ids are free. */
function crossReference(offsets: readonly number[]): string {
  const entries = Array.from({ length: offsets.length }, (_, id) => {
    const offset = offsets[id];
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `xref\n0 ${offsets.length}\n${entries.join('')}`;
}

async function* bytesOf(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (!('open' in piece)) {
      yield piece;
      continue;
    }
    let left = piece.size;
    for await (const bytes of Readable.fromWeb((await piece.open()) as NodeStream<Uint8Array>)) {
      left -= bytes.byteLength;
      if (left < 0) break;
      yield bytes;
    }
    if (left !== 0) throw new PublishError('transient', 'A picture has a different size than declared.');
  }
}
