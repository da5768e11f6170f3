import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Post, postListSchema } from '../../../shared/agent-api.ts';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';

let agent: TestAgent;
beforeAll(async () => {
  agent = await startTestAgent();
  const { admin } = agent;
  const { data: content } = await admin
    .from('generated_content')
    .insert({ content_type: 'text', platforms: ['twitter'], caption: 'Line one\nLine two', hashtags: ['#a', '#b'] })
    .select('id')
    .single();
  const content_id = String(content?.id);
  const { error } = await admin.from('scheduled_posts').insert([
    { content_id, scheduled_time: '2026-12-02T09:00:00Z', status: 'scheduled' },
    { content_id, scheduled_time: '2026-12-01T09:00:00Z', status: 'scheduled' },
    { content_id, scheduled_time: '2026-11-01T09:00:00Z', status: 'published' },
  ]);
  if (error) throw error;
});
afterAll(() => agent?.close());

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

it.each(['?status=done', '?limit=0', '?limit=1001', '?limit=many', '?status=published&status=failed'])(
  '400 for %s',
  async (query) => {
    const answer = await agent.call(`/api/posts${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'bad_input', error: expect.stringMatching(/^(status|limit): /) });
  },
);
