import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { MEDIA_BUCKET, MEDIA_MAX_BYTES } from '../../../shared/posts/media-bucket.ts';
import { mediaCopyAnswerSchema } from '../../../shared/posts/media-library.ts';
import { runHere } from '../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../helpers/cli-ends.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { PNG } from '../../helpers/png.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

const VIDEO = new URL('../../fixtures/videos/portrait.mp4', import.meta.url).pathname;

const folder = await fileFolder();
const agent = ofFile(workerAgent);

beforeAll(async () => {
  const contents = {
    'beach.png': PNG,
    'notes.png': 'Bread, butter, and a new camera.',
    'broken.png': PNG.subarray(0, 20),
    'empty.png': '',
    'huge.mp4': '',
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  await truncate(join(folder, 'huge.mp4'), MEDIA_MAX_BYTES + 1);
});

const run = (...args: string[]) => runHere(['media', ...args, '--data-dir', agent.dataDir]);

const at = (name: string) => join(folder, name);
const says = (text: string) => expect.stringContaining(text);

it('adds files with their names, tags and measures, and refuses what is no picture or video whatever its name', async () => {
  const words = ['--tag', '#Summer', '--tag', 'travel', '--alt', 'Waves'];
  const added = await run('add', at('beach.png'), VIDEO, ...words, '--json');
  expect(added.code, added.stderr).toBe(0);
  const tags = ['summer', 'travel'];
  expect(JSON.parse(added.stdout)).toMatchObject([
    { name: 'beach.png', kind: 'picture', mime_type: 'image/png', width: 1, height: 1, tags, alt: 'Waves' },
    { name: 'portrait.mp4', kind: 'video', mime_type: 'video/mp4', duration_seconds: expect.any(Number), tags },
  ]);

  const names = ['notes.png', 'broken.png', 'empty.png', 'huge.mp4', 'missing.png', '.'];
  const refused = await run('add', ...names.map(at), at('beach.png'));
  expect(refused.code).toBe(1);
  for (const line of [
    /Not added: \S+notes\.png\. Not a picture or video, whatever its name says\./,
    /Not added: \S+broken\.png\. This file cannot be read/,
    /Not added: \S+empty\.png\. Empty \(0 bytes\)\./,
    /Not added: \S+huge\.mp4\. Larger than 200 MB\. Shorten or compress it first\./,
    /Not added: \S+missing\.png\. Cannot be read/,
    /Not added: \S+\. Not a file\./,
    /Added beach\.png/,
  ]) {
    expect(refused.stderr).toMatch(line);
  }
  // Refused files leave nothing behind.
  const { data } = await agent.admin.from('media_details').select('name').order('name').throwOnError();
  expect(data.map(({ name }) => name)).toEqual(['beach.png', 'beach.png', 'portrait.mp4']);
  expect((await agent.admin.storage.from(MEDIA_BUCKET).list()).data).toHaveLength(3);
});

it('lists, searches, removes and restores, by name where it is clear which file is meant', async () => {
  const list = async (...args: string[]) => JSON.parse((await run('list', '--json', ...args)).stdout);
  expect(await list('--tag', 'Summer')).toHaveLength(2);
  expect(await list('--search', 'wav summer')).toHaveLength(2);
  expect(await run('list')).toMatchObject(succeedsWith('portrait.mp4'));
  expect(await run('list', '--search', 'nothing')).toMatchObject({ code: 0, stderr: says('No matching files.') });

  expect(await run('remove', 'beach.png')).toMatchObject(failsWith('Several files are named beach.png'));
  expect(await run('remove', 'portrait.mp4', 'lost.png')).toMatchObject(failsWith('no file lost.png'));
  expect(await list()).toHaveLength(3);

  const [{ path }] = await list('--search', 'portrait');
  const media = [{ path, url: 'x', kind: 'video' as const }];
  await agent.admin
    .from('generated_content')
    .insert({ content_type: 'video', caption: 'A film', media })
    .throwOnError();
  const removed = await run('remove', 'portrait.mp4');
  expect(removed).toMatchObject(succeedsWith('Removed portrait.mp4; 1 post or project keeps it.'));
  expect(await list('--search', 'portrait')).toEqual([]);
  expect(await run('restore', 'portrait.mp4')).toMatchObject({ code: 0, stdout: 'Restored portrait.mp4.\n' });
  expect(await list('--search', 'portrait')).toMatchObject([{ path, alt: 'Waves' }]);
});

it('makes a smaller copy of a picture that is too large for a platform, and keeps the original', async () => {
  await writeFile(at('large.png'), largePng(840, 840));
  const [original] = JSON.parse((await run('add', at('large.png'), '--tag', 'large', '--json')).stdout);
  expect(original.size_bytes).toBeGreaterThan(2_000_000);
  const copy = (platforms: string[]) => agent.call('/api/media/copies', { body: { path: original.path, platforms } });
  const answered = await (await copy(['bluesky'])).json();
  expect(answered).not.toHaveProperty('error');
  const answer = mediaCopyAnswerSchema.parse(answered);
  expect(answer).toMatchObject({ name: 'large (smaller, for Bluesky).jpg', change: says('compressed from') });
  const rows = await agent.admin.from('media_files').select('*').eq('path', answer.path).single().throwOnError();
  expect(rows.data).toMatchObject({ copy_of: original.path, tags: ['large'], mime_type: 'image/jpeg', width: 840 });
  expect(rows.data.size_bytes).toBeLessThanOrEqual(2_000_000);
  expect((await agent.admin.from('media_files').select('path').eq('path', original.path)).data).toHaveLength(1);
  expect((await copy(['mastodon'])).status).toBe(409);
  expect((await agent.call('/api/media/copies', { body: { path: 'gone', platforms: ['bluesky'] } })).status).toBe(404);
});

/** A PNG of one colour with uncompressed pixels. */
function largePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + width * 3)), { level: 0 });
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
