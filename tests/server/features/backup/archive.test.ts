import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { AppError } from '../../../../server/errors.ts';
import { readArchive, readManifest, writeArchive } from '../../../../server/features/backup/archive.ts';
import { decrypt, encrypt } from '../../../../server/features/backup/envelope.ts';
import type { Manifest } from '../../../../server/features/backup/manifest.ts';

const CONFIG = '{"port":4444}';
const MEDIA = 'storage/11111111-1111-4111-8111-111111111111';
const PASSPHRASE = 'correct horse battery';

const manifestOf = (parts: Manifest['parts'], more: object = {}) => ({
  format: 1,
  product: 'local-agent' as const,
  version: '0.1.0',
  createdAt: '2026-11-23T03:00:00.000Z',
  includesSecrets: false,
  database: null,
  parts,
  beside: [],
  ...more,
});

const partOf = (path: string, text: string) => ({
  path,
  size: Buffer.byteLength(text),
  open: () => Readable.from([Buffer.from(text)]),
});

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

function written(...parts: ReturnType<typeof partOf>[]): Promise<Buffer> {
  const manifest = manifestOf(parts.map(({ path, size }) => ({ path, size })));
  return bytesOf(writeArchive(manifest, parts, () => undefined));
}

async function* inPieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

async function read(bytes: Uint8Array): Promise<{ [path: string]: string }> {
  const files: { [path: string]: string } = {};
  const onPart = async (path: string, content: AsyncIterable<Uint8Array>) => {
    files[path] = (await bytesOf(content)).toString();
  };
  await readArchive(inPieces(bytes), async () => undefined, onPart);
  return files;
}

/** A tar with arbitrary entries. */
function tarOf(
  ...entries: { name: string; text?: string; type?: 'symlink' | 'directory' | 'link'; linkname?: string }[]
) {
  const tar = pack();
  for (const { text = '', ...header } of entries) tar.entry(header, text);
  tar.finalize();
  return bytesOf(tar as AsyncIterable<Uint8Array>);
}

/** A tar whose manifest lists a single file. */
const hostile = (path: string, more: object = {}, size = 1) =>
  tarOf({ name: 'manifest.json', text: JSON.stringify(manifestOf([{ path, size }], more)) }, { name: path, text: 'x' });

async function refusalOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<AppError> {
  const error = await read(await bytes).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

it('gives back what went in, and its list alone', async () => {
  const bytes = await written(partOf('config.json', CONFIG), partOf(MEDIA, 'x'.repeat(200_000)));
  expect(await read(bytes)).toEqual({ 'config.json': CONFIG, [MEDIA]: 'x'.repeat(200_000) });
  expect((await readManifest(inPieces(bytes))).parts.map(({ path }) => path)).toEqual(['config.json', MEDIA]);
});

it.each([
  ...['../outside', '/etc/passwd', 'storage/../../outside', 'postgres/PG_VERSION', 'keys.json', 'C:\\x', 'storage/x'],
  ...['scripts/.npmrc', 'scripts/node_modules', 'approved-scripts.json'],
])('takes no file called %s', async (path) =>
  expect((await refusalOf(hostile(path))).message).toContain('has no place in a workspace'),
);

const first = (parts: Manifest['parts'], more: object = {}) => ({
  name: 'manifest.json',
  text: JSON.stringify(manifestOf(parts, more)),
});
const listed = [{ path: 'config.json', size: 1 }];

it.each([
  [
    'a link',
    tarOf(first(listed), { name: 'config.json', type: 'symlink', linkname: '/etc/passwd' }),
    'where it should be',
  ],
  ['a folder', tarOf(first(listed), { name: 'config.json', type: 'directory' }), 'where it should be'],
  ['a file that is not in the list', tarOf(first(listed), { name: '../x', text: 'x' }), 'where it should be'],
  ['more bytes than the list says', tarOf(first(listed), { name: 'config.json', text: 'xy' }), 'as large as'],
  ['a file listed twice', tarOf(first([...listed, ...listed])), 'twice'],
  ['a database that is missing', tarOf(first([], { database: { bytes: 1, rows: 1 } })), 'database is missing'],
  ['no checksums', tarOf(first(listed), { name: 'config.json', text: 'x' }), 'ends too early'],
  [
    'other bytes than were written',
    tarOf(first(listed), { name: 'config.json', text: 'x' }, { name: 'checksums.json', text: '{"config.json":"00"}' }),
    'was changed',
  ],
  ['a newer format', tarOf(first([], { format: 2 })), 'Update local-agent'],
  ['no tar at all', Promise.resolve(Buffer.from('something else '.repeat(1000))), 'damaged'],
  ['nothing', Promise.resolve(Buffer.alloc(0)), 'damaged'],
])('refuses %s', async (_what, bytes, words) => expect((await refusalOf(bytes)).message).toContain(words));

it('refuses a header that announces a name of gigabytes, before it is in memory', async () => {
  const start = await tarOf({ name: `${'n'.repeat(300)}`, text: 'x' });
  // The size field of the first header, in octal.
  start.write('77777777777\0', 124, 'ascii');
  start.fill(' ', 148, 156);
  const sum = start.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  start.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  let pieces = 0;
  async function* endless() {
    yield start.subarray(0, 512);
    for (; pieces < 1000; pieces++) yield Buffer.alloc(64 * 1024, 'n');
  }
  const reading = readArchive(
    endless(),
    async () => undefined,
    async () => undefined,
  );
  await expect(reading).rejects.toMatchObject({ code: 'bad_input' });
  expect(pieces).toBeLessThan(100);
});

it('refuses a file that was cut anywhere', async () => {
  const bytes = await written(partOf('config.json', CONFIG), partOf(MEDIA, 'x'.repeat(5000)));
  for (const length of [100, 512, 1500, 3000, 6000, bytes.length - 2500])
    expect((await refusalOf(bytes.subarray(0, length))).code, String(length)).toBe('bad_input');
});

it('encrypts with a passphrase, and sees each change, cut and exchange', async () => {
  const plain = Buffer.alloc(3 * 64 * 1024 + 5, 'a secret ');
  const sealed = await bytesOf(encrypt(inPieces(plain, 5000), PASSPHRASE, { N: 2 ** 14, r: 8, p: 1 }));
  expect(sealed.includes('a secret')).toBe(false);
  expect((await bytesOf(decrypt(inPieces(sealed), PASSPHRASE))).equals(plain)).toBe(true);
  const start = sealed.indexOf('\n', 40) + 1;
  const chunk = 64 * 1024 + 16;
  const at = (index: number) => start + index * chunk;
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(at(1) + 7) ^ 1, at(1) + 7);
  const exchanged = Buffer.concat([
    sealed.subarray(0, at(1)),
    sealed.subarray(at(2), at(3)),
    sealed.subarray(at(1), at(2)),
    sealed.subarray(at(3)),
  ]);
  for (const wrong of [changed, exchanged, sealed.subarray(0, at(3)), sealed.subarray(0, at(2) - 5)])
    await expect(bytesOf(decrypt(inPieces(wrong), PASSPHRASE))).rejects.toMatchObject({ code: 'bad_input' });
  await expect(bytesOf(decrypt(inPieces(sealed), 'another one'))).rejects.toMatchObject({ code: 'forbidden' });
});

it.each([
  ['too costly', { N: 2 ** 20, r: 32 }],
  ['too cheap', { N: 2 }],
  ['of no salt', { salt: '' }],
])('asks nothing of this machine for parameters that are %s', async (_what, more) => {
  const header = {
    format: 1,
    kdf: 'scrypt',
    N: 2 ** 17,
    r: 8,
    p: 1,
    salt: Buffer.alloc(16).toString('base64'),
    ...more,
  };
  const file = Buffer.from(`local-agent encrypted backup\n${JSON.stringify(header)}\nxxxx`);
  await expect(bytesOf(decrypt(inPieces(file), PASSPHRASE))).rejects.toMatchObject({ code: 'bad_input' });
});
