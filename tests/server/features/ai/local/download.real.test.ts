import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type DownloadOptions,
  downloadModel,
  type PartState,
} from '../../../../../server/features/ai/local/download.ts';
import { testFolder } from '../../../../helpers/file-folder.ts';
import { CLOSED_PORT } from '../../../../helpers/free-port.ts';
import { modelBytes, sha256Of, startGgufServer } from '../../../../helpers/gguf-server.ts';
import { ofFile } from '../../../../helpers/of-file.ts';

const FILE = modelBytes(300_000);
const DIGEST = sha256Of(FILE);

let part: string;
let kept: PartState | null;

const server = ofFile(() => startGgufServer(FILE));
beforeEach(async () => {
  part = join(await testFolder(), 'model.gguf.part');
  kept = null;
  server.serve(FILE);
  server.play();
  server.ranges.length = 0;
});

/** Downloads as the agent does, without delays between retries. */
function download(changes: Partial<DownloadOptions> = {}) {
  const options: DownloadOptions = {
    address: `${server.origin}/models/small.gguf`,
    part,
    expected: { bytes: null, sha256: null },
    former: kept,
    keep: async (state) => {
      kept = state;
    },
    freeBytes: async () => 1e12,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onCheck: () => undefined,
    pause: async () => undefined,
    ...changes,
  };
  return downloadModel(options);
}

const size = () =>
  stat(part).then(
    (found) => found.size,
    () => null,
  );

describe('a download', () => {
  it('brings the file, with its progress', async () => {
    const seen: (number | null)[][] = [];
    const onProgress: DownloadOptions['onProgress'] = (received, total) => seen.push([received, total]);
    expect(await download({ expected: { bytes: FILE.length, sha256: DIGEST }, onProgress })).toEqual({
      bytes: FILE.length,
      sha256: DIGEST,
    });
    expect([(await readFile(part)).equals(FILE), seen.at(-1)]).toEqual([true, [FILE.length, FILE.length]]);
  });

  it('goes on after cut connections from where they broke, each time', async () => {
    server.play({ cuts: [100_000, 50_000] });
    await download({ expected: { bytes: null, sha256: DIGEST } });
    expect((await readFile(part)).equals(FILE)).toBe(true);
    expect(server.ranges).toHaveLength(3);
    expect(server.ranges[0]).toBeNull();
    expect(server.ranges[2]).toMatch(/^bytes=[1-9]\d*-$/);
  });

  it('begins anew where the server refuses ranges', async () => {
    server.play({ cuts: [100_000], refusesRanges: true });
    await download({ expected: { bytes: null, sha256: DIGEST } });
    expect((await readFile(part)).equals(FILE)).toBe(true);
  });

  it('begins anew when the file is another one by now', async () => {
    server.play({ cuts: [100_000] });
    await expect(
      download({
        pause: async () => {
          const other = modelBytes(200_000);
          server.serve(other);
          server.play({ etag: '"second"' });
        },
      }),
    ).resolves.toEqual({ bytes: 200_000, sha256: sha256Of(modelBytes(200_000)) });
  });

  it.each([
    ['is longer than the file', 400_000, '/models/small.gguf'],
    ['came from another address', 1000, 'https://models.example/other.gguf'],
  ])('begins anew when what is there %s', async (_what, bytes, address) => {
    await writeFile(part, modelBytes(bytes));
    kept = { address: new URL(address, server.origin).href, etag: null, totalBytes: null, sha256: null };
    expect((await download()).sha256).toBe(DIGEST);
    expect(server.ranges.at(-1)).toBeNull();
  });

  it('gives up when nothing comes any more, keeps what came, and goes on from there another time', async () => {
    server.play({ cuts: [100_000, 0, 0, 0, 0, 0] });
    await expect(download()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('it continues where it stopped'),
    });
    const before = await size();
    expect(before).toBeGreaterThan(0);
    server.play();
    server.ranges.length = 0;
    expect((await download()).sha256).toBe(DIGEST);
    expect(server.ranges).toEqual([`bytes=${before}-`]);
  });

  it('takes a connection that brings nothing for broken', async () => {
    server.play({ holdsAfter: 1000 });
    const paused = new Error('paused');
    await expect(download({ stalledMs: 100, pause: () => Promise.reject(paused) })).rejects.toBe(paused);
    server.play();
    expect((await download()).sha256).toBe(DIGEST);
  });

  it('ends at once when it is cancelled, and keeps what came', async () => {
    server.play({ holdsAfter: 100_000 });
    const cancelled = new AbortController();
    const reason = new Error('cancelled');
    const running = download({ signal: cancelled.signal, onProgress: () => cancelled.abort(reason) });
    await expect(running).rejects.toBe(reason);
    expect(await size()).toBeGreaterThan(0);
  });
});

describe('what is not the file', () => {
  it.each([
    ['by our list', { expected: { bytes: null, sha256: sha256Of(Buffer.from('other')) } }, null],
    ['by the publisher’s server', {}, sha256Of(Buffer.from('other'))],
  ] as const)('is deleted when its digest is wrong %s', async (_what, changes, linkedDigest) => {
    server.play({ linkedDigest });
    await expect(download(changes)).rejects.toMatchObject({
      code: 'bad_answer',
      message: expect.stringContaining(`its SHA-256 is ${DIGEST}`),
    });
    expect(await size()).toBeNull();
  });

  it('is refused before it is downloaded when its size is wrong', async () => {
    await expect(download({ expected: { bytes: 5, sha256: DIGEST } })).rejects.toThrow(/300000 bytes instead of 5/);
    expect(await size()).toBeNull();
  });

  it('is refused when it is no GGUF file', async () => {
    server.serve(Buffer.from('<!doctype html><title>Log in</title>'));
    await expect(download()).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('is not a GGUF file'),
    });
    expect(await size()).toBeNull();
  });

  it.each([
    [401, /requires a login/],
    [404, /does not have this file/],
    [503, /answered with status 503/],
  ])('is said with its remedy at status %i', async (status, message) => {
    server.play({ status });
    await expect(download()).rejects.toThrow(message);
  });

  it('is said when nobody is there', async () => {
    const address = `http://127.0.0.1:${CLOSED_PORT}/models/small.gguf`;
    await expect(download({ address })).rejects.toThrow(/cannot be reached/);
  });
});

it('the disk is looked at before: without room nothing is written', async () => {
  await expect(download({ freeBytes: async () => 400_000 })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/has 1 MB free, but 500 MB are needed/),
  });
  expect(await size()).toBeNull();
});

it('the disk may become full meanwhile: what came stays', async () => {
  let writes = 0;
  const openPart: DownloadOptions['openPart'] = async (path, flags) => {
    const { open } = await import('node:fs/promises');
    const file = await open(path, flags);
    const write = async (...given: Parameters<typeof file.write>) => {
      writes += 1;
      if (writes > 1) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return file.write(...given);
    };
    return { write: write as typeof file.write, sync: () => file.sync(), close: () => file.close() };
  };
  await expect(download({ openPart })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/is full\. Free some space/),
  });
  expect(await size()).toBeGreaterThan(0);
  expect((await download()).sha256).toBe(DIGEST);
});

describe('redirects', () => {
  const elsewhere = (address: string, redirect: string, resolve: DownloadOptions['resolve']) => {
    server.play({ redirect });
    return download({ address, ...(resolve && { resolve }) });
  };

  it('never lead from a public address into a private network', async () => {
    const { port } = new URL(server.origin);
    // A name with a public and a private address; the connection uses the private one.
    const resolve = async (host: string) =>
      host === 'models.example' ? ['127.0.0.1', '93.184.215.14'] : ['127.0.0.1'];
    const address = `http://models.example:${port}/models/small.gguf`;
    await expect(elsewhere(address, 'http://inside.example/file', resolve)).rejects.toThrow(/into a private network/);
  });

  it('end after some of them', () =>
    expect(elsewhere(`${server.origin}/models/a`, '/models/b', undefined)).rejects.toThrow(/redirects too often/));
});
