import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type BackupInspection,
  type Backups,
  backupName,
  backupUploadSchema,
  restoreReadySchema,
} from '../../../shared/agent/backups.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { startCli, stopCli } from '../../helpers/cli.ts';
import { isFull } from '../../helpers/depth.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

const folder = await fileFolder();
let dataDir: string;
let stop: () => Promise<unknown> = async () => undefined;
let url: string;
const replaceWorkspace = vi.fn();
let token: string;

beforeAll(async () => {
  dataDir = await newWorkspace(join(folder, 'data'));
  // Only replacing the open workspace needs a separate process.
  if (isFull) {
    const started = await startCli(dataDir);
    stop = () => stopCli(started);
    url = started.report.url;
  } else {
    const agent = await startTestAgent({ dataDir }, { replaceWorkspace });
    stop = () => agent.close();
    url = agent.url;
  }
  token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
});
afterAll(() => stop());

async function ask(path: string, body?: unknown): Promise<{ status: number; answer: unknown }> {
  const isBytes = body instanceof Uint8Array;
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
  });
  return { status: answer.status, answer: await answer.json() };
}

const names = async () => ((await ask('/api/scripts')).answer as { name: string }[]).map(({ name }) => name);
const backups = async () => (await ask('/api/backups')).answer as Backups;

/** Makes a backup outside the workspace and uploads it as the screen does. Returns the name of the upload. */
async function uploaded(name: string): Promise<string> {
  const file = join(folder, name);
  expect(await ask('/api/backups', { file })).toMatchObject({ status: 201 });
  return backupUploadSchema.parse((await ask('/api/backups/uploads', await readFile(file))).answer).source;
}

it('a backup that is handed over is looked into; what is no backup changes nothing', async () => {
  const junk = backupUploadSchema.parse(
    (await ask('/api/backups/uploads', Buffer.from('no backup'.repeat(200)))).answer,
  );
  for (const path of ['inspect', 'restore'])
    expect(await ask(`/api/backups/${path}`, junk)).toMatchObject({ status: 400, answer: { code: 'bad_input' } });
  expect(await ask('/api/backups/inspect', { source: '../../etc/passwd' })).toMatchObject({ status: 400 });
  expect((await readdir(dataDir)).filter((name) => name.startsWith('restore-work-'))).toEqual([]);
  expect(replaceWorkspace).not.toHaveBeenCalled();

  const source = await uploaded('of-mine.backup');
  // An upload replaces the previous one.
  expect(await ask('/api/backups/inspect', junk)).toMatchObject({ status: 404 });
  const found = (await ask('/api/backups/inspect', { source })).answer as BackupInspection;
  expect(found).toMatchObject({ isEncrypted: false, contents: { includesSecrets: false, rows: expect.any(Number) } });
  expect(backupName('C:\\data\\backups\\backup-2026-01-01T03-00-00Z.tar')).toBe('backup-2026-01-01T03-00-00Z.tar');
});

it.runIf(isFull)('a running agent puts a backup in the place of its workspace, and keeps that', async () => {
  await ask('/api/scripts', { name: 'Before', code: '// before' });
  const source = await uploaded('before.backup');
  await ask('/api/scripts', { name: 'Since', code: '// since' });
  expect(await names()).toEqual(['Since', 'Before']);
  const restored = await ask('/api/backups/restore', { source });
  const ready = restoreReadySchema.parse(restored.answer);
  await vi.waitFor(async () => expect((await backups()).lastRestore).toEqual({ id: ready.id, problem: null }), {
    timeout: 60_000,
    interval: 200,
  });
  expect(await names()).toEqual(['Before']);
  await access(join(ready.kept, 'postgres'));
  await expect(access(join(dataDir, 'backups', 'uploads'))).rejects.toThrow('ENOENT');
});
