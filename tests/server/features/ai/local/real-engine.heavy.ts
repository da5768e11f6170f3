import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freeBytesOf } from '../../../../../server/features/ai/local/disk.ts';
import {
  ENGINE_KEPT_BYTES,
  ENGINE_UNPACKED_BYTES,
  engineMachine,
} from '../../../../../server/features/ai/local/engine-package.ts';
import { installEngine } from '../../../../../server/features/ai/local/install-engine.ts';
import { createInstallation, localAiPlaces } from '../../../../../server/features/ai/local/installation.ts';
import { listFiles } from '../../../../../server/files/file-tree.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'real-engine-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('installs the real engine with the real npm, in the size that people are told, and it runs', async () => {
  const seen: number[] = [];
  await installEngine({
    dataDir,
    machine: engineMachine(),
    env: process.env,
    freeBytes: freeBytesOf,
    signal: new AbortController().signal,
    onProgress: (done) => seen.push(done),
    onCheck: () => undefined,
  });
  expect(createInstallation(dataDir).enginePackage()).toBe(localAiPlaces(dataDir).engine);
  expect(await readdir(localAiPlaces(dataDir).engines)).toHaveLength(1);
  const { files } = await listFiles(dataDir, 20_000);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0.5 * ENGINE_KEPT_BYTES);
  expect(bytes).toBeLessThan(1.5 * ENGINE_KEPT_BYTES);
  expect(Math.max(...seen)).toBeLessThanOrEqual(ENGINE_UNPACKED_BYTES);
  expect(files.some(({ path }) => path.includes('@node-llama-cpp/') && path.includes('-cuda'))).toBe(false);
});
