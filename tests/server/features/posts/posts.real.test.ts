import { beforeAll, describe, expect, it } from 'vitest';
import type { CardRequest } from '../../../../shared/pictures/card.ts';
import type { PostReasons } from '../../../../shared/posts/post-reasons.ts';
import { type Post, postDetailSchema, postListSchema } from '../../../../shared/posts/posts-api.ts';
import { POST_CARDS_PATH } from '../../../helpers/agent-paths.ts';
import { addPost } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';

const agent = ofFile(workerAgent);
beforeAll(async () => {
  const caption = 'Line one\nLine two';
  const content_id = (
    await addPost(agent.admin, {
      ...{ at: '2026-12-02T09:00:00Z', isOut: false, platform: 'twitter' },
      content: { caption, hashtags: ['#a', '#b'], status: 'draft' },
    })
  ).content;
  const places = [
    { content_id, scheduled_time: '2026-12-01T09:00:00Z', status: 'scheduled' as const },
    { content_id, scheduled_time: '2026-11-01T09:00:00Z', status: 'published' as const },
  ];
  await agent.admin.from('scheduled_posts').insert(places).throwOnError();
});

async function list(query = ''): Promise<Post[]> {
  const answer = await agent.call(`/api/posts${query}`);
  expect(answer.status).toBe(200);
  return postListSchema.parse(await answer.json());
}

it('lists posts with their content, earliest first', async () => {
  const posts = await list();
  expect(posts.map(({ scheduled_time }) => new Date(scheduled_time).toISOString())).toEqual([
    '2026-11-01T09:00:00.000Z',
    '2026-12-01T09:00:00.000Z',
    '2026-12-02T09:00:00.000Z',
  ]);
  expect(posts[0]?.generated_content).toMatchObject({
    caption: 'Line one\nLine two',
    hashtags: ['#a', '#b'],
    media_url: null,
  });
});

it('takes a status and a limit', async () => {
  expect((await list('?status=published')).map(({ status }) => status)).toEqual(['published']);
  expect(await list('?limit=1')).toHaveLength(1);
  expect(await list('?status=cancelled')).toEqual([]);
});

it.each(['?status=done', '?limit=1001'])('400 for %s', async (query) => {
  const answer = await agent.call(`/api/posts${query}`);
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_input' }]);
});

describe('GET /api/posts/:id', () => {
  const read = (id: string) => agent.call(`/api/posts/${id}`);

  it('reads a post by its id, or by the beginning of it, in either case', async () => {
    const [post] = await list();
    const id = String(post?.id);
    for (const name of [id, id.slice(0, 13), id.slice(0, 8).toUpperCase()]) {
      const answer = await read(name);
      expect(answer.status).toBe(200);
      const { generated_content: content, ...rest } = postDetailSchema.parse(await answer.json());
      expect(rest).toEqual({ id, status: post?.status, scheduled_time: post?.scheduled_time, time_choice: null });
      expect(content).toMatchObject({ sources: [], writer: 'built-in', cost_usd: null, reasons: null });
    }
  });

  it('leaves out reasons that it cannot read, and lists the post all the same', async () => {
    const reasons = { trigger: 'magic' } as unknown as PostReasons;
    await agent.admin.from('generated_content').update({ reasons }).not('id', 'is', null).throwOnError();
    expect((await list()).map((post) => post.generated_content.reasons)).toEqual([null, null, null]);
  });

  it.each([
    ['12345678%27', 400, 'bad_input'],
    ['ffffffff', 404, 'not_found'],
  ])('%s answers %i', async (id, status, code) => {
    const answer = await read(id);
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
  });

  it('asks for more of an id that several begin with', async () => {
    const content_id = String((await list())[0]?.generated_content.id);
    const twins = ['abcd0000-0000-4000-8000-000000000001', 'abcd0000-0000-4000-8000-000000000002'];
    const rows = twins.map((id) => ({ id, content_id, scheduled_time: '2026-12-05T09:00:00Z' }));
    await agent.admin.from('scheduled_posts').insert(rows).throwOnError();
    const answer = await read('abcd');
    expect([answer.status, (await answer.json()).error]).toEqual([
      409,
      expect.stringContaining('Enter more of the id'),
    ]);
    expect((await read(String(twins[1]))).status).toBe(200);
  });
});

const CARD: CardRequest = {
  slide: { kicker: 'Home baking', title: 'Bread takes time', body: 'Flour waits overnight.', footer: 'example.com' },
  design: { style: 'paper', theme: 'light' },
  position: { index: 0, count: 2 },
};

async function draw(card: object): Promise<Buffer> {
  const answer = await agent.call(POST_CARDS_PATH, { body: card });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  return Buffer.from(await answer.arrayBuffer());
}

it('draws the words of a card in any design, in the colours of the settings, and stores nothing', async () => {
  const first = await draw(CARD);
  // The PNG's width and height.
  expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1080, 1350]);
  expect((await draw({ ...CARD, design: { style: 'band', theme: 'light' } })).equals(first)).toBe(false);
  await agent.admin.from('app_settings').insert({ timezone: 'UTC', brand_color: '#0f766e' }).throwOnError();
  expect((await draw(CARD)).equals(first)).toBe(false);
  expect((await agent.admin.from('media_objects').select('path').throwOnError()).data).toEqual([]);
});

it('refuses a card of words that no card holds', async () => {
  const card = { ...CARD, slide: { title: 'x'.repeat(2001) } };
  expect((await agent.call(POST_CARDS_PATH, { body: card })).status).toBe(400);
});
