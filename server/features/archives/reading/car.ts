import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { decode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { damaged, ENDS_EARLY } from '../messages.ts';

/**
 * The blocks of a CAR file (https://ipld.io/specs/transport/car/carv1/), read on demand. The file is not trusted:
 * lengths are bounded, and a block is accepted only if its hash matches its CID.
 */
export type Blocks = {
  root: CID;
  /** Decodes a block. AppError bad_input if it is missing, too large, or does not match its CID. */
  read(cid: CID): Promise<unknown>;
  close(): Promise<void>;
};

const HEADER_MAX_BYTES = 64 * 1024;
/** Records and nodes of a repository are at most 1 MB. */
const BLOCK_MAX_BYTES = 2 * 1024 * 1024;
const BLOCKS_MAX = 3_000_000;
const WINDOW_BYTES = 256 * 1024;
const SECTION_START_BYTES = 128;
const SHA2_256 = 0x12;

/** Whether a file begins like a CAR: with a length, and a map with the keys `roots` and `version`. */
export function isRepository(head: Buffer): boolean {
  const start = head.subarray(0, 80).toString('latin1');
  return start.includes('eroots') && start.includes('gversion');
}

/** Indexes the blocks of a file. The caller closes the result. AppError bad_input if the file is damaged. */
export async function openBlocks(file: string, signal: AbortSignal): Promise<Blocks> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const window = windowOf(handle);
    const header = varint(await window(0, 10));
    if (header.value > HEADER_MAX_BYTES) throw damaged('has no proper header');
    const { roots } = decode(await window(header.length, header.value)) as { roots?: unknown };
    const root = Array.isArray(roots) ? CID.asCID(roots[0]) : null;
    if (!root) throw damaged('has no proper header');
    const places = new Map<string, number>();
    for (let at = header.length + header.value; at < size; ) {
      signal.throwIfAborted();
      const start = await window(at, SECTION_START_BYTES);
      const section = varint(start);
      const end = at + section.length + section.value;
      if (section.value === 0 || end > size) throw damaged(ENDS_EARLY);
      const [cid] = CID.decodeFirst(start.subarray(section.length));
      if (places.size >= BLOCKS_MAX) throw damaged('has more blocks than any repository');
      places.set(cid.toString(), at);
      at = end;
    }
    return { root, read: (cid) => readBlock(window, places, cid), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error instanceof Error && error.name === 'AppError'
      ? error
      : signal.aborted
        ? error
        : damaged('is damaged', error);
  }
}

async function readBlock(window: Window, places: ReadonlyMap<string, number>, cid: CID): Promise<unknown> {
  const at = places.get(cid.toString());
  if (at === undefined) throw damaged('lacks a part of the repository');
  const start = await window(at, SECTION_START_BYTES);
  const section = varint(start);
  const [, rest] = CID.decodeFirst(start.subarray(section.length));
  const named = start.length - section.length - rest.length;
  const length = section.value - named;
  if (length > BLOCK_MAX_BYTES) throw damaged('has a block that is too large');
  const bytes = await window(at + section.length + named, length);
  const { code, digest } = cid.multihash;
  if (code !== SHA2_256 || !createHash('sha256').update(bytes).digest().equals(digest))
    throw damaged('has a block that was changed');
  try {
    return decode(bytes);
  } catch (error) {
    throw damaged('has a block that cannot be read', error);
  }
}

type Window = (at: number, length: number) => Promise<Buffer>;

/** Reads bytes of a file through a buffer; returns fewer at its end. */
function windowOf(handle: FileHandle): Window {
  let from = 0;
  let held: Buffer = Buffer.alloc(0);
  return async (at, length) => {
    if (at < from || at + length > from + held.length) {
      const buffer = Buffer.allocUnsafe(Math.max(WINDOW_BYTES, length));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      from = at;
      held = buffer.subarray(0, bytesRead);
    }
    return held.subarray(at - from, at - from + length);
  };
}

function varint(bytes: Buffer): { value: number; length: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[index];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, length: index + 1 };
  }
  throw damaged(ENDS_EARLY);
}
