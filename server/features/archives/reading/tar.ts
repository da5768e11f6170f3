import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { AppError } from '../../../errors.ts';
import { BOMB, damaged, ENDS_EARLY, TOO_MANY_FILES } from '../messages.ts';
import { type Container, mayBeListed } from './archive-file.ts';
import { isBomb } from './unpacked-size.ts';

const ENTRIES_MAX = 1_000_000;
const LISTED_MAX = 200_000;
/** Limit of headers and padding between two files: a header may announce a name of any length, held in memory. */
const BETWEEN_BYTES = 1024 * 1024;

type Packed = { isGzipped: boolean; bytes: number };

/** Opens a tar. It has no directory, so it is read once for the names, and again for each file that is opened. */
export async function openTar(file: string, packed: Packed): Promise<Container> {
  const sizes = new Map<string, number>();
  let seen = 0;
  for await (const { header } of entriesOf(file, packed)) {
    if (++seen > ENTRIES_MAX || sizes.size > LISTED_MAX) throw damaged(TOO_MANY_FILES);
    const name = nameOf(header);
    if (header.type === 'file' && mayBeListed(name) && !sizes.has(name)) sizes.set(name, header.size ?? 0);
  }
  return {
    names: [...sizes.keys()],
    sizeOf: (name) => sizes.get(name) ?? 0,
    async *open(name) {
      for await (const entry of entriesOf(file, packed)) {
        if (nameOf(entry.header) !== name) continue;
        yield* entry.content;
        return;
      }
    },
    single: null,
    close: async () => undefined,
  };
}

async function* entriesOf(file: string, { isGzipped, bytes }: Packed) {
  const tar = extract();
  let fed = 0;
  let allowed = BETWEEN_BYTES;
  const meter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      fed += piece.length;
      if (fed > allowed) return done(damaged('has a file that is larger than it says'));
      done(isBomb(fed, bytes) ? damaged(BOMB) : null, piece);
    },
  });
  const target = tar as unknown as NodeJS.WritableStream;
  const source = createReadStream(file);
  const feeding = isGzipped ? pipeline(source, createGunzip(), meter, target) : pipeline(source, meter, target);
  let whyEnded: unknown;
  feeding.catch((error: unknown) => {
    whyEnded = error;
  });
  try {
    for await (const entry of tar as AsyncIterable<AsyncIterable<Uint8Array> & { header: Header; resume(): void }>) {
      allowed += (entry.header.size ?? 0) + BETWEEN_BYTES;
      yield { header: entry.header, content: entry };
      entry.resume();
    }
    await feeding;
  } catch (error) {
    for (const reason of [whyEnded, error]) if (reason instanceof AppError) throw reason;
    throw damaged(ENDS_EARLY, error);
  } finally {
    tar.destroy();
    source.destroy();
  }
}

/** Names begin with "./" in the archives of some Mastodon servers. */
function nameOf({ name }: Header): string {
  return name.replace(/^\.\//, '');
}
