import { expect, it } from 'vitest';
import type { Answered, OutgoingReply } from '../../../../../server/features/publishing/answers/session.ts';
import { postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach } from '../../../../helpers/publishing/publisher-tests.ts';
import { addPost } from '../../../../helpers/x/posts.ts';
import { openSession, startSetting } from '../../../../helpers/x/publishing.ts';

const setting = ofEach(() => startSetting());

const begin = async () => undefined;

it('what names the account is read once and counted, answered once, hidden and taken back', async () => {
  const { server, ada, clock } = setting;
  const { world } = server;
  const { answers, ...session } = await openSession(setting);
  if (!answers?.incoming || !answers.hide || !answers.removeReply) throw new Error('X has answers.');
  const { parts } = await publish(session, postOf(['A loaf']));
  const postId = parts[0]?.remoteId ?? '';
  const grace = server.addUser('grace');
  const write = (text: string, replyTo: string | null) => addPost(world, grace, { text, replyTo }).id;
  for (let count = 0; count < 25; count++) write(`@ada ${count}`, null);
  // Existing mentions also cost money, so only the newest of them are read.
  const first = await answers.incoming(null);
  expect([first.comments.length, first.reads]).toEqual([20, 20]);

  const id = write('@ada Which flour & why?', postId);
  const inner = write('@ada Really?', addPost(world, ada, { text: 'Rye', replyTo: id }).id);
  const second = await answers.incoming(first.cursor);
  expect(second).toMatchObject({ reads: 2, cursor: inner });
  expect(second.comments).toMatchObject([
    { remoteId: inner, kind: 'reply', posts: [expect.any(String), postId], can: ['reply'] },
    {
      ...{ remoteId: id, parentId: postId, posts: [postId, postId], kind: 'comment', isOwn: false },
      ...{ text: '@ada Which flour & why?', can: ['reply', 'hide'], url: `https://x.com/grace/status/${id}` },
      author: { id: grace.id, handle: 'grace', url: 'https://x.com/grace', picture: expect.stringMatching(/^https:/) },
    },
  ]);
  // If there is nothing new, nothing is charged.
  expect(await answers.incoming(second.cursor)).toEqual({ comments: [], cursor: inner, reads: 0 });
  for (let count = 0; count < 101; count++) write(`@ada again ${count}`, null);
  expect(await answers.incoming(second.cursor)).toMatchObject({ reads: 101, comments: { length: 101 } });

  const author = { id: grace.id, handle: 'grace' };
  const to: Answered = { remoteId: id, parentId: postId, kind: 'comment', author, likeRef: null, post: parts };
  const reply: OutgoingReply = {
    ...{ key: '11111111-1111-4111-8111-111111111111', text: 'Spelt & rye.', to },
    createdAt: new Date(clock.now).toISOString(),
    clock: () => new Date(clock.now),
    taken: async () => [],
  };
  expect(await answers.findReply(reply)).toEqual({ found: 'no' });
  server.fail('POST /2/tweets', { when: 'after', answer: 'cut' });
  await expect(answers.reply(reply, begin)).rejects.toMatchObject({ errorClass: 'unknown' });
  const sent = world.posts.filter(({ text }) => text === reply.text);
  expect(sent).toMatchObject([{ replyTo: id }]);
  const part = { remoteId: sent[0]?.id ?? '', url: `https://x.com/ada/status/${sent[0]?.id}` };
  expect(await answers.findReply(reply)).toEqual({ found: 'yes', part });
  // If it is sent again anyway, X refuses the duplicate, and the existing reply is returned.
  expect(await answers.reply(reply, begin)).toEqual(part);

  for (const isHidden of [true, false]) {
    await answers.hide(to, isHidden);
    expect(world.posts.find((one) => one.id === id)?.isHidden).toBe(isHidden);
  }
  await answers.removeReply(part);
  await answers.removeReply(part);
  expect(await answers.findReply(reply)).toEqual({ found: 'no' });
});
