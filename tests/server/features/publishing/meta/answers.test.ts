import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Answered, OutgoingReply } from '../../../../../server/features/publishing/answers/session.ts';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { openInstagram, openPage, picture, type Setting, startSetting } from '../../../../helpers/meta/publishing.ts';
import { postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';

let setting: Setting;
beforeEach(async () => {
  setting = await startSetting();
});
afterEach(() => setting.server.close());

const OPEN = { facebook: openPage, instagram: openInstagram };
const MADE_AT = { facebook: 'POST /:id/comments', instagram: 'POST /:id/replies' };
const CAN = { facebook: ['reply', 'like', 'hide'], instagram: ['reply', 'hide'] };

/** Somebody else's comment. */
function write(objectId: string, message: string): string {
  const { world } = setting.server;
  const id = String(9000 + world.comments.length);
  world.comments.push({ id, objectId, message, fromId: '77' });
  return id;
}
const replyTo = (to: Answered): OutgoingReply => ({
  key: '11111111-1111-4111-8111-111111111111',
  text: 'Rye.',
  to,
  createdAt: new Date(setting.clock.now).toISOString(),
  clock: () => new Date(setting.clock.now),
  taken: async () => [],
});
async function opened(platform: keyof typeof OPEN) {
  const session: Session = await OPEN[platform](setting);
  const { parts } = await publish(session, postOf(['A loaf'], [await picture()]));
  const { answers } = session;
  if (!answers?.below || !answers.hide) throw new Error('No answers.');
  return { answers, below: answers.below, hide: answers.hide, parts, postId: parts[0]?.remoteId ?? '' };
}

it.each(['facebook', 'instagram'] as const)(
  '%s: comments are read, answered once, hidden and liked where that is offered',
  async (platform) => {
    const { answers, below, hide, parts, postId } = await opened(platform);
    const id = write(postId, 'Which flour?');
    const inner = write(id, 'I ask, too');
    const told = { posts: [postId], isOwn: false, hidden: false, can: CAN[platform] };
    expect(await below(parts)).toMatchObject({
      isWhole: true,
      comments: [
        { ...told, remoteId: id, parentId: postId, kind: 'comment', text: 'Which flour?' },
        { ...told, remoteId: inner, parentId: id, kind: 'reply', text: 'I ask, too' },
      ],
    });

    const to: Answered = {
      remoteId: id,
      parentId: postId,
      kind: 'comment',
      author: { id: '77', handle: '' },
      likeRef: null,
      post: parts,
    };
    const reply = replyTo(to);
    expect(await answers.findReply(reply)).toEqual({ found: 'no' });
    setting.server.fail(MADE_AT[platform], { when: 'after', answer: 'cut' });
    await expect(answers.reply(reply, async () => undefined)).rejects.toMatchObject({ errorClass: 'unknown' });
    const found = await answers.findReply(reply);
    const sent = setting.server.world.comments.filter(({ message }) => message === 'Rye.');
    expect(found).toMatchObject({ found: 'yes', part: { remoteId: sent[0]?.id } });
    expect(sent).toMatchObject([{ objectId: id }]);
    expect((await below(parts))?.comments.find(({ text }) => text === 'Rye.')).toMatchObject({
      isOwn: true,
      kind: 'reply',
    });

    await hide(to, true);
    expect((await below(parts))?.comments[0]).toMatchObject({ remoteId: id, hidden: true });
    await hide(to, false);
    await answers.like?.(to, true);
    expect((await below(parts))?.comments[0]).toMatchObject({
      hidden: false,
      liked: platform === 'facebook' ? true : null,
    });
    if (found.found === 'yes') await answers.removeReply?.(found.part);
    if (found.found === 'yes') await answers.removeReply?.(found.part);
    expect(await answers.findReply(reply)).toEqual({ found: 'no' });
    // A reply begins at the comment above on Instagram, where nothing stands below a reply.
    const part = await answers.reply(
      replyTo({ ...to, remoteId: inner, parentId: id, kind: 'reply' }),
      async () => undefined,
    );
    const { objectId } = setting.server.world.comments.find((one) => one.id === part.remoteId) ?? {};
    expect(objectId).toBe(platform === 'instagram' ? id : inner);
  },
);
