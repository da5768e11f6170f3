import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { ImportAnswer, ImportRequest } from '../../../../shared/posts/import/import.ts';
import { POSTS_IMPORT_PATH } from '../../../helpers/agent-paths.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';

const agent = ofFile(workerAgent);
beforeEach(async () => {
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
  await agent.admin.from('content_bin').delete().not('id', 'is', null).throwOnError();
});

const FILE = 'date,time,text,platforms\n2031-01-16,9:30,Bread,facebook\n,,A thought,\n';

async function send(text: string, more: Partial<ImportRequest> = {}): Promise<{ status: number; body: ImportAnswer }> {
  const answer = await agent.call(POSTS_IMPORT_PATH, { body: { id: randomUUID(), text, dryRun: false, ...more } });
  return { status: answer.status, body: (await answer.json()) as ImportAnswer };
}
const stored = async () =>
  (
    await agent.admin
      .from('generated_content')
      .select('caption, status, writer, saved_at, scheduled_posts(scheduled_time, status)')
      .order('caption')
      .throwOnError()
  ).data.map(({ saved_at, ...row }) => ({ ...row, isSaved: saved_at !== null }));

it('makes the posts of a file once, however often it is sent, and takes them back', async () => {
  expect((await send(FILE, { dryRun: true })).body).toMatchObject({ imported: 0, problems: [], posts: [{}, {}] });
  expect(await stored()).toEqual([]);
  const id = randomUUID();
  const answers = await Promise.all([send(FILE, { id }), send(FILE, { id }), send(FILE, { id })]);
  expect(answers.map(({ body }) => body.imported)).toEqual([2, 2, 2]);
  const both = [
    { caption: 'A thought', status: 'draft', writer: 'by-hand', isSaved: true, scheduled_posts: [] },
    {
      caption: 'Bread',
      status: 'scheduled',
      writer: 'by-hand',
      isSaved: true,
      scheduled_posts: [{ scheduled_time: '2031-01-16T09:30:00+00:00', status: 'scheduled' }],
    },
  ];
  expect(await stored()).toEqual(both);
  const undo = async () => (await agent.admin.rpc('undo_import', { import: id }).throwOnError()).data;
  const undone = await undo();
  expect([undone.state, undone.posts.length, await stored()]).toEqual(['done', 2, []]);
  // A delayed duplicate of the request creates nothing.
  expect((await send(FILE, { id })).body.imported).toBe(2);
  expect([await stored(), (await undo()).posts]).toEqual([[], []]);
  await agent.admin.rpc('restore_contents', { contents: undone.posts }).throwOnError();
  expect(await stored()).toEqual(both);
});

it('says of each line that it is nearly what goes out, or went, to the same place; the import stops at none', async () => {
  const words = 'Rye bread takes a day and a cool kitchen';
  const lines = (...rest: string[]) => `when,text,platforms\n${rest.join('\n')}\n`;
  expect((await send(lines(`2031-01-16 09:30,${words},facebook`))).body.imported).toBe(1);
  const file = lines(
    `2031-02-01 09:30,${words} #rye,facebook`,
    `2031-02-02 09:30,${words} indeed,facebook`,
    `2031-02-03 09:30,${words},linkedin`,
    '2031-02-04 09:30,Spelt is another matter altogether,facebook',
  );
  const { body } = await send(file, { dryRun: true });
  expect(body.problems.filter(({ text }) => text.includes('same as')).map(({ line, text }) => [line, text])).toEqual([
    [2, 'The same as what will be published to Facebook on 16 Jan 2031.'],
    [3, 'Nearly the same as what will be published to Facebook on 16 Jan 2031.'],
  ]);
  expect((await send(file)).body.imported).toBe(4);
});

it('makes nothing where a line is wrong, or a time passes meanwhile', async () => {
  const { body } = await send(`${FILE}2031-01-16,9:30,Rye,myspace\n`);
  expect([body.imported, body.problems.map(({ line, column }) => [line, column])]).toEqual([0, [[4, 'platforms']]]);
  const late = {
    import: randomUUID(),
    posts: [{ fields: {}, time: '2031-01-16T09:30:00Z' }],
    at: '2031-01-16T09:30:00Z',
  };
  expect((await agent.admin.rpc('import_posts', late).throwOnError()).data).toEqual({ state: 'late', posts: 0 });
  expect(await stored()).toEqual([]);
});

it('takes nothing back of which something is out', async () => {
  const id = randomUUID();
  await send(FILE, { id });
  await agent.admin.from('scheduled_posts').update({ status: 'published' }).not('id', 'is', null).throwOnError();
  expect((await agent.admin.rpc('undo_import', { import: id }).throwOnError()).data.state).toBe('published');
  expect(await stored()).toHaveLength(2);
});

it('finds pictures of the library by the names that people gave them', async () => {
  const picture = new Blob([new Uint8Array(10)], { type: 'image/png' });
  const path = `uploads/${randomUUID()}.png`;
  const { error } = await agent.admin.storage.from('media-assets').upload(path, picture, { contentType: 'image/png' });
  expect(error).toBeNull();
  await agent.admin.from('media_details').insert({ path, name: 'Rye loaf.png', alt: 'A dark loaf' }).throwOnError();
  const { body } = await send(
    'text,media,platforms,date,time\nBread,rye LOAF.png,instagram,2031-01-16,9:30\nBread,other.png,instagram,2031-01-17,9:30\n',
  );
  const errors = body.problems.filter(({ isWarning }) => !isWarning).map(({ line, column }) => [line, column]);
  expect([body.imported, errors]).toEqual([0, [[3, 'media']]]);
  const right = await send('text,media,platforms,date,time\nBread,rye LOAF.png,instagram,2031-01-16,9:30\n');
  expect(right.body).toMatchObject({ imported: 1, posts: [{ media: ['Rye loaf.png'] }] });
  const row = agent.admin.from('generated_content').select('content_type, media, media_url').single();
  expect((await row.throwOnError()).data).toMatchObject({
    content_type: 'image',
    media: [{ path, kind: 'image', alt: 'A dark loaf' }],
  });
});

it('says why a file is none', async () => {
  const error = 'Line 2: A quotation mark (") is opened and never closed.';
  expect(await send('text\n"never')).toMatchObject({ status: 400, body: { error } });
});
