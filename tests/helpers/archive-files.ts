import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import * as Digest from 'multiformats/hashes/digest';
import { pack } from 'tar-stream';

/**
 * The files of an archive, as platforms make them. The value of a name is its text, its bytes, or what is written as
 * JSON.
 */
export type ArchiveFiles = { [name: string]: string | Uint8Array | object };

type ZipFaults = {
  /** The sizes that the directory claims, by name. */
  claims?: { [name: string]: number };
};

/** A zip with compressed files, marked as executable. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function zipOf(files: ArchiveFiles, { claims = {} }: ZipFaults = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = bytesOf(content);
    const packed = deflateRawSync(plain);
    const title = Buffer.from(name);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(plain));
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claims[name] ?? plain.length, 8);
    const common = Buffer.concat([Buffer.from([20, 0, 0, 8, 8, 0, 0, 0, 0, 0]), sizes, u16(title.length), u16(0)]);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((0o100755 << 16) >>> 0, 6);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), u16(0x0314), common, place, title]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(12);
  end.writeUInt16LE(directory.length, 0);
  end.writeUInt16LE(directory.length, 2);
  end.writeUInt32LE(listed.length, 4);
  end.writeUInt32LE(at, 8);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), Buffer.alloc(4), end, u16(0)]);
}

export async function tarGzOf(files: ArchiveFiles): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, bytesOf(content));
  tar.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of tar as AsyncIterable<Buffer>) pieces.push(piece);
  return gzipSync(Buffer.concat(pieces));
}

export type Block = { cid: CID; bytes: Uint8Array };

export function blockOf(value: unknown): Block {
  const bytes = encode(value);
  const digest = createHash('sha256').update(bytes).digest();
  return { cid: CID.createV1(0x71, Digest.create(0x12, digest)), bytes };
}

/** A CAR file with these blocks. https://ipld.io/specs/transport/car/carv1/ */
export function carOf(root: CID, blocks: readonly Block[]): Buffer {
  const header = encode({ version: 1, roots: [root] });
  const parts: Uint8Array[] = [varint(header.length), header];
  for (const { cid, bytes } of blocks) parts.push(varint(cid.bytes.length + bytes.length), cid.bytes, bytes);
  return Buffer.concat(parts);
}

/** A repository with records by their keys, each key in its own node below the previous one. */
export function repositoryOf(did: string, records: { [key: string]: object }): Buffer {
  const blocks: Block[] = [];
  const add = (value: unknown) => {
    const block = blockOf(value);
    blocks.push(block);
    return block.cid;
  };
  let below: CID | null = null;
  for (const [key, record] of Object.entries(records).reverse())
    below = add({ l: null, e: [{ p: 0, k: Buffer.from(key), v: add(record), t: below }] });
  const commit = add({
    did,
    version: 3,
    data: below ?? add({ l: null, e: [] }),
    rev: '3l',
    prev: null,
    sig: new Uint8Array(64),
  });
  return carOf(commit, blocks);
}

function bytesOf(content: string | Uint8Array | object): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(JSON.stringify(content));
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
