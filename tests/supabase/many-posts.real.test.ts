import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it } from 'vitest';
import { continueSeries } from '../../server/features/series/series.ts';
import type { SeriesRule } from '../../shared/posts/series-api.ts';
import type { PostStatus } from '../../shared/workspace/database.ts';
import { startTestAgent } from '../helpers/agent.ts';
import { POST_SERIES_PATH, SERIES_PATH } from '../helpers/agent-paths.ts';
import { ofFile } from '../helpers/of-file.ts';

const NOW = Temporal.Instant.from('2031-01-01T12:00:00Z');
const TIME = '2031-01-06T09:00:00+00:00';
const LATER = '2031-02-20T14:30:00+00:00';

const agent = ofFile(() => startTestAgent({}, { now: () => NOW }));
beforeEach(async () => {
  for (const table of ['generated_content', 'content_bin', 'post_series'] as const)
    await agent.admin.from(table).delete().not('id', 'is', null).throwOnError();
});

async function place(status: PostStatus = 'scheduled', caption = 'Bread') {
  const { admin } = agent;
  const row = { content_type: 'text' as const, status: 'scheduled' as const, caption };
  const content = (await admin.from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
  const post = { content_id: content, scheduled_time: TIME, status };
  return {
    content,
    id: (await admin.from('scheduled_posts').insert(post).select('id').single().throwOnError()).data.id,
  };
}
const posts = async () =>
  (
    await agent.admin
      .from('scheduled_posts')
      .select('scheduled_time, status, generated_content!inner(caption, status, saved_at)')
      .order('scheduled_time')
      .throwOnError()
  ).data;
const states = async () => (await posts()).map(({ status, scheduled_time }) => [status, scheduled_time]).sort();

describe('several posts at once', () => {
  it('move together and back, or not at all', async () => {
    const [one, two] = [await place(), await place()];
    const move = async (...moves: { id: string; seen: string; time: string }[]) =>
      (await agent.admin.rpc('move_posts', { moves }).throwOnError()).data;
    const there = [one, two].map(({ id }) => ({ id, seen: TIME, time: LATER }));
    expect(await move(...there)).toEqual({ state: 'done', posts: [] });
    expect(await states()).toEqual([
      ['scheduled', LATER],
      ['scheduled', LATER],
    ]);
    // The second post is no longer where the user saw it, so the first is not moved either.
    expect(await move({ id: one.id, seen: LATER, time: TIME }, { id: two.id, seen: TIME, time: TIME })).toEqual({
      state: 'refused',
      posts: [{ id: two.id, why: 'moved' }],
    });
    const gone = randomUUID();
    const refused = await move(
      { id: one.id, seen: LATER, time: '2020-01-01T00:00:00Z' },
      { id: gone, seen: TIME, time: TIME },
    );
    expect(refused.posts).toEqual(
      expect.arrayContaining([
        { id: one.id, why: 'past' },
        { id: gone, why: 'gone' },
      ]),
    );
    expect(await states()).toEqual([
      ['scheduled', LATER],
      ['scheduled', LATER],
    ]);
    await move(...[one, two].map(({ id }) => ({ id, seen: LATER, time: TIME })));
    expect(await states()).toEqual([
      ['scheduled', TIME],
      ['scheduled', TIME],
    ]);
  });

  it('are cancelled and scheduled again, or none of them', async () => {
    const [one, two, busy] = [await place(), await place(), await place('publishing')];
    const cancel = async (...ids: string[]) =>
      (await agent.admin.rpc('cancel_posts', { posts: ids }).throwOnError()).data;
    expect(await cancel(one.id, busy.id)).toEqual({ state: 'refused', posts: [{ id: busy.id, why: 'publishing' }] });
    expect((await states()).map(([status]) => status)).toEqual(['publishing', 'scheduled', 'scheduled']);
    expect(await cancel(one.id, two.id)).toEqual({ state: 'done', posts: [] });
    const restore = async (...ids: string[]) =>
      (await agent.admin.rpc('restore_posts', { posts: ids }).throwOnError()).data;
    expect(await restore(one.id, busy.id)).toEqual({ state: 'refused', posts: [{ id: busy.id, why: 'publishing' }] });
    expect(await restore(one.id, two.id)).toEqual({ state: 'done', posts: [] });
    expect((await states()).slice(1)).toEqual(Array(2).fill(['scheduled', TIME]));
    expect(
      (await posts()).filter(({ status }) => status === 'scheduled').map(({ generated_content }) => generated_content),
    ).toEqual(Array(2).fill({ caption: 'Bread', status: 'scheduled', saved_at: null }));
  });

  it('are saved and deleted with their Undo, or none of them', async () => {
    const [one, two, busy] = [await place(), await place(), await place('publishing')];
    const save = async (saved: boolean, contents: string[]) =>
      (await agent.admin.rpc('save_contents', { contents, saved }).throwOnError()).data;
    expect(await save(true, [one.content])).toEqual([one.content]);
    expect(await save(true, [one.content, two.content])).toEqual([two.content]);
    expect(await save(false, [two.content])).toEqual([two.content]);
    const remove = async (...contents: string[]) =>
      (await agent.admin.rpc('delete_contents', { contents }).throwOnError()).data;
    expect(await remove(one.content, busy.content)).toEqual({ state: 'refused', posts: [busy.content] });
    expect(await posts()).toHaveLength(3);
    const deleted = await remove(one.content, two.content, randomUUID());
    expect([deleted.state, [...deleted.posts].sort()]).toEqual(['done', [one.content, two.content].sort()]);
    expect((await agent.admin.rpc('restore_contents', { contents: deleted.posts }).throwOnError()).data).toBe(2);
    expect(await posts()).toHaveLength(3);
  });
});

describe('a post that repeats', () => {
  const rule: SeriesRule = {
    every: { unit: 'week', weekdays: [1] },
    time: '09:00',
    from: '2031-01-06',
    end: { kind: 'never' },
  };
  const start = async (content: string, id = randomUUID(), textOptions: unknown[] = []) => {
    const body = { id, contentId: content, texts: ['Bread', 'Rye'], textOptions, rule };
    const answer = await agent.call(POST_SERIES_PATH, { body });
    return { id, status: answer.status, body: (await answer.json()) as { made?: number; code?: string } };
  };
  const made = async () =>
    (await posts()).map(({ scheduled_time, generated_content: { caption } }) => [scheduled_time.slice(0, 16), caption]);
  const goOn = (time: string) => continueSeries(agent.admin, Temporal.Instant.from(time), new AbortController().signal);

  it('is made five weeks ahead, with its texts in turn, and each time once', async () => {
    const { content } = await place();
    const first = await start(content);
    expect(first).toMatchObject({ status: 200, body: { made: 4 } });
    const five = [
      ['2031-01-06T09:00', 'Bread'],
      ['2031-01-13T09:00', 'Rye'],
      ['2031-01-20T09:00', 'Bread'],
      ['2031-01-27T09:00', 'Rye'],
      ['2031-02-03T09:00', 'Bread'],
    ];
    expect(await made()).toEqual(five);
    // Neither a repeated request nor two agents that check at once create anything twice.
    expect((await start(content, first.id)).body.made).toBe(0);
    expect(await Promise.all([goOn(NOW.toString()), goOn(NOW.toString())])).toEqual([0, 0]);
    expect((await Promise.all([goOn('2031-01-08T12:00:00Z'), goOn('2031-01-08T12:00:00Z')])).sort()).toEqual([0, 1]);
    expect(await made()).toEqual([...five, ['2031-02-10T09:00', 'Rye']]);
  });

  it('is made also where the rule of another cannot be read', async () => {
    const bad = await start((await place('scheduled', 'Unreadable')).content);
    await agent.admin
      .from('post_series')
      .update({ rule: {} as never, next_on: '2031-01-02' })
      .eq('id', bad.id)
      .throwOnError();
    await start((await place()).content);
    const before = (await made()).length;
    await expect(goOn('2031-01-08T12:00:00Z')).rejects.toThrow('Stop it in the Scheduler and repeat it again');
    expect((await made()).length).toBe(before + 1);
  });

  it('does not come back for a day on which it was deleted', async () => {
    await start((await place()).content);
    const { data } = await agent.admin
      .from('series_posts')
      .select('content_id')
      .eq('local_day', '2031-01-20')
      .single()
      .throwOnError();
    await agent.admin.rpc('delete_content', { content: data.content_id }).throwOnError();
    await agent.admin.from('post_series').update({ next_on: '2031-01-07' }).not('id', 'is', null).throwOnError();
    expect(await goOn(NOW.toString())).toBe(0);
    expect(await made()).toHaveLength(4);
  });

  it('is stopped with what only waits, and resumed', async () => {
    const { content } = await place();
    const { id } = await start(content);
    const stopped = (await agent.admin.rpc('stop_series', { series: id }).throwOnError()).data;
    expect([stopped.state, stopped.posts.length]).toEqual(['done', 4]);
    expect([await made(), await goOn('2031-01-08T12:00:00Z')]).toEqual([[['2031-01-06T09:00', 'Bread']], 0]);
    expect((await agent.admin.rpc('stop_series', { series: id }).throwOnError()).data.state).toBe('gone');
    await agent.admin.rpc('resume_series', { series: id, contents: stopped.posts }).throwOnError();
    expect([(await made()).length, await goOn('2031-01-08T12:00:00Z')]).toEqual([5, 1]);
  });

  const change = async (id: string, body: Record<string, unknown>) => {
    const answer = await agent.call(`${SERIES_PATH}/${id}`, { method: 'PUT', body: { rule, ...body } });
    return { status: answer.status, body: await answer.json() };
  };

  it('is changed with what only waits, which is made anew, or for the posts after that', async () => {
    const { content } = await place();
    const { id } = await start(content);
    const wednesdays = { ...rule, every: { unit: 'week', weekdays: [3] }, end: { kind: 'count', count: 3 } };
    const replaced = await change(id, { texts: ['Rye', 'Oat'], rule: wednesdays, scheduled: 'replace' });
    expect(replaced).toEqual({ status: 200, body: { made: 3, deleted: 4 } });
    const now = [
      ['2031-01-06T09:00', 'Bread'],
      ['2031-01-08T09:00', 'Oat'],
      ['2031-01-15T09:00', 'Rye'],
      ['2031-01-22T09:00', 'Oat'],
    ];
    expect(await made()).toEqual(now);
    expect(await change(id, { texts: ['Spelt'], scheduled: 'keep' })).toMatchObject({ body: { made: 2, deleted: 0 } });
    expect(await made()).toEqual([...now, ['2031-01-27T09:00', 'Spelt'], ['2031-02-03T09:00', 'Spelt']]);
    const read = await agent.call(`${SERIES_PATH}/${id}`);
    expect(await read.json()).toEqual({
      id,
      texts: ['Spelt'],
      textOptions: [],
      rule,
      nextOn: '2031-02-10',
      isStopped: false,
    });

    await agent.admin.rpc('stop_series', { series: id }).throwOnError();
    expect(await change(id, { texts: ['Rye'], scheduled: 'keep' })).toMatchObject({ status: 409 });
    expect(await change(randomUUID(), { texts: ['Rye'], scheduled: 'keep' })).toMatchObject({ status: 404 });
  });

  it('has the options of each of its texts, and all others in each post', async () => {
    const { content } = await place();
    const options = { youtube_shorts: { title: 'Bread, a film', category: '26' }, bluesky: { quotes: false } };
    await agent.admin.from('generated_content').update({ options }).eq('id', content).throwOnError();
    const { id } = await start(content, randomUUID(), [null, { youtube_shorts: { title: 'Rye, a film' } }]);
    const optionsByText = async () => {
      const { data } = await agent.admin.from('generated_content').select('caption, options').throwOnError();
      return Object.fromEntries(data.map(({ caption, options }) => [caption, options]));
    };
    const { youtube_shorts: of, bluesky } = options;
    const ofRye = { youtube_shorts: { ...of, title: 'Rye, a film' }, bluesky };
    expect(await optionsByText()).toEqual({ Bread: options, Rye: ofRye });
    // A text without given options of its own gets none, unless it is the post's original text.
    expect(await change(id, { texts: ['Bread', 'Oat'], scheduled: 'replace' })).toMatchObject({ status: 200 });
    expect(await optionsByText()).toEqual({ Bread: options, Oat: { youtube_shorts: { category: '26' }, bluesky } });
    const wrong = [{ youtube_shorts: { category: '27' } }];
    expect(await change(id, { texts: ['Rye'], textOptions: wrong, scheduled: 'keep' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('"category" is the same for all texts') },
    });
  });

  it('is refused for a post that is gone or repeats already', async () => {
    const { content } = await place();
    await start(content);
    expect(await start(content)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await start(randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
