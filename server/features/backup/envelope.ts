import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { damaged, newer, WRONG_PASSPHRASE } from './messages.ts';

/** The first bytes of an encrypted backup; a plain one starts with the name of its first file. */
export const MAGIC = 'local-agent encrypted backup\n';
const FORMAT = 1;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const HEADER_MAX_BYTES = 1024;
/** scrypt's cost for a passphrase: 128 MB and a few tenths of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
/** The most memory that a file may require, in bytes. */
const MEMORY_MAX = 256 * 1024 * 1024;

const powerOfTwo = z
  .number()
  .int()
  .min(2 ** 14)
  .max(2 ** 20)
  .refine((value) => (value & (value - 1)) === 0);
const headerSchema = z
  .object({
    format: z.number().int(),
    kdf: z.literal('scrypt'),
    N: powerOfTwo,
    r: z.number().int().min(1).max(32),
    p: z.number().int().min(1).max(4),
    salt: z.base64().length(24),
  })
  .refine(({ N, r }) => 128 * N * r <= MEMORY_MAX);
type Header = z.infer<typeof headerSchema>;

/**
 * Encrypts a stream with a passphrase: scrypt derives the key from it and a random salt, AES-256-GCM encrypts chunks of
 * 64 KB. Each nonce is the chunk's number and whether it is the last, so that chunks cannot be moved, dropped or
 * truncated; all are bound to the header.
 */
export async function* encrypt(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost = COST,
): AsyncGenerator<Buffer> {
  const header: Header = { format: FORMAT, kdf: 'scrypt', ...cost, salt: randomBytes(16).toString('base64') };
  const start = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  const key = await keyOf(passphrase, header);
  yield start;
  let number = 0n;
  for await (const { bytes, isLast } of inChunks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonce(number, isLast), { authTagLength: TAG_BYTES }).setAAD(start);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1n;
  }
}

/**
 * Decrypts the output of `encrypt`. AppError forbidden for a wrong passphrase, bad_input for a damaged or truncated
 * file, unavailable for a newer version's.
 */
export async function* decrypt(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const { header, start, rest } = await readStart(sealed);
  const key = await keyOf(passphrase, header);
  let number = 0n;
  for await (const { bytes, isLast } of inChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw damaged('it ends too early');
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, key, nonce(number, isLast), { authTagLength: TAG_BYTES })
      .setAAD(start)
      .setAuthTag(bytes.subarray(end));
    try {
      yield Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
    } catch (cause) {
      throw number === 0n
        ? new AppError('forbidden', WRONG_PASSPHRASE, { cause })
        : damaged('a part of it was changed or is missing', cause);
    }
    number += 1n;
  }
}

async function readStart(sealed: AsyncIterable<Uint8Array>) {
  const pieces = sealed[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { done, value } = await pieces.next();
    if (done || read.length > HEADER_MAX_BYTES) throw damaged('its beginning cannot be read');
    read = Buffer.concat([read, value]);
    end = read.indexOf('\n', MAGIC.length);
  }
  const start = read.subarray(0, end + 1);
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield read.subarray(end + 1);
      yield* { [Symbol.asyncIterator]: () => pieces };
    } finally {
      await pieces.return?.();
    }
  }
  return { header: parseHeader(start.toString().slice(MAGIC.length)), start, rest: rest() };
}

function parseHeader(text: string): Header {
  try {
    const value = JSON.parse(text);
    if (value.format > FORMAT) throw newer(value.format, FORMAT);
    return headerSchema.parse(value);
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged('its beginning cannot be read', cause);
  }
}

function keyOf(passphrase: string, { N, r, p, salt }: Header): Promise<Buffer> {
  const derive = promisify(
    (done: (error: Error | null, key: Buffer) => void) =>
      void scrypt(
        passphrase.normalize('NFKC'),
        Buffer.from(salt, 'base64'),
        KEY_BYTES,
        { N, r, p, maxmem: 2 * MEMORY_MAX },
        done,
      ),
  );
  return derive();
}

function nonce(number: bigint, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt8(isLast ? 1 : 0, 3);
  bytes.writeBigUInt64BE(number, 4);
  return bytes;
}

/** Splits a stream into chunks of one size; the last may be shorter, or be the only, empty one. */
async function* inChunks(source: AsyncIterable<Uint8Array>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    waiting.push(Buffer.from(piece));
    length += piece.length;
    if (length <= size) continue;
    let all = Buffer.concat(waiting);
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), isLast: false };
    waiting = [all];
    length = all.length;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
