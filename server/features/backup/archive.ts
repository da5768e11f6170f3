import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header, pack } from 'tar-stream';
import { AppError } from '../../errors.ts';
import { CHECKSUMS, checksumsSchema, MANIFEST, MANIFEST_MAX_BYTES, type Manifest, parseManifest } from './manifest.ts';
import { damaged } from './messages.ts';

/** A file to archive, with the size in the manifest. */
export type ArchivePart = { path: string; size: number; open(): AsyncIterable<Uint8Array> };

/** Limit of headers and padding between two files of a tar. */
const BETWEEN_BYTES = 1024 * 1024;

/**
 * A backup as a tar stream: the manifest, the parts in its order, and their SHA-256 digests. `onBytes` is called with
 * the bytes of parts written.
 */
export async function* writeArchive(
  manifest: Manifest,
  parts: readonly ArchivePart[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const tar = pack();
  const checksums: Record<string, string> = {};
  const add = (path: string, size: number, content: AsyncIterable<Uint8Array>) =>
    pipeline(content, tar.entry(headerOf(path, size, manifest)) as unknown as NodeJS.WritableStream);
  const fill = async () => {
    const first = Buffer.from(JSON.stringify(manifest));
    await add(MANIFEST, first.length, Readable.from([first]));
    let bytes = 0;
    for (const { path, size, open } of parts) {
      const hash = createHash('sha256');
      async function* hashed() {
        for await (const piece of open()) {
          hash.update(piece);
          bytes += piece.length;
          onBytes(bytes);
          yield piece;
        }
      }
      await add(path, size, hashed());
      checksums[path] = hash.digest('hex');
    }
    const last = Buffer.from(JSON.stringify(checksums));
    await add(CHECKSUMS, last.length, Readable.from([last]));
    tar.finalize();
  };
  const filling = fill().catch((error: Error) => void tar.destroy(error));
  try {
    yield* tar as AsyncIterable<Uint8Array>;
    await filling;
  } finally {
    tar.destroy();
  }
}

function headerOf(name: string, size: number, { createdAt }: Manifest): Partial<Header> & { name: string } {
  return { name, size, mode: 0o600, mtime: new Date(createdAt), type: 'file' };
}

/**
 * Reads a backup and passes each part to `onPart`. Nothing is trusted: the parts must match the manifest in order and
 * size, and the digests at the end. Parts are valid only once this has resolved. AppError bad_input, unavailable.
 */
export async function readArchive(
  archive: AsyncIterable<Uint8Array>,
  onManifest: (manifest: Manifest) => Promise<void>,
  onPart: (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Manifest> {
  const tar = extract();
  let fed = 0;
  let allowed = BETWEEN_BYTES;
  // A header may announce a name of any length, which would be read into memory.
  const meter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      fed += piece.length;
      done(fed > allowed ? damaged('a file in it is larger than it says') : null, piece);
    },
  });
  const feeding = pipeline(archive, meter, tar as unknown as NodeJS.WritableStream);
  let whyFeedingEnded: unknown;
  feeding.catch((error: unknown) => {
    whyFeedingEnded = error;
  });
  const expect = (header: Header, name: string, size: number | null): void => {
    if (header.type !== 'file' || header.name !== name || (size !== null && header.size !== size))
      throw damaged(`"${name}" is not where it should be, or not as large as it should be`);
    allowed += header.size + BETWEEN_BYTES;
  };
  const read = async () => {
    const files = (tar as AsyncIterable<AsyncIterable<Uint8Array> & { header: Header }>)[Symbol.asyncIterator]();
    const next = async (name: string, size: number | null) => {
      const { done, value } = await files.next();
      if (done) throw damaged('it ends too early');
      expect(value.header, name, size);
      return value;
    };
    const small = async (name: string) => {
      const file = await next(name, null);
      if (file.header.size > MANIFEST_MAX_BYTES) throw damaged(`"${name}" is too large`);
      const pieces: Buffer[] = [];
      for await (const piece of file) pieces.push(Buffer.from(piece));
      return Buffer.concat(pieces).toString();
    };
    const manifest = parseManifest(await small(MANIFEST));
    await onManifest(manifest);
    const hashes = new Map<string, string>();
    for (const { path, size } of manifest.parts) {
      const file = await next(path, size);
      const hash = createHash('sha256');
      async function* hashed() {
        for await (const piece of file) {
          hash.update(piece);
          yield piece;
        }
      }
      await onPart(path, hashed());
      hashes.set(path, hash.digest('hex'));
    }
    const checksums = checksumsSchema.safeParse(fromJson(await small(CHECKSUMS)));
    const wrong = manifest.parts.find(({ path }) => checksums.data?.[path] !== hashes.get(path));
    if (wrong) throw damaged(`"${wrong.path}" was changed`);
    if (!(await files.next()).done) throw damaged('something follows its end');
    await feeding;
    return manifest;
  };
  try {
    return await read();
  } catch (error) {
    for (const reason of [error, whyFeedingEnded]) if (reason instanceof AppError || isOfSystem(reason)) throw reason;
    throw damaged('it cannot be read to its end', error);
  } finally {
    tar.destroy();
  }
}

/** The manifest of a plain backup; reads nothing after it. AppError bad_input. */
export async function readManifest(archive: AsyncIterable<Uint8Array>): Promise<Manifest> {
  let read: Manifest | undefined;
  await readArchive(
    archive,
    async (manifest) => {
      read = manifest;
      throw new EnoughRead();
    },
    async () => undefined,
  ).catch((error: unknown) => {
    if (!read) throw error;
  });
  if (!read) throw damaged('its list of files is missing');
  return read;
}

class EnoughRead extends Error {}

/** A full disk or an unreadable file is not the backup's fault. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
