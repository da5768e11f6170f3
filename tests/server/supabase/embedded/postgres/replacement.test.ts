import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  finishReplacement,
  hasCluster,
  removeReplaced,
  replaceCluster,
} from '../../../../../server/supabase/embedded/postgres/replacement.ts';
import { testFolder } from '../../../../helpers/file-folder.ts';

let root: string;

beforeEach(async () => {
  root = await testFolder();
  await cluster('postgres', '17');
  await cluster('upgrade/new/postgres', '18');
});

/** Creates those files of a cluster that are read here. `control` changes whenever a server is started on it. */
async function cluster(name: string, version: string, control = version): Promise<void> {
  await mkdir(join(root, name, 'global'), { recursive: true });
  await writeFile(join(root, name, 'PG_VERSION'), version);
  await writeFile(join(root, name, 'global', 'pg_control'), control);
}

const version = (name = 'postgres') => readFile(join(root, name, 'PG_VERSION'), 'utf8').catch(() => null);
const names = async () => (await readdir(root)).map((name) => name.replace(/-[0-9a-f]+$/, '')).sort();
const nameLike = async (begin: string) => (await readdir(root)).find((name) => name.startsWith(begin)) ?? '';

it('keeps the old cluster beside the new one until that has started', async () => {
  await replaceCluster(root, join(root, 'upgrade/new/postgres'));
  expect(await version()).toBe('18');
  expect(await version(await nameLike('postgres.replaced-'))).toBe('17');
  await removeReplaced(root);
  expect(await names()).toEqual(['postgres']);
});

/** The state after the process was killed before the second or third rename. */
async function killedBefore(step: 2 | 3): Promise<void> {
  await replaceCluster(root, join(root, 'upgrade/new/postgres'));
  const replaced = await nameLike('postgres.replaced-');
  await rename(join(root, 'postgres'), join(root, replaced.replace('replaced', 'checked')));
  if (step === 2) await rename(join(root, replaced), join(root, 'postgres'));
}

it.each([2, 3] as const)('is completed by the next start when it was killed before rename %s', async (step) => {
  await killedBefore(step);
  expect(hasCluster(root)).toBe(true);
  await finishReplacement(root);
  expect(await version()).toBe('18');
  expect(await version(await nameLike('postgres.replaced-'))).toBe('17');
  expect(await names()).toEqual(['postgres', 'postgres.replaced', 'upgrade']);
});

it('is dropped when an older local-agent has used the old cluster since', async () => {
  await killedBefore(2);
  await cluster('postgres', '17', 'used since');
  await finishReplacement(root);
  expect([await version(), await names()]).toEqual(['17', ['postgres', 'upgrade']]);
});

it('keeps aside what an older local-agent has made in the place of the old cluster', async () => {
  await killedBefore(3);
  await cluster('postgres', '17', 'new and empty');
  await finishReplacement(root);
  expect(await version()).toBe('18');
  expect(await names()).toEqual(['postgres', 'postgres.aside', 'postgres.replaced', 'upgrade']);
});

it('does nothing where nothing is to be replaced', async () => {
  await finishReplacement(root);
  await removeReplaced(root);
  expect([await names(), hasCluster(join(root, 'nowhere'))]).toEqual([['postgres'], false]);
});
