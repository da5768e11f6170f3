import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { runCli, type StartedCli, startCli, stopCli } from '../helpers/cli.ts';
import { newWorkspace } from '../helpers/workspace.ts';
import { type AgentApi, apiOf, sha256 } from './load.ts';

const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;
/** A one-line error without a stack trace. */
const ONE_LINE = /^local-agent: [^\n]+\n$/;
/** More rows than fit into any page with free space. */
const TRIES_MAX = 500;

let folder: string;
/** On a separate disk. */
let dataDir: string;
let agent: StartedCli | undefined;

async function canMount(): Promise<boolean> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false;
  const probe = await mkdtemp(join(tmpdir(), 'local-agent-mount-'));
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe]).then(
    () => run('umount', [probe]).then(() => true),
    () => false,
  );
  await rm(probe, { recursive: true, force: true });
  return isMounted;
}

describe.runIf(await canMount())('the disk of the data directory (skipped without the right to mount one)', () => {
  beforeEach(async () => {
    agent = undefined;
    folder = await mkdtemp(join(tmpdir(), 'local-agent-disk-'));
    // As root, Postgres runs as another user, who needs access.
    await chmod(folder, 0o711);
    dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=0711', 'tmpfs', dataDir]);
    await newWorkspace(dataDir);
  });
  afterEach(async () => {
    if (agent) await stopCli(agent);
    await run('umount', [dataDir]);
    await rm(folder, { recursive: true, force: true });
  });

  async function post({ client }: AgentApi, id: string, caption = 'a post'): Promise<string | null> {
    const { error } = await client.from('generated_content').insert({ id, caption, content_type: 'text' });
    return error?.message ?? null;
  }
  const upload = ({ client }: AgentApi, name: string, bytes: Buffer) =>
    client.storage.from(MEDIA_BUCKET).upload(name, bytes, { contentType: 'image/png' });

  /** Fills the disk to the last byte, page by page. */
  async function fill(): Promise<void> {
    const file = await open(join(dataDir, 'ballast'), 'a');
    try {
      for (const size of [MEGABYTE, 4096]) {
        const page = Buffer.alloc(size);
        for (let isFull = false; !isFull; ) isFull = await file.write(page).then(() => false, isDiskFull);
      }
    } finally {
      await file.close();
    }
  }

  it('that is full says so to whoever writes, and loses nothing; with room again all goes on', async () => {
    agent = await startCli(dataDir, ['--log-level', 'silent']);
    let api = await apiOf(dataDir, agent.report.url);
    const picture = randomBytes(MEGABYTE);
    const kept = [randomUUID()];
    expect(await post(api, String(kept[0]))).toBeNull();
    expect((await upload(api, 'before.png', picture)).error).toBeNull();
    expect((await api.call('/api/ai', { monthlyCapUsd: 5 })).status).toBe(200);

    await fill();
    // Has to come before the database runs out of space, because its restart frees some.
    const refusedChange = await api.call('/api/ai', { monthlyCapUsd: 6 });
    expect([refusedChange.status, await refusedChange.json()]).toEqual([
      503,
      { code: 'unavailable', error: expect.stringMatching(/disk .* is full\. Free some space/) },
    ]);
    const told: string[] = [];
    for (let tried = 0; tried < TRIES_MAX && told.length === 0; tried++) {
      const id = randomUUID();
      const said = await post(api, id, 'x'.repeat(2000));
      if (said === null) kept.push(id);
      else told.push(said);
    }
    expect(told[0]).toMatch(/No space left on device|database system|connection/);
    // If it was the database's log that found no space, the database restarts.
    const refusedUpload = await upload(api, 'during.png', picture);
    expect(refusedUpload.error?.message).toMatch(/disk is full.*free some space|database is restarting/i);
    const script = await api.call('/api/scripts/run', {
      script: "require('fs').writeFileSync('a.txt', 'a'.repeat(1e6))",
    });
    expect(await script.json()).toMatchObject({ error: expect.stringContaining('no space left') });

    await rm(join(dataDir, 'ballast'));
    await vi.waitFor(async () => expect(await post(api, randomUUID())).toBeNull(), { timeout: 20_000 });
    expect((await upload(api, 'after.png', picture)).error).toBeNull();
    expect((await api.call('/api/posts', { fields: { caption: 'after' } })).status).toBe(201);
    expect((await stopCli(agent)).code).toBe(0);
    agent = await startCli(dataDir, ['--log-level', 'silent']);
    api = await apiOf(dataDir, agent.report.url);
    const { data } = await api.client
      .from('generated_content')
      .select('id')
      .in('id', kept.slice(0, 100))
      .throwOnError();
    expect(data).toHaveLength(Math.min(kept.length, 100));
    for (const name of ['before.png', 'after.png']) {
      const file = await api.client.storage.from(MEDIA_BUCKET).download(name);
      expect(sha256(new Uint8Array((await file.data?.arrayBuffer()) ?? []))).toBe(sha256(picture));
    }
    expect(await (await api.call('/api/ai')).json()).toMatchObject({ monthlyCapUsd: 5 });
  }, 180_000);

  it('without room for a video says so once it is made, and the post stands; with room again it is made', async () => {
    agent = await startCli(dataDir, ['--log-level', 'silent']);
    const api = await apiOf(dataDir, agent.report.url);
    const id = randomUUID();
    expect(await post(api, id, 'Let the dough rest overnight.')).toBeNull();
    const stored = async () => {
      const { data } = await api.client.from('generated_content').select('media').eq('id', id).single().throwOnError();
      const { data: files } = await api.client.from('media_files').select('path').throwOnError();
      return [data.media, files];
    };
    const storage = join(dataDir, 'storage');
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', storage]);
    const refused = await api.call(`/api/posts/${id}/video`, {});
    await run('umount', [storage]);
    expect([refused.ok, await refused.json()]).toEqual([
      false,
      expect.objectContaining({ error: expect.stringMatching(/disk is full.*free some space/i) }),
    ]);
    expect(await stored()).toEqual([[], []]);

    expect((await api.call(`/api/posts/${id}/video`, {})).status).toBe(200);
    expect(await stored()).toEqual([[expect.objectContaining({ kind: 'video' })], [expect.anything()]]);
  });

  it('that is read-only is said in one line by a start, which changes nothing; writable again it starts', async () => {
    const first = await runCli(['token', '--data-dir', dataDir]);
    await run('mount', ['-o', 'remount,ro', dataDir]);
    for (const command of [['start', '--no-open', '--port', '0'], ['users', 'list'], ['token']]) {
      const { code, stdout, stderr } = await runCli([...command, '--data-dir', dataDir]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(ONE_LINE);
      expect(stderr).toMatch(/write access|writable/);
    }
    await run('mount', ['-o', 'remount,rw', dataDir]);
    expect((await runCli(['token', '--data-dir', dataDir])).stdout).toBe(first.stdout);
    agent = await startCli(dataDir);
  }, 180_000);
});

function isDiskFull(error: NodeJS.ErrnoException): true {
  if (error.code === 'ENOSPC') return true;
  throw error;
}
