/** A page: its size in points, and the one picture on it. */
export type ReadPage = { width: number; height: number; matrix: number[]; colours: string; picture: Buffer };

/**
 * Reads a PDF by its cross-reference table, as viewers do; throws if an offset, a length or a reference in it is wrong.
 */
export function readPdf(bytes: Buffer): { title: string; pages: ReadPage[] } {
  const text = bytes.toString('latin1');
  if (!text.startsWith('%PDF-1.') || !text.endsWith('%%EOF\n')) throw new Error('This is no PDF.');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count = ''] = /^xref\n0 (\d+)\n/.exec(text.slice(table, table + 40)) ?? [];
  const first = table + `xref\n0 ${count}\n`.length;
  const object = (reference: string | undefined): { head: string; stream: Buffer } => {
    const id = Number(/^(\d+) 0 R$/.exec(reference ?? '')?.[1]);
    const entry = text.slice(first + id * 20, first + id * 20 + 20);
    const [, offset] = /^(\d{10}) 00000 n \n$/.exec(entry) ?? [];
    if (!(id < Number(count)) || offset === undefined) throw new Error(`There is no object ${reference}: ${entry}`);
    const at = Number(offset);
    const begin = `${id} 0 obj\n`;
    if (!text.startsWith(begin, at)) throw new Error(`Object ${id} does not begin at ${at}.`);
    const end = Math.min(...['\nendobj\n', '\nstream\n'].map((mark) => text.indexOf(mark, at)).filter((i) => i > 0));
    const head = text.slice(at + begin.length, end);
    if (!text.startsWith('\nstream\n', end)) return { head, stream: Buffer.alloc(0) };
    const start = end + '\nstream\n'.length;
    const stop = start + Number(/\/Length (\d+)/.exec(head)?.[1]);
    if (!text.startsWith('\nendstream\nendobj\n', stop))
      throw new Error(`The stream of object ${id} has another length.`);
    return { head, stream: bytes.subarray(start, stop) };
  };
  const trailer = text.slice(text.indexOf('trailer\n', table));
  const root = object(found(trailer, /\/Root (\d+ 0 R)/)).head;
  const title = Buffer.from(found(object(found(trailer, /\/Info (\d+ 0 R)/)).head, /\/Title <feff([0-9a-f]*)>/), 'hex');
  const kids = object(found(root, /\/Pages (\d+ 0 R)/)).head.match(/\d+ 0 R/g) ?? [];
  const pages = kids.map((kid): ReadPage => {
    const { head } = object(kid);
    const [width = 0, height = 0] = found(head, /\/MediaBox \[0 0 ([\d. ]+)\]/)
      .split(' ')
      .map(Number);
    const content = object(found(head, /\/Contents (\d+ 0 R)/)).stream.toString();
    const picture = object(found(head, /\/P (\d+ 0 R)/));
    const colours = found(picture.head, /\/ColorSpace (\[[^\]]+\]|\/\w+)/);
    const profile = /\d+ 0 R/.exec(colours)?.[0];
    if (profile && object(profile).stream.length === 0) throw new Error('The colour profile is empty.');
    const matrix = found(content, /^q ([-\d. ]+) cm \/P Do Q$/)
      .split(' ')
      .map(Number);
    return { width, height, matrix, colours: colours.replace(/\d+ 0 R/, 'profile'), picture: picture.stream };
  });
  return { title: title.swap16().toString('utf16le'), pages };
}

function found(text: string, pattern: RegExp): string {
  const [, group] = pattern.exec(text) ?? [];
  if (group === undefined) throw new Error(`It lacks ${pattern}.`);
  return group;
}
