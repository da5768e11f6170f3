import { type Entry, openPromise } from 'yauzl';
import { AppError } from '../../../errors.ts';
import { BOMB, damaged, ENCRYPTED, TOO_MANY_FILES } from '../messages.ts';
import { type Container, mayBeListed } from './archive-file.ts';
import { isBomb } from './unpacked-size.ts';

const ENTRIES_MAX = 1_000_000;
const LISTED_MAX = 200_000;

/**
 * Opens a zip. Its central directory is trusted only for names: yauzl compares the sizes with the unpacked bytes, and
 * fails if they differ.
 */
export async function openZip(file: string): Promise<Container> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
  const entries = new Map<string, Entry>();
  try {
    let seen = 0;
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString();
      if (++seen > ENTRIES_MAX || entries.size > LISTED_MAX) throw damaged(TOO_MANY_FILES);
      // Of two entries with the same name, the first counts.
      if (mayBeListed(name) && !entries.has(name)) entries.set(name, entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  const entryOf = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new Error(`The zip has no ${name}.`);
    return entry;
  };
  return {
    names: [...entries.keys()],
    sizeOf: (name) => entryOf(name).uncompressedSize,
    async *open(name) {
      const entry = entryOf(name);
      if (entry.isEncrypted()) throw damaged(ENCRYPTED);
      if (isBomb(entry.uncompressedSize, entry.compressedSize)) throw damaged(BOMB);
      try {
        yield* await zip.openReadStreamPromise(entry);
      } catch (error) {
        throw error instanceof AppError ? error : damaged(`is damaged at ${name}`, error);
      }
    },
    single: null,
    close: async () => zip.close(),
  };
}
