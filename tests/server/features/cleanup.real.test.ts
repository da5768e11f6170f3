import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimProfile, hasProfile, openProfile } from '../../../server/browser/profiles.ts';
import { createLeftovers, type Leftovers, type LeftoversDeps } from '../../../server/features/accounts/leftovers.ts';
import { type AccountStore, accountStore } from '../../../server/features/accounts/store.ts';
import { cleanupJob } from '../../../server/features/cleanup/job.ts';
import { type CleanupStore, cleanupStore } from '../../../server/features/cleanup/store.ts';
import { openVault } from '../../../server/features/publishing/channels/vault.ts';
import { MEDIA_BUCKET, posterPath } from '../../../shared/posts/media-bucket.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { testFolder } from '../../helpers/file-folder.ts';
import { addProject } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { readSession, savedSessions, writeSession } from '../../helpers/saved-sessions.ts';
import { workerBackend } from '../../helpers/worker-agent.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const backend = ofFile(workerBackend);
const member = ofFile(() => backend.memberClient());

beforeEach(async () => {
  for (const table of ['generated_content', 'content_bin'] as const)
    await member.from(table).delete().not('id', 'is', null).throwOnError();
});

async function upload(): Promise<string> {
  const path = `posts/${randomUUID()}.png`;
  const { error } = await member.storage.from(MEDIA_BUCKET).upload(path, new Blob(['x'], { type: 'image/png' }));
  if (error) throw error;
  return path;
}

/** Uploads a video with its poster. */
async function uploadVideo(): Promise<string> {
  const path = `${randomUUID()}.mp4`;
  const bucket = member.storage.from(MEDIA_BUCKET);
  await bucket.upload(path, new Blob(['x'], { type: 'video/mp4' }));
  await bucket.upload(posterPath(path), new Blob(['x'], { type: 'image/jpeg' }));
  return path;
}

const projectOf = async (video_path: string | null = null) =>
  (await addProject(member, { platforms: ['tiktok'], video_path })).id;

/** Adds a piece of content, by default an unsaved draft that is 8 days old. */
async function add(fields: Partial<GeneratedContentRow> = {}, paths: string[] = []): Promise<string> {
  const media = paths.map((path) => ({ path, url: `http://x/media-assets/${path}`, kind: 'image' as const }));
  const row = { content_type: 'image' as const, caption: 'A loaf', created_at: ago(8), media, ...fields };
  return (await member.from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
}

async function clean(store: CleanupStore = cleanupStore(member)): Promise<string> {
  const run = { signal: new AbortController().signal, report: () => undefined, attempt: 1, isManual: false };
  return cleanupJob(store).run({ ...run, startedAt: Temporal.Now.instant() });
}

const ids = async (table: 'generated_content' | 'content_bin') =>
  (await member.from(table).select('id').throwOnError()).data.map(({ id }) => id).sort();
const files = async () => (await member.from('media_files').select('path').throwOnError()).data.map(({ path }) => path);
/** Makes everything in the bin old enough to be deleted for good. */
const aDayLater = async () => {
  const aged = member.from('content_bin').update({ deleted_at: ago(1.01) });
  await aged.not('id', 'is', null).throwOnError();
};

describe('the clean-up', () => {
  it('deletes unsaved drafts of 7 days that have no place in the timeline, and nothing else', async () => {
    const placed = async (status: 'scheduled' | 'cancelled') => {
      const content_id = await add();
      const row = { content_id, status, scheduled_time: ago(-1) };
      await member.from('scheduled_posts').insert(row).throwOnError();
      return content_id;
    };
    const expired = [await add(), await placed('cancelled')];
    const kept = [
      await add({ created_at: ago(6.99) }),
      await add({ saved_at: ago(8) }),
      await add({ status: 'scheduled' }),
      await add({ status: 'published' }),
      await add({ status: 'failed' }),
      await placed('scheduled'),
    ];
    expect(await clean()).toBe('Deleted 2 unsaved drafts, which can be restored for a day.');
    expect([await ids('generated_content'), await ids('content_bin')]).toEqual([kept.sort(), expired.sort()]);
    expect(await clean()).toBe('Nothing was old enough to delete.');
  });

  it('removes deleted files, and the pictures of its drafts, a day later with their posters, but none that something else shows', async () => {
    const [own, deleted] = [await uploadVideo(), await uploadVideo()];
    const [shared, video] = [await upload(), await upload()];
    await add({}, [own, shared, video]);
    await add({ saved_at: ago(1) }, [shared]);
    await projectOf(video);
    await member.rpc('delete_media', { paths: [deleted] }).throwOnError();
    await clean();
    expect(await files()).toContain(own);
    await aDayLater();
    const aged = member.from('media_details').update({ deleted_at: ago(1.01) });
    await aged.eq('path', deleted).throwOnError();
    expect(await clean()).toBe(
      'Removed 1 deleted post for good, a day after deletion. Removed 1 deleted file for good.',
    );
    const paths = [own, deleted].flatMap((path) => [path, posterPath(path)]);
    expect((await member.from('media_objects').select('path').in('path', paths)).data).toEqual([]);
    expect([await files(), await ids('content_bin')]).toEqual([expect.arrayContaining([shared, video]), []]);
  });

  it('leaves the pictures of a post that a person deleted', async () => {
    const path = await upload();
    const id = await add({}, [path]);
    await member.from('generated_content').delete().eq('id', id).throwOnError();
    expect(await ids('content_bin')).toEqual([id]);
    await aDayLater();
    await clean();
    expect(await ids('content_bin')).toEqual([]);
    expect(await files()).toContain(path);
  });

  it('goes on where it was stopped', async () => {
    const path = await upload();
    const id = await add({}, [path]);
    await clean();
    await aDayLater();
    const store = cleanupStore(member);
    const stopped = { ...store, removeFiles: () => Promise.reject(new Error('stopped')) };
    await expect(clean(stopped)).rejects.toThrow('stopped');
    expect(await files()).toContain(path);
    const { data } = await member.rpc('restore_content', { content: id });
    expect(data, 'whose end has begun cannot be brought back').toBe(false);
    await expect(clean({ ...store, endPurge: () => Promise.reject(new Error('stopped')) })).rejects.toThrow('stopped');
    expect(await files()).not.toContain(path);
    await clean();
    expect(await ids('content_bin')).toEqual([]);
  });
});

describe('what was deleted', () => {
  const restore = async (content: string) => (await member.rpc('restore_content', { content }).throwOnError()).data;
  const read = async (id: string) =>
    (await member.from('generated_content').select('*, scheduled_posts(status)').eq('id', id).single().throwOnError())
      .data;

  it('comes back as it was, and saved, so that it stays', async () => {
    const id = await add({ hashtags: ['#bread'], alternatives: { twitter: { caption: 'Loaf', hashtags: [] } } });
    const before = await read(id);
    await clean();
    expect([await restore(id), await read(id)]).toEqual([true, { ...before, saved_at: expect.any(String) }]);
    expect([await ids('content_bin'), await restore(id)]).toEqual([[], false]);
    expect(await clean()).toBe('Nothing was old enough to delete.');
  });

  it('comes back with its places in the timeline that are still to come', async () => {
    const back = async (days: number) => {
      const content_id = await add({ status: 'scheduled' });
      const row = { content_id, scheduled_time: ago(-days) };
      await member.from('scheduled_posts').insert(row).throwOnError();
      await member.from('generated_content').delete().eq('id', content_id).throwOnError();
      await restore(content_id);
      return read(content_id);
    };
    expect(await back(1)).toMatchObject({ status: 'scheduled', scheduled_posts: [{ status: 'scheduled' }] });
    expect(await back(-1)).toMatchObject({ status: 'draft', scheduled_posts: [{ status: 'cancelled' }] });
  });

  it('comes back without the project that is gone', async () => {
    const project_id = await projectOf();
    const id = await add({ project_id });
    await clean();
    await member.from('content_projects').delete().eq('id', project_id).throwOnError();
    await restore(id);
    expect(await read(id)).toMatchObject({ project_id: null });
  });
});

/** How long an account must be gone before its files are removed. */
const A_MINUTE_MS = 60_000;

let accounts: ReturnType<typeof accountsTable>;
let store: AccountStore;
let dataDir: string;
let leftovers: Leftovers | undefined;
beforeAll(async () => {
  accounts = accountsTable(backend.connection.admin);
  store = accountStore(backend.connection.admin);
});
beforeEach(async () => {
  dataDir = await testFolder();
});
afterEach(async () => {
  await leftovers?.close();
  await accounts.clear();
});

const open = (own: AccountStore | null, deps: Pick<LeftoversDeps, 'goneForMs' | 'now' | 'kept'>) => {
  const sessions = savedSessions(dataDir);
  leftovers = createLeftovers({ dataDir, sessions, workspace: 'mine', log: pino({ level: 'silent' }), ...deps }, own);
  return leftovers;
};

async function withSession(id: string, workspace = 'mine'): Promise<string> {
  await claimProfile(dataDir, id, workspace);
  await writeSession(dataDir, id, []);
  return id;
}

const isHere = async (id: string) => (await hasProfile(dataDir, id)) && (await readSession(dataDir, id)) !== null;
describe('what removed accounts leave on this machine', () => {
  it('goes once they have been gone for a while, and nothing else does', async () => {
    const kept = await withSession((await accounts.insert()).id);
    const foreign = await withSession(randomUUID(), 'another database');
    const gone = await withSession(randomUUID());
    open(store, { goneForMs: 50 });
    await vi.waitUntil(async () => !(await isHere(gone)), { timeout: 20_000 });
    await leftovers?.close();
    expect(await readSession(dataDir, gone)).toBeNull();
    expect([await isHere(kept), await isHere(foreign)]).toEqual([true, true]);
  });

  it('stays when the removal is undone', async () => {
    const account = await accounts.insert();
    await withSession(account.id);
    const gone = await withSession(randomUUID());
    await accounts.remove(account.id);
    let now = 0;
    const { look } = open(null, { now: () => now });
    await look(store);
    expect(await isHere(gone)).toBe(true);
    await accounts.insert(account);
    now += A_MINUTE_MS;
    await look(store);
    expect([await isHere(gone), await isHere(account.id)]).toEqual([false, true]);
  });

  it('includes the logins of channels, also of accounts without a profile', async () => {
    const none = { read: () => Promise.reject(new Error('none')), write: () => Promise.reject(new Error('none')) };
    const vaultOf = (workspace: string) => openVault({ dataDir, workspace, keychain: none });
    const [mine, theirs] = [vaultOf('mine'), vaultOf('another database')];
    const [kept, gone, foreign] = [(await accounts.insert()).id, randomUUID(), randomUUID()];
    for (const id of [kept, gone]) await mine.write(id, 'token');
    await theirs.write(foreign, 'token');
    let now = 0;
    const { look } = open(null, { now: () => now, kept: mine });
    await look(store);
    expect(await mine.read(gone)).toBe('token');
    now += A_MINUTE_MS;
    await look(store);
    expect(await mine.read(gone)).toBeNull();
    expect([await mine.read(kept), await theirs.read(foreign)]).toEqual(['token', 'token']);
    await leftovers?.remove(kept);
    expect(await mine.read(kept)).toBeNull();
  });

  it('stays while a browser works on it', async () => {
    const gone = await withSession(randomUUID());
    const profile = await openProfile(dataDir, gone, 'a test');
    let now = 0;
    const { look } = open(null, { now: () => now });
    await look(store);
    now += A_MINUTE_MS;
    await look(store);
    expect(await isHere(gone)).toBe(true);
    await profile.close();
    await look(store);
    expect(await isHere(gone)).toBe(false);
  });
});
