import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { serve } from './loopback.ts';

/** Serves what a download asks for; the path is that of the archive. */
export type Serve = (response: ServerResponse, path: string) => void;

export type ChromeHost = { url: string; close(): Promise<void> };

/** An imitation on loopback of the host from which Chrome for Testing is downloaded. */
export async function startChromeHost(send: Serve): Promise<ChromeHost> {
  const { origin: url, close } = await serve((request, response) => send(response, request.url ?? ''));
  return { url, close };
}

/** A zip archive with one program in it, not compressed; `padding` bytes stand behind it in a file of their own. */
export function zipWithProgram(path: string, content: string, padding = 0): Buffer {
  const files = [
    { path, content: Buffer.from(content) },
    { path: 'padding', content: Buffer.alloc(padding) },
  ];
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.path);
    const sizes = [crc32(file.content), file.content.length, file.content.length];
    const local = record(
      30,
      [
        [0, 4, 0x04034b50],
        [4, 2, 20],
        [26, 2, name.length],
      ],
      sizes,
      14,
    );
    const central = record(
      46,
      [
        [0, 4, 0x02014b50],
        [4, 2, 0x0314],
        [6, 2, 20],
        [28, 2, name.length],
      ],
      sizes,
      16,
    );
    central.writeUInt32LE((0o100755 << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    parts.push(local, name, file.content);
    directory.push(central, name);
    offset += local.length + name.length + file.content.length;
  }
  const list = Buffer.concat(directory);
  const end = record(22, [
    [0, 4, 0x06054b50],
    [8, 2, files.length],
    [10, 2, files.length],
    [12, 4, list.length],
    [16, 4, offset],
  ]);
  return Buffer.concat([...parts, list, end]);
}

type Field = [at: number, bytes: 2 | 4, value: number];

function record(length: number, fields: Field[], sizes: number[] = [], sizesAt = 0): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [at, size, value] of fields) bytes.writeUIntLE(value, at, size);
  for (const [index, value] of sizes.entries()) bytes.writeUInt32LE(value, sizesAt + 4 * index);
  return bytes;
}
