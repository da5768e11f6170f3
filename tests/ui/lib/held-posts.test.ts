import { afterEach, expect, it, vi } from 'vitest';
import { settleHeld } from '@/lib/held-posts.ts';

const refused = (post: string, time: string | null) =>
  Response.json({ code: '55006', hint: 'handed_over', details: JSON.stringify({ post, time }) }, { status: 500 });
const agent = (...answers: Response[]) => {
  const asked = vi.fn(async (..._: Parameters<typeof fetch>) => answers.shift() ?? Response.json([]));
  vi.stubGlobal('fetch', asked);
  return asked;
};
afterEach(() => vi.unstubAllGlobals());

it('has each post taken back, or moved with the change, and asks for the change again', async () => {
  const asked = agent();
  const answers = [refused('b', '2031-01-16T14:30:00Z'), Response.json([{ id: 'b' }])];
  const answer = await settleHeld(refused('a', null), async () => answers.shift() ?? Response.error(), 'Bearer t');
  expect(answer.status).toBe(200);
  expect(asked.mock.calls.map(([url, init]) => [url, init?.body])).toEqual([
    ['/api/posts/a/take-back', '{}'],
    ['/api/posts/b/take-back', '{"to":"2031-01-16T14:30:00Z"}'],
  ]);
  expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer t');
});

it('says why a platform did not give a post back, and changes nothing', async () => {
  agent(Response.json({ error: 'It could not be taken back.', code: 'conflict' }, { status: 409 }));
  const again = vi.fn(async () => Response.json([]));
  const answer = await settleHeld(refused('a', null), again, null);
  expect(await answer.json()).toEqual({ code: 'handed_over', message: 'It could not be taken back.' });
  expect(again).not.toHaveBeenCalled();
});
