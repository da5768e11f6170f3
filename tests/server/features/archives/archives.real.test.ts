import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UNDER_WAY } from '../../../../server/features/archives/messages.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { zipOf } from '../../../helpers/archive-files.ts';
import { databaseOf } from '../../../helpers/database.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { everyTable, rowsOf } from '../../../helpers/every-table.ts';
import { addPost } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { NAMED, SECRET, wholeArchive } from './whole-archives.ts';

const log: string[] = [];
const write = (line: string) => void log.push(line);
const its = ofFile(() => startTestAgent({ logLevel: 'trace' }, { logStream: { write } }));

const ask = async (path: string, body?: object, token?: string) => {
  const answer = await its.call(path, { ...(body && { body }), ...(token && { token }) });
  return { status: answer.status, json: answer.status === 204 ? null : await answer.json() };
};
const list = async () => (await ask('/api/archives')).json;
const save = async (name: string, bytes: Uint8Array) => {
  const file = join(its.dataDir, name);
  await writeFile(file, bytes);
  return file;
};
const tweet = (id: string, text: string, more: object = {}) => ({
  tweet: { id_str: id, created_at: 'Mon Jan 05 08:30:00 +0000 2026', full_text: text, ...more },
});
const archiveOf = (...tweets: object[]) =>
  zipOf({
    'data/manifest.js': 'window.__THAR_CONFIG = {"userInfo":{"accountId":"42","userName":"ada_bakes"}}',
    'data/tweets.js': `window.YTD.tweets.part0 = ${JSON.stringify(tweets)}`,
  });

it('imports each archive once, with no word of a message in the database, the log or the data directory', async () => {
  const some = everyNth(NAMED, 4);
  for (const name of some) {
    const { bytes, posts, source } = await wholeArchive(name);
    const file = await save(...bytes);
    const tried = await ask('/api/archives/import', { file, dryRun: true });
    expect(tried.json).toMatchObject({ source, added: posts.length, isDryRun: true });
    const first = await ask('/api/archives/import', { file });
    expect(first.json, name).toMatchObject({ state: 'done', source, added: posts.length, known: 0, accountId: null });
    const again = await ask('/api/archives/import', { file });
    expect(again.json).toMatchObject({ added: 0, known: posts.length });
  }
  const listed = await list();
  expect(listed.map(({ source }: { source: string }) => source)).toHaveLength(some.length);

  const database = databaseOf(its.dataDir);
  try {
    for (const { schema, table } of await everyTable(database))
      for (const row of await rowsOf(database, schema, table)) expect(row, table).not.toContain(SECRET);
    expect(await rowsOf(database, 'public', 'archived_posts')).not.toEqual([]);
  } finally {
    await database.close();
  }
  const archives = new Set(await Promise.all(NAMED.map(async (name) => (await wholeArchive(name)).bytes[0])));
  const files = await readdir(its.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile() && !archives.has(one.name))) {
    const bytes = await readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0));
    expect(bytes.includes(SECRET), file.name).toBe(false);
  }
  expect(log.join('')).toContain('/api/archives/import');
  expect(log.join('')).not.toContain(SECRET);
});

it('knows its account, leaves out what was published from here, and learns newer figures', async () => {
  const { admin } = its;
  const account = (await accountsTable(admin).insert({ platform: 'twitter', account_label: 'Ada_Bakes' })).id;
  const parts = ['201', '202'].map((remoteId) => ({ remoteId, url: `https://x.com/ada_bakes/status/${remoteId}` }));
  const out = { at: '2026-01-05T08:30:02Z', platform: 'twitter' as const };
  const content = { caption: 'By hand', hashtags: ['#rye'] };
  await addPost(admin, { ...out, account, content, delivery: { parts } as never });
  await addPost(admin, { ...out, content });
  const posts = [
    tweet('201', 'Thread'),
    tweet('202', 'Its second part'),
    tweet('203', 'by  hand #Rye'),
    tweet('204', 'Only there', { favorite_count: '1' }),
  ];
  const file = await save('x.zip', archiveOf(...posts));
  const first = await ask('/api/archives/import', { file });
  expect(first.json).toMatchObject({ accountId: account, source: 'X/Twitter @ada_bakes', added: 1, published: 3 });

  await save('x.zip', archiveOf(tweet('204', 'Only there', { favorite_count: '7', retweet_count: '2' })));
  expect((await ask('/api/archives/import', { file })).json).toMatchObject({ added: 0, known: 1 });
  const { data: kept } = await admin
    .from('archived_posts')
    .select('account_id, figures')
    .eq('remote_id', '204')
    .single()
    .throwOnError();
  expect(kept).toEqual({ account_id: account, figures: { likes: 7, shares: 2 } });

  const other = (await accountsTable(admin).insert({ platform: 'linkedin', account_label: 'Ada' })).id;
  const refused = await ask('/api/archives/import', { file, accountId: other });
  expect(refused).toMatchObject({ status: 400, json: { error: expect.stringMatching(/Choose an account of X/) } });
  expect(await ask('/api/archives/import', { file: join(its.dataDir, 'none.zip') })).toMatchObject({ status: 404 });
  for (const body of [{ file: 'x.zip' }, {}, { file, upload: 'upload-1' }, { upload: '../x.zip' }])
    expect((await ask('/api/archives/import', body)).status).toBe(400);
});

it('takes an upload, shows how far it is, is cancelled, and goes on where it was', async () => {
  const posts = Array.from({ length: 3_000 }, (_, index) => tweet(`3${index}`.padEnd(8, '0'), `Loaf ${index}`));
  const upload = async () => {
    const headers = { authorization: `Bearer ${its.agentToken}`, 'content-type': 'application/octet-stream' };
    const answer = await fetch(new URL('/api/archives/uploads', its.url), {
      method: 'POST',
      headers,
      body: new Uint8Array(archiveOf(...posts)),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()).upload;
  };
  const name = await upload();
  const answer = await its.call('/api/archives/import', {
    body: { upload: name },
    headers: { accept: 'text/event-stream' },
  });
  let told = '';
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    const isFirst = !told.includes('event: progress');
    told += Buffer.from(piece).toString();
    if (!isFirst || !told.includes('event: progress')) continue;
    expect(await ask('/api/archives/import', { upload: name })).toMatchObject({
      status: 409,
      json: { error: UNDER_WAY },
    });
    expect((await ask('/api/archives/cancel', {})).status).toBe(204);
  }
  expect(told).toContain('"state":"cancelled"');
  const done = await ask('/api/archives/import', { upload: name });
  expect(done.json.state).toBe('done');
  expect(done.json.added + done.json.known).toBe(3_000);
  expect(done.json.known).toBeGreaterThan(0);
  expect(await ask('/api/archives/import', { upload: name })).toMatchObject({ status: 404 });
});

it('is for owners; members see the list, which loses what is removed', async () => {
  await its.addMember('owner@example.com');
  const token = await its.memberToken('second@example.com');
  expect((await ask('/api/archives', undefined, token)).status).toBe(200);
  const before = await list();
  const { source, posts } = before[0];
  for (const [path, body] of [
    ['import', { file: '/etc/hosts' }],
    ['remove', { source }],
    ['cancel', {}],
  ] as const)
    expect((await ask(`/api/archives/${path}`, body, token)).status, path).toBe(403);
  expect(await ask('/api/archives/remove', { source })).toMatchObject({ status: 200, json: { posts } });
  expect(await ask('/api/archives/remove', { source })).toMatchObject({ status: 404 });
  expect(await list()).toHaveLength(before.length - 1);
});
