import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseHashtags } from '../../shared/posts/composing.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { MediaItem, PostStatus } from '../../shared/workspace/database.ts';
import { claimsBackend } from '../helpers/claims.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const claims = claimsBackend();
const member = () => claims.member;

type Saved = { state: string; updated_at: string };
const save = (content: string, expected: string | null, fields: object) =>
  claims.call<Saved>('save_content', { content, expected, fields });
const read = async (id: string) =>
  (await member().from('generated_content').select().eq('id', id).single().throwOnError()).data;
const picture = (name: string, kind: MediaItem['kind'] = 'image'): MediaItem => ({ path: name, url: `/${name}`, kind });

async function draft(fields: object = { caption: 'A loaf' }) {
  const id = randomUUID();
  return { id, updated_at: (await save(id, null, fields)).updated_at };
}

async function place(content: string, status: PostStatus, time = '2027-01-01T09:00:00Z') {
  await claims.call('schedule_content', { content, moment: time });
  await member().from('scheduled_posts').update({ status }).eq('content_id', content).throwOnError();
}

const CARD = { url: 'https://example.com/bread', title: 'Bread', description: '', image: null };

describe('save_content', () => {
  it('makes a draft under the id of the client, kept and written by hand', async () => {
    const fields = {
      ...{ caption: 'A loaf', hashtags: ['#bread'], platforms: ['bluesky', 'twitter'], first_comment: 'The recipe' },
      options: { bluesky: {}, youtube_shorts: { title: 'A loaf', tags: ['rye'], embeddable: false } },
      ...{ as_document: true, link_card: CARD, media: [picture('a.png'), picture('b.png')] },
      account_versions: { [randomUUID()]: { caption: 'A loaf for you', hashtags: [] } },
    };
    const { id, updated_at } = await draft(fields);
    const row = await read(id);
    const made = { status: 'draft', writer: 'by-hand', content_type: 'carousel', media_url: '/a.png' };
    expect(row).toMatchObject({ ...fields, ...made, account_ids: null, updated_at });
    expect(row.saved_at).not.toBeNull();
  });

  it.each([
    { off: false },
    { ...CARD, url: 'javascript:alert(1)' },
    { ...CARD, title: 'a'.repeat(301) },
    { url: CARD.url, title: 'Bread', description: '' },
  ])('refuses %j as the card of a link', (link_card) =>
    expect(draft({ link_card: link_card as never })).rejects.toThrow(/This is not the card of a link/),
  );

  it.each([
    { myspace: {} },
    { bluesky: { 'a name': true } },
    { bluesky: { tags: ['rye', 3] } },
    { bluesky: { place: 'a'.repeat(70_000) } },
  ])('refuses %j as options', (options) =>
    expect(draft({ options: options as never })).rejects.toThrow(/These are not the options of a post/),
  );

  it('can be repeated when its answer was lost, the first time and later', async () => {
    const { id, updated_at } = await draft();
    expect(await save(id, null, { caption: 'A loaf' })).toEqual({ state: 'saved', updated_at });
    const second = await save(id, updated_at, { caption: 'Two loaves' });
    expect(second.state).toBe('saved');
    expect(await save(id, updated_at, { caption: 'Two loaves' })).toEqual(second);
  });

  it('makes one draft of the same call twenty times at once', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(id, null, { caption: 'A loaf' })));
    expect(new Set(answers.map(({ state, updated_at }) => `${state} ${updated_at}`)).size).toBe(1);
  });

  it('leaves a post alone that somebody else has changed', async () => {
    const { id, updated_at } = await draft();
    const theirs = await save(id, updated_at, { caption: 'Theirs' });
    expect(await save(id, updated_at, { caption: 'Mine' })).toEqual({
      state: 'changed',
      updated_at: theirs.updated_at,
    });
    expect(await save(id, null, { caption: 'Mine' })).toMatchObject({ state: 'changed' });
    expect((await read(id)).caption).toBe('Theirs');
  });

  it('deletes the picture that is drawn in another design, and brings it back with Undo', async () => {
    const names = ['first.png', 'second.png', 'shared.png', 'named.png', 'words.png'];
    for (const name of names) {
      const bytes = Buffer.from('bytes');
      const { error } = await member().storage.from('media-assets').upload(name, bytes, { contentType: 'image/png' });
      if (error) throw error;
    }
    const deleted = async () => {
      const files = member().from('media_objects').select('path').in('path', names).not('deleted_at', 'is', null);
      return (await files.throwOnError()).data.map(({ path }) => path);
    };
    const drawn = (name: string, title: string, style: 'paper' | 'band' = 'paper'): MediaItem => ({
      ...picture(name),
      card: { slide: { title }, design: { style, theme: 'light' } },
    });
    await draft({ media: [drawn('shared.png', 'Shared')] });
    await member().from('media_details').insert({ path: 'named.png', name: 'My card' }).throwOnError();
    const media = [drawn('first.png', 'A loaf'), drawn('shared.png', 'Shared'), drawn('named.png', 'Named')];
    const { id, updated_at } = await draft({ media: [...media, drawn('words.png', 'Other words')] });
    const redrawn = [
      drawn('second.png', 'A loaf', 'band'),
      ...['Shared', 'Named'].map((title) => drawn(`new ${title}`, title)),
    ];
    const saved = await save(id, updated_at, { media: redrawn });
    expect(await deleted()).toEqual(['first.png']);
    await save(id, saved.updated_at, { media });
    expect([await deleted(), (await read(id)).media]).toEqual([['second.png'], media]);
  });

  it('leaves fields alone that it is not given', async () => {
    const { id, updated_at } = await draft({ caption: 'A loaf', platforms: ['bluesky'], media: [picture('a.png')] });
    await save(id, updated_at, { media: [picture('a.mp4', 'video')] });
    expect(await read(id)).toMatchObject({
      caption: 'A loaf',
      platforms: ['bluesky'],
      content_type: 'video',
      media_url: '/a.mp4',
    });
  });

  it('makes no post again that was deleted', async () => {
    const { id, updated_at } = await draft();
    await claims.call('delete_content', { content: id });
    expect(await save(id, updated_at, { caption: 'More' })).toEqual({ state: 'gone' });
    expect(await save(id, null, { caption: 'More' })).toEqual({ state: 'gone' });
    expect(await save(randomUUID(), updated_at, { caption: 'More' })).toEqual({ state: 'gone' });
  });

  it.each(['publishing', 'published'] as const)('changes nothing of a post that is %s', async (status) => {
    const { id } = await draft();
    await place(id, status);
    if (status === 'published') await member().from('generated_content').update({ status }).eq('id', id).throwOnError();
    const { updated_at } = await read(id);
    expect(await save(id, updated_at, { caption: 'More' })).toEqual({ state: status });
  });

  it('has a scheduled post checked again, also for a first comment and a version of an account', async () => {
    for (const fields of [
      { first_comment: 'The recipe' },
      { options: { bluesky: { place: 'Home' } } },
      { account_versions: { [randomUUID()]: { caption: 'For you', hashtags: [] } } },
    ]) {
      const { id } = await draft();
      await place(id, 'scheduled');
      const checked = { checked_at: '2026-11-22T00:00:00Z' };
      await member().from('scheduled_posts').update(checked).eq('content_id', id).throwOnError();
      const { updated_at } = await read(id);
      expect(await save(id, updated_at, fields)).toMatchObject({ state: 'saved' });
      const { data } = await member().from('scheduled_posts').select('checked_at').eq('content_id', id).throwOnError();
      expect(data).toEqual([{ checked_at: null }]);
    }
  });

  it.each([
    ['fields that it does not know', { caption: 'A loaf', status: 'published' }],
    ['media that are none', { media: [{ url: '/a.png', kind: 'image' }] }],
    ['media that are no list', { media: { a: 1 } }],
    ['a platform that there is not', { platforms: ['myspace'] }],
    ['more than 2 MB', { caption: 'a'.repeat(2_000_001) }],
  ])('refuses %s', async (_what, fields) => {
    const id = randomUUID();
    await expect(save(id, null, fields)).rejects.toThrow();
    expect((await member().from('generated_content').select('id').eq('id', id).throwOnError()).data).toEqual([]);
  });
});

it.each([
  [[], 'text'],
  [['image'], 'image'],
  [['image', 'image'], 'carousel'],
  [['image', 'video'], 'carousel'],
  [['video'], 'video'],
  [['video', 'image'], 'video'],
] as const)('a post with %j is of the kind %s', async (kinds, type) => {
  const media = kinds.map((kind, index) => picture(`${index}`, kind));
  const { id } = await draft({ media });
  expect((await read(id)).content_type).toBe(type);
});

it('duplicate_content copies what a post says, shows and where it goes, to a draft that is kept', async () => {
  const platforms: Platform[] = ['twitter'];
  const { id } = await draft({
    caption: 'A loaf',
    first_comment: 'Recipe',
    platforms,
    as_document: false,
    link_card: { off: true },
    options: { twitter: { reply: 'none' } },
    media: [picture('a.png')],
  });
  await place(id, 'published');
  const copy = randomUUID();
  const call = () => claims.call<string>('duplicate_content', { content: id, new_id: copy });
  expect([await call(), await call()]).toEqual(['done', 'done']);
  const [from, to] = [await read(id), await read(copy)];
  const { caption, first_comment, as_document, link_card, options, media, content_type, writer } = from;
  const copied = { caption, first_comment, as_document, link_card, options, platforms, media, content_type, writer };
  expect(to).toMatchObject({ ...copied, status: 'draft', saved_at: expect.any(String) });
});

it('duplicate_content says where there is nothing to copy', async () =>
  expect(await claims.call('duplicate_content', { content: randomUUID(), new_id: randomUUID() })).toBe('gone'));

describe('hashtags', () => {
  const typed = ['bread', '＃パン', '##Bread', 'Home baking,rye;\u3000spelt', '#', ''];
  const stored = ['#bread', '#パン', '#Home', '#baking', '#rye', '#spelt'];
  const version = (hashtags: string[]) => ({ caption: 'A loaf', hashtags });
  const versions = (hashtags: string[]) => ({
    hashtags,
    alternatives: { bluesky: version(hashtags) },
    account_versions: { [NIL]: version(hashtags) },
  });

  it('are stored with one #, as save_content and those who write the table directly send them', async () => {
    expect(parseHashtags(typed.join(' '))).toEqual(stored);
    const saved = await draft(versions(typed));
    expect(await read(saved.id)).toMatchObject(versions(stored));
    const row = { content_type: 'text' as const, platforms: ['bluesky' as const], ...versions(typed) };
    const { id } = (await member().from('generated_content').insert(row).select('id').single().throwOnError()).data;
    expect(await read(id)).toMatchObject(versions(stored));
    await member()
      .from('generated_content')
      .update({ hashtags: ['rye'] })
      .eq('id', id)
      .throwOnError();
    expect(await read(id)).toMatchObject({ ...versions(stored), hashtags: ['#rye'] });
  });

  it('may be sent again without # when the answer was lost', async () => {
    const first = await draft(versions(['bread']));
    expect(await save(first.id, null, versions(['bread']))).toEqual({ state: 'saved', updated_at: first.updated_at });
  });
});

it('used_hashtags offers those that begin alike, the most used first, as they were last written', async () => {
  await draft({ hashtags: ['#Zopf', '#zupf'] });
  await draft({ hashtags: ['#zopf'] });
  await draft({ hashtags: ['#ZOPF', '#zwei'] });
  const ask = (prefix: string) => claims.call('used_hashtags', { prefix });
  expect(await ask('#zo')).toEqual([{ hashtag: '#ZOPF', uses: 3 }]);
  expect(await ask('Z')).toEqual([
    { hashtag: '#ZOPF', uses: 3 },
    { hashtag: '#zupf', uses: 1 },
    { hashtag: '#zwei', uses: 1 },
  ]);
  expect(await ask('nothing')).toEqual([]);
});

it('taken_times leaves out what was cancelled', async () => {
  const [kept, dropped] = [await draft(), await draft()];
  await place(kept.id, 'scheduled', '2028-02-01T09:00:00Z');
  await place(dropped.id, 'cancelled', '2028-02-01T10:00:00Z');
  const span = { since: '2028-02-01T00:00:00Z', until: '2028-02-02T00:00:00Z' };
  const taken = await claims.call<string[]>('taken_times', span);
  expect(taken.map((time) => new Date(time).toISOString())).toEqual(['2028-02-01T09:00:00.000Z']);
});
