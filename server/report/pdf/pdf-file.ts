import { deflateSync } from 'node:zlib';

/** The number of a PDF object. */
export type Ref = number;

/**
 * Collects the objects of a PDF (ISO 32000-1) and writes them with the cross-reference table. Not a library, because
 * nothing of what libraries offer (fonts, text layout, forms) would be used.
 */
export function pdfFile() {
  const bodies: (Buffer | undefined)[] = [];
  const reserve = (): Ref => {
    bodies.push(undefined);
    return bodies.length;
  };
  const fill = (ref: Ref, body: string | Buffer) => {
    bodies[ref - 1] = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  };
  return {
    /** Reserves an object that is filled later, so that others can refer to it. */
    reserve,
    fill,
    add(body: string): Ref {
      const ref = reserve();
      fill(ref, body);
      return ref;
    },
    addStream(content: string, entries = ''): Ref {
      const bytes = deflateSync(Buffer.from(content, 'latin1'));
      const head = Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`, 'latin1');
      const ref = reserve();
      fill(ref, Buffer.concat([head, bytes, Buffer.from('\nendstream')]));
      return ref;
    },
    /** Returns the file. `root` is its catalogue, `info` its information dictionary. */
    bytes(root: Ref, info: Ref): Buffer {
      const pieces: Buffer[] = [];
      let size = 0;
      const put = (piece: Buffer | string) => {
        const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
        pieces.push(bytes);
        size += bytes.length;
      };
      put('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
      const offsets = bodies.map((body, index) => {
        const offset = size;
        put(`${index + 1} 0 obj\n`);
        put(body ?? 'null');
        put('\nendobj\n');
        return offset;
      });
      const start = size;
      const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
      put(`xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${entries}`);
      put(
        `trailer\n<< /Size ${bodies.length + 1} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      );
      return Buffer.concat(pieces);
    },
  };
}
export type PdfFile = ReturnType<typeof pdfFile>;

/** A text string in UTF-16, which covers all languages. */
export function textString(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** Formats a number for PDF, rounded to a thousandth. */
export function num(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
