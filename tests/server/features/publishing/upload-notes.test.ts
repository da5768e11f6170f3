import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVault } from '../../../../server/features/publishing/channels/vault.ts';
import { uploadsIn } from '../../../../server/features/publishing/uploads.ts';
import { NO_KEYCHAIN } from '../../../helpers/no-keychain.ts';

const NOTE = { address: 'https://www.googleapis.com/upload?upload_id=secret', size: 5 };
const KEY = randomUUID();
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'la-uploads-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** As each process of the agent opens them. */
const vaultOf = (workspace = 'own') => openVault({ dataDir, workspace, keychain: NO_KEYCHAIN });
const uploads = (workspace?: string) => uploadsIn(vaultOf(workspace).uploads);
const file = () => join(dataDir, 'uploads', `${KEY}.json`);

it('what is known of an upload outlives the process, and nobody else can read it', async () => {
  expect(await uploads().noteOf(KEY, 'first').read()).toBeNull();
  await uploads().noteOf(KEY, 'first').write(NOTE);
  expect(await uploads().noteOf(KEY, 'first').read()).toEqual({ value: NOTE, isOfLatest: true });
  const text = await readFile(file(), 'utf8');
  expect(text).not.toContain('googleapis');
  expect(Buffer.from(JSON.parse(text).data, 'base64').toString('latin1')).not.toContain('googleapis');
  if (process.platform !== 'win32') expect((await stat(file())).mode & 0o777).toBe(0o600);
});

it('it takes no channel for an upload, nor an upload for a channel', async () => {
  await uploads().noteOf(KEY, 'first').write(NOTE);
  expect(await vaultOf().accounts()).toEqual([]);
  expect(await vaultOf().read(KEY)).toBeNull();
  await vaultOf().write(KEY, 'login');
  await writeFile(file(), await readFile(join(dataDir, 'channels', `${KEY}.json`)));
  expect(await uploads().noteOf(KEY, 'first').read()).toBeNull();
});

it('is forgotten at the end; one that is damaged is as good as none', async () => {
  await uploads().noteOf(KEY, 'first').write(NOTE);
  await writeFile(file(), '{');
  expect(await uploads().noteOf(KEY, 'first').read()).toBeNull();
  await uploads().noteOf(KEY, 'first').write(NOTE);
  expect(await vaultOf('another database').uploads.ids()).toEqual([]);
  expect(await vaultOf().uploads.ids()).toEqual([KEY]);
  await uploads().forget(KEY);
  await uploads().forget(KEY);
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
});

it('says whether it is of the latest attempt: one that slept may have written over it', async () => {
  await uploads().noteOf(KEY, 'second').write(NOTE);
  await uploads().noteOf(KEY, 'first').write('stale');
  expect(await uploads().noteOf(KEY, 'second').read()).toEqual({ value: 'stale', isOfLatest: false });
});
