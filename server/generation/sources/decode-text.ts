/** How many bytes of a page are searched for a charset declaration; browsers search 1024. */
const META_REACH = 4096;

/** The first bytes of PDF, zip, PNG and GIF files, regardless of the declared type. */
const BINARY_STARTS = ['%PDF-', 'PK\u0003\u0004', '\u0089PNG', 'GIF8'];

/**
 * Decodes a downloaded document. The charset comes from a byte order mark, the header, or the document's own
 * declaration; otherwise UTF-8, or windows-1252 if there are invalid bytes. Null when it is not text.
 */
export function decodeText(bytes: Uint8Array, headerCharset: string | null): string | null {
  const text = decodeAs(byteOrderMark(bytes) ?? headerCharset ?? declared(bytes), bytes);
  return isText(text) ? text : null;
}

/** windows-1252 at 0x80 to 0x9F; Node 20 decodes these bytes as control characters. */
const WINDOWS_1252_C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252_C1[control.charCodeAt(0) - 0x80] ?? control);
}

function decodeAs(charset: string | null, bytes: Uint8Array): string {
  if (charset) {
    try {
      const decoder = new TextDecoder(charset);
      return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
    } catch {
      // An unknown charset label; the defaults below may still work.
    }
  }
  try {
    // A truncated page may end within a character; `stream` allows that.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return decodeWindows1252(bytes);
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function declared(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, META_REACH));
  return /<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w:-]+)/i.exec(head)?.[1] ?? null;
}

function isText(text: string): boolean {
  if (BINARY_STARTS.some((start) => text.startsWith(start))) return false;
  const sample = text.slice(0, 20_000);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary data from text
  const strange = sample.match(/[\u0000-\u0008\u000e-\u001f\u0080-\u009f\ufffd]/g)?.length ?? 0;
  return strange <= sample.length * 0.01;
}
