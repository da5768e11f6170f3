import { IMPORT_MAX_BYTES } from './limits.ts';

/** A file that cannot be read as a table; `message` says why, with the remedy. */
export class UnreadableImport extends Error {}

const SAVE_AS_CSV = 'Save the table as CSV (UTF-8) and choose that file.';

/**
 * Decodes a CSV file of a spreadsheet: UTF-8 with or without a byte order mark, UTF-16 with one (Excel's "Unicode
 * Text"), else Windows-1252 (Excel's "CSV"). Throws UnreadableImport if the file is too large or not text.
 */
export function decodeImportFile(bytes: Uint8Array): string {
  if (bytes.length > IMPORT_MAX_BYTES) {
    throw new UnreadableImport(
      `The file is larger than ${IMPORT_MAX_BYTES / 1_000_000} MB. Split it into several files.`,
    );
  }
  const text = textOf(bytes);
  if (text.startsWith('PK\u0003\u0004'))
    throw new UnreadableImport(`This is a spreadsheet, not a CSV file. ${SAVE_AS_CSV}`);
  if (text.includes('\0')) throw new UnreadableImport(`This is not a text file. ${SAVE_AS_CSV}`);
  return text;
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fromWindows1252(bytes);
  }
}

/** Windows-1252 at 0x80 to 0x9f, including unassigned positions. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node decode Windows-1252 as Latin-1, without these (nodejs/node#56542). */
function fromWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}
