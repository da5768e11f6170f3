import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundPosted, SimilarPosted } from '../../../../shared/memory/memory.ts';
import type { Preflight } from '../../../../shared/posts/posts-api.ts';
import type { GeneratedContentRow } from '../../../../shared/workspace/database.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { addPost } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';

const LOAF =
  'Why your loaf stays flat: let the dough double, then wait. A cool kitchen gives you time, and time gives you flavour.';
const ALMOST =
  'Why your loaf stays flat: let the dough double, then wait. A cold kitchen gives you time, and time brings flavour!';
const FIGURES = { likes: 12, comments: 3 };

const agent = ofFile(workerAgent);
let bakery: string;
let other: string;
beforeAll(async () => {
  const add = async (account_label: string) =>
    (await accountsTable(agent.admin).insert({ platform: 'mastodon', account_label })).id;
  [bakery, other] = [await add('bakery'), await add('other')];
});

/** Adds a post for the bakery. */
async function post(caption: string, at: string, more: Partial<GeneratedContentRow> = {}, isOut = true) {
  const content = { caption, account_ids: [bakery], ...more };
  const delivery = { remote_url: 'https://m.example/1', figures: FIGURES };
  return (await addPost(agent.admin, { at, isOut, account: bakery, content, delivery })).content;
}

async function find(query: Record<string, string>): Promise<FoundPosted[]> {
  const answer = await agent.call(`/api/posted?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as FoundPosted[];
}
const similar = async (body: object) =>
  (await (await agent.call('/api/posted/similar', { body })).json()) as SimilarPosted[];

describe('what was posted', () => {
  let loaf: string;
  let creme: string;
  beforeAll(async () => {
    loaf = await post(LOAF, '2026-10-03T09:00:00Z');
    creme = await post('Crème brûlée <b>im Glas</b>, Straße 7', '2026-10-04T09:00:00Z', {
      alternatives: { mastodon: { caption: 'パンを焼く朝', hashtags: [] } },
      hashtags: ['#süß'],
    });
    await post('Rye tomorrow', '2031-01-01T09:00:00Z', {}, false);
    await post('Rye that was called off', '2026-10-05T09:00:00Z', {}, false);
    await agent.admin
      .from('scheduled_posts')
      .update({ status: 'cancelled' })
      .eq('scheduled_time', '2026-10-05T09:00:00Z')
      .throwOnError();
    await agent.admin
      .from('generated_content')
      .insert({ content_type: 'text', caption: 'A loaf in a drawer' })
      .throwOnError();
  });

  it.each([
    ['words in any order', 'flavour kitchen', LOAF],
    ['beginnings of words', 'kitch dou', LOAF],
    ['no accents and no case', 'CREME brulee', 'Crème brûlée'],
    ['another spelling', 'strasse', 'Crème brûlée'],
    ['signs of a script without spaces', '焼く', 'Crème brûlée'],
    ['the text of one platform', 'パン', 'Crème brûlée'],
    ['what is scheduled', 'rye', 'Rye tomorrow'],
  ])('is found by %s', async (_, q, text) => {
    expect((await find({ q })).map((one) => one.text.slice(0, text.length))).toEqual([text]);
  });

  it.each(['flavour rye', 'drawer', '', '!!! & | :*', '\0', '\ud800'])('is not found by %j', async (q) => {
    expect(await find({ q })).toEqual([]);
  });

  it('says when and where, with its figures, and marks the words without markup', async () => {
    const [found] = await find({ q: 'glas', account: bakery, before: '2026-10-05T00:00:00Z' });
    expect(found).toMatchObject({ id: creme, isOut: true });
    expect(found?.places).toMatchObject([
      { platform: 'mastodon', accountId: bakery, account: 'bakery', url: 'https://m.example/1', figures: FIGURES },
    ]);
    expect(await find({ q: 'loaf', account: other })).toEqual([]);
    expect(await find({ q: 'loaf', before: '2026-10-01T00:00:00Z' })).toEqual([]);
    const [whole] = await find({ q: 'glas' });
    expect(whole?.snippet).toContainEqual({ text: 'Glas', isMatch: true });
    expect(whole?.snippet.map(({ text }) => text).join('')).toContain('<b>im Glas</b>');
  });

  it('follows its text', async () => {
    const id = await post('Buns with poppy seed', '2026-10-06T09:00:00Z');
    await agent.admin.from('generated_content').update({ caption: 'Buns with sesame' }).eq('id', id).throwOnError();
    expect([(await find({ q: 'poppy' })).length, (await find({ q: 'sesame' })).length]).toEqual([0, 1]);
    await agent.admin.from('generated_content').delete().eq('id', id).throwOnError();
    expect(await find({ q: 'sesame' })).toEqual([]);
  });

  it('is shown beside what is like it, near duplicates first', async () => {
    const [near, about] = await similar({ text: `${ALMOST} https://b.example #bread` });
    expect(near).toMatchObject({ id: loaf });
    expect(near?.likeness).toBeGreaterThan(0.7);
    expect(about).toBeUndefined();
    expect(await similar({ text: 'In a cool kitchen, dough keeps its flavour longer' })).toMatchObject([
      { id: loaf, likeness: null },
    ]);
    expect(await similar({ text: ALMOST, otherThan: loaf })).toEqual([]);
    expect(await similar({ text: ALMOST, account: other })).toEqual([]);
    expect(await similar({ text: `${'x'.repeat(5000)} ${'\ufdfa'.repeat(5000)} a'b\\ :*&|` })).toEqual([]);
  });
});

it('what an archive holds is found, and is what a post may be nearly the same as', async () => {
  const text = 'Panettone at last: three days of patience, one slice of heaven';
  const row = {
    source: 'X @baker',
    platform: 'mastodon',
    account_id: bakery,
    url: 'https://m.example/9',
    figures: { likes: 4 },
  } as const;
  const times = { posted_at: '2019-12-20T09:00:00Z', remote_id: '9', is_reply: false };
  await agent.admin
    .from('archived_posts')
    .insert([
      { ...row, ...times, text },
      { ...row, text: `@ana ${text}`, is_reply: true, posted_at: null, remote_id: '10' },
    ])
    .throwOnError();
  expect(await find({ q: 'panettone patience', account: bakery })).toMatchObject([
    { postId: null, isOut: true, places: [{ account: 'bakery', url: 'https://m.example/9', figures: { likes: 4 } }] },
    { at: null },
  ]);
  expect(await similar({ text: `${text}!`, account: bakery })).toMatchObject([{ likeness: 1, text }]);
  expect(await similar({ text: 'Patience makes panettone, a slice of heaven' })).toMatchObject([
    { likeness: null, text },
  ]);
});

it('models are shown captions that the person wrote, the newest where none is known to have done better', async () => {
  const asked = { platforms: ['mastodon' as const], accounts: [bakery], most: 3 };
  const shown = async () =>
    (await agent.admin.rpc('voice_examples', asked).throwOnError()).data as { id: string; text: string }[];
  const before = (await shown()).map(({ text }) => text);
  const mine = await post('Flour on my sleeves again, and no regrets whatsoever.', '2026-10-20T09:00:00Z', {
    writer: 'by-hand',
  });
  await post('A model wrote this one about flour, and it is longer still.', '2026-10-21T09:00:00Z', {
    writer: 'openai:x',
  });
  expect((await shown()).map(({ text }) => text)).toEqual(
    ['Flour on my sleeves again, and no regrets whatsoever.', ...before].slice(0, 3),
  );
  await agent.admin.from('generated_content').delete().eq('id', mine).throwOnError();
});

describe('before a post is scheduled', () => {
  const warnings = async (fields: object) => {
    const answer = await agent.call('/api/posts/preflight', {
      body: { fields: { platforms: ['mastodon'], ...fields } },
    });
    return ((await answer.json()) as Preflight).problems.filter(({ earlier }) => earlier);
  };

  it('a near duplicate is said of the account that posted it, and scheduled all the same', async () => {
    const fields = { caption: ALMOST, account_ids: [bakery, other] };
    expect(await warnings(fields)).toMatchObject([
      { accountId: bakery, isWarning: true, earlier: { url: 'https://m.example/1' } },
    ]);
    expect((await warnings(fields))[0]?.text).toMatch(/^Nearly the same as what bakery posted on 3 Oct/);
    const made = await agent.call('/api/posts', {
      body: { id: randomUUID(), fields: { platforms: ['mastodon'], ...fields }, at: '2031-02-01T09:00:00Z' },
    });
    expect(made.status).toBe(201);
  });

  it.each([
    ['another text', 'Three things about rye: it ferments faster, and holds more water'],
    ['few words', 'Good morning'],
  ])('nothing is said of %s', async (_, caption) => {
    expect(await warnings({ caption })).toEqual([]);
  });

  it('the posts of a series may be the same', async () => {
    const series_id = randomUUID();
    await agent.admin
      .from('post_series')
      .insert({ id: series_id, content: {}, texts: ['x'], rule: {} } as never)
      .throwOnError();
    const text = 'Every Sunday from seven: forty warm loaves';
    const [one] = [
      await post(text, '2026-10-11T09:00:00Z', { series_id }),
      await post(text, '2026-10-18T09:00:00Z', { series_id }),
    ];
    const near = async (other_than?: string) =>
      (await agent.admin.rpc('near_duplicates', { wanted: text, other_than, most: 5 }).throwOnError()).data;
    expect([await near(), await near(one)]).toMatchObject([[{ likeness: 1 }, { likeness: 1 }], []]);
  });
});
