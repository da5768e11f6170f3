import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ComposedPost, NewPost } from '../../../../shared/posts/posts-api.ts';
import { channelsAgent } from '../../../helpers/channels.ts';

const its = channelsAgent();
const TIME = '2027-03-01T09:00:00Z';
const atOf = ({ post }: ComposedPost) => post && new Date(post.scheduled_time).toISOString();

async function ask(path: string, method: string, body?: object) {
  const { status, answer } = await its.ask(path, method, body);
  return { status, answer: answer as unknown as ComposedPost & { error: string } };
}
const make = (post: NewPost) => ask('/api/posts', 'POST', post);

describe('a new post', () => {
  it('is a draft without a time, and says where it would go', async () => {
    await its.addConnected('bluesky');
    const { status, answer } = await make({ fields: { caption: 'A loaf', platforms: ['bluesky', 'linkedin'] } });
    expect(status).toBe(201);
    expect(answer).toMatchObject({
      status: 'draft',
      post: null,
      destinations: [
        { platform: 'bluesky', account: 'Ada', isDirect: true },
        { platform: 'linkedin', account: null, isDirect: false },
      ],
      problems: [],
    });
    const drafts = (await its.ask('/api/drafts')).answer as unknown as { id: string }[];
    expect(drafts.map(({ id }) => id)).toContain(answer.id);
  });

  it('is scheduled at a time, once also where the call is repeated', async () => {
    const post = { id: randomUUID(), fields: { caption: 'A loaf', platforms: ['linkedin' as const] }, at: TIME };
    const first = await make(post);
    expect([first.answer.status, atOf(first.answer)]).toEqual(['scheduled', new Date(TIME).toISOString()]);
    expect((await make(post)).answer.post?.id).toBe(first.answer.post?.id);
  });

  it('takes the next free slot', async () => {
    const fields = { caption: 'A loaf', platforms: ['linkedin' as const] };
    const [one, two] = [await make({ fields, at: 'next' }), await make({ fields, at: 'next' })];
    const gap = Date.parse(String(atOf(two.answer))) - Date.parse(String(atOf(one.answer)));
    expect(gap).toBeGreaterThanOrEqual(30 * 60_000);
    expect(Date.parse(String(atOf(one.answer)))).toBeGreaterThan(Date.now());
  });

  it.each([
    [
      'a time that has passed',
      { platforms: ['linkedin' as const] },
      '2020-01-01T00:00:00Z',
      '2020-01-01T00:00:00Z has passed. Choose a time in the future.',
    ],
    ['no platform', {}, TIME, 'Choose at least one platform or account before scheduling.'],
  ])('is refused for %s, and nothing is written', async (_, fields, at, error) => {
    const id = randomUUID();
    const { status, answer } = await make({ id, fields: { caption: 'A loaf', ...fields }, at });
    expect([status, answer.error]).toEqual([400, error]);
    expect((await ask(`/api/posts/${id}/fields`, 'GET')).status).toBe(404);
  });

  it('is refused where the agent would fail to send it, and only said where a person posts it', async () => {
    const { id: account } = await its.addConnected('bluesky');
    const fields = { caption: 'A loaf', first_comment: 'x'.repeat(301), platforms: ['bluesky' as const] };
    const { status, answer } = await make({ fields, at: TIME });
    expect([status, answer.error]).toEqual([
      400,
      'It cannot be published like this. The first comment has 301 characters; the limit is 300.',
    ]);
    const problem = { accountId: account, text: 'The first comment has 301 characters; the limit is 300.' };
    const checked = await ask('/api/posts/preflight', 'POST', { fields });
    expect(checked.answer.problems).toEqual([expect.objectContaining(problem)]);
    const byHand = await make({ fields: { caption: 'x'.repeat(3001), platforms: ['linkedin'] }, at: TIME });
    expect(byHand.status).toBe(201);
    expect(byHand.answer.problems).toEqual([
      expect.objectContaining({ text: 'It has 3001 characters; the limit is 3000.', mend: 'shorten' }),
    ]);
  });
});

describe('a post that is there', () => {
  const draft = async () => (await make({ fields: { caption: 'A loaf', platforms: ['linkedin'] } })).answer;

  it('is edited under either id, unless somebody else changed it', async () => {
    const made = (await make({ fields: { caption: 'A loaf', platforms: ['linkedin'] }, at: TIME })).answer;
    const edited = await ask(`/api/posts/${String(made.post?.id).slice(0, 13)}`, 'PUT', { fields: { caption: 'Two' } });
    expect([edited.status, edited.answer.id]).toEqual([200, made.id]);
    const stale = { fields: { caption: 'Three' }, ifUpdatedAt: made.updated_at };
    expect(await ask(`/api/posts/${made.id}`, 'PUT', stale)).toMatchObject({
      status: 409,
      answer: { error: 'The post was changed elsewhere. Nothing was saved; load it again first.' },
    });
    expect((await ask(`/api/posts/${made.id}/fields`, 'GET')).answer).toMatchObject({
      caption: 'Two',
      platforms: ['linkedin'],
    });
  });

  it('is moved; a draft is scheduled, a cancelled one again', async () => {
    const made = await draft();
    const scheduled = await ask(`/api/posts/${made.id}/move`, 'POST', { to: TIME });
    expect(atOf(scheduled.answer)).toBe('2027-03-01T09:00:00.000Z');
    const moved = await ask(`/api/posts/${made.id}/move`, 'POST', { to: '2027-03-02T10:00:00+01:00' });
    expect(atOf(moved.answer)).toBe('2027-03-02T09:00:00.000Z');
    const place = String(moved.answer.post?.id);
    await its.agent.admin.rpc('cancel_post', { post: place }).throwOnError();
    const again = await ask(`/api/posts/${place}/move`, 'POST', { to: TIME });
    expect([again.answer.post?.id, again.answer.status]).toEqual([place, 'scheduled']);
  });

  it('is neither moved nor changed once it is published, but duplicated', async () => {
    const made = (await make({ fields: { caption: 'A loaf', platforms: ['linkedin'] }, at: TIME })).answer;
    const { admin } = its.agent;
    const published = { status: 'published' } as const;
    await admin.from('scheduled_posts').update(published).eq('content_id', made.id).throwOnError();
    await admin.from('generated_content').update(published).eq('id', made.id).throwOnError();
    const error = 'The post is published. Duplicate it to post it again.';
    expect((await ask(`/api/posts/${made.id}/move`, 'POST', { to: TIME })).answer.error).toBe(error);
    expect(await ask(`/api/posts/${made.id}`, 'PUT', { fields: { caption: 'B' } })).toMatchObject({
      status: 409,
      answer: { error },
    });
    const copy = await ask(`/api/posts/${made.id}/duplicate`, 'POST');
    expect(copy).toMatchObject({ status: 201, answer: { status: 'draft', post: null } });
    expect((await ask(`/api/posts/${copy.answer.id}/fields`, 'GET')).answer).toMatchObject({ caption: 'A loaf' });
  });

  it('is deleted once', async () => {
    const { id } = await draft();
    expect((await ask(`/api/posts/${id}`, 'DELETE')).status).toBe(204);
    expect((await ask(`/api/posts/${id}`, 'DELETE')).status).toBe(404);
  });
});
