import { expect, it } from 'vitest';
import type {
  Answered,
  AnswersSession,
  OutgoingReply,
} from '../../../../server/features/publishing/answers/session.ts';
import { threadsPublisher } from '../../../../server/features/publishing/platforms/threads/publisher.ts';
import type { PublishedPart, Session } from '../../../../server/features/publishing/publisher.ts';
import type { AnswerAction } from '../../../../shared/answers/answers.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import { platformApi } from '../../../../shared/publishing/platform-apis.ts';
import * as meta from '../../../helpers/meta/publishing.ts';
import type { Imitation } from '../../../helpers/publishing/imitation.ts';
import { postOf, publish, type SteppedCalls, steppedCalls } from '../../../helpers/publishing/platform-sessions.ts';
import { startThreadsServer } from '../../../helpers/threads/imitation.ts';
import { addMedia } from '../../../helpers/threads/world.ts';
import * as youtube from '../../../helpers/youtube/publishing.ts';

/** A fake platform with a published post and its comments. */
type There = {
  setting: SteppedCalls & { server: Imitation };
  session: Session;
  parts: readonly PublishedPart[];
  /** Adds another user's comment below a post or comment. Returns its id. */
  write(above: string, text: string): string;
  /** Our replies, each with the id of its parent. */
  ours(): { id: string; above: string | null }[];
  /** The call that creates a reply. */
  madeAt: string;
  /** Whether replies cannot be nested: a reply to a reply is attached to the comment above it. */
  isFlat: boolean;
  /** Whether a reply may be listed late, so that its absence proves nothing at first. */
  listsLate?: boolean;
  /** Whether a lost response to a reply is resolved at once, through its container. */
  asksItself?: boolean;
  /** The calls' violations of the vendor's API specification. */
  violations?: () => string[];
};

async function ofMeta(
  open: (setting: meta.Setting) => Promise<Session>,
  more: Pick<There, 'madeAt' | 'isFlat'>,
): Promise<There> {
  const setting = await meta.startSetting();
  const session = await open(setting);
  const { parts } = await publish(session, postOf(['A loaf'], [await meta.picture()]));
  const { world } = setting.server;
  return {
    ...{ setting, session, parts, ...more },
    write(objectId, message) {
      const id = String(9000 + world.comments.length);
      world.comments.push({ id, objectId, message, fromId: '77' });
      return id;
    },
    ours: () =>
      world.comments.filter(({ fromId }) => fromId !== '77').map(({ id, objectId }) => ({ id, above: objectId })),
  };
}

const PLATFORMS = {
  facebook: () => ofMeta(meta.openPage, { madeAt: 'POST /:id/comments', isFlat: false }),
  instagram: () => ofMeta(meta.openInstagram, { madeAt: 'POST /:id/replies', isFlat: true }),
  async threads(): Promise<There> {
    const { calls, ...stepped } = steppedCalls();
    const server = await startThreadsServer({ now: () => stepped.clock.now });
    const publisher = threadsPublisher({ ...platformApi('threads'), origin: server.origin });
    const ada = server.addProfile('ada').token;
    const grace = server.addProfile('grace').id;
    const { secret } = await publisher.connect({ platform: 'threads', accessToken: ada.value }, calls);
    const session = publisher.open(secret, calls, async () => undefined);
    // A thread, because a reply to its second part counts as a comment as well.
    const { parts } = await publish(session, postOf(['A loaf', 'And another']));
    const { world } = server;
    return {
      ...{
        setting: { calls, ...stepped, server },
        session,
        parts,
        madeAt: 'POST /me/threads_publish',
        isFlat: false,
        asksItself: true,
      },
      write: (replyTo, text) => addMedia(world, { userId: grace, text, replyTo }).id,
      ours: () =>
        world.media
          .filter(({ id, userId }) => userId === ada.userId && !parts.some(({ remoteId }) => remoteId === id))
          .map(({ id, replyTo }) => ({ id, above: replyTo })),
    };
  },
  async youtube_shorts(): Promise<There> {
    const setting = await youtube.startSetting();
    const session = await youtube.openSession(setting);
    const { parts } = await publish(session, postOf(['A loaf'], [youtube.videoOf(1000)]));
    const { world } = setting.server;
    const videoId = parts[0]?.remoteId ?? '';
    return {
      ...{ setting, session, parts, madeAt: 'POST /youtube/v3/comments', isFlat: true, listsLate: true },
      write(above, text) {
        const id = `Ug${world.comments.length}`;
        const parent = above === videoId ? {} : { parentId: above };
        world.comments.push({ id, videoId, authorChannelId: 'UCgrace', text, ...parent });
        return id;
      },
      ours: () =>
        world.comments
          .filter(({ authorChannelId }) => authorChannelId !== 'UCgrace')
          .map(({ id, parentId = null }) => ({ id, above: parentId })),
      violations: () => world.violations,
    };
  },
};

const replyTo = ({ clock }: SteppedCalls, to: Answered): OutgoingReply => ({
  key: '11111111-1111-4111-8111-111111111111',
  text: 'Rye.',
  to,
  createdAt: new Date(clock.now).toISOString(),
  clock: () => new Date(clock.now),
  taken: async () => [],
});
const begin = async () => undefined;

it.each(Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[])(
  '%s: comments are read, answered once, hidden and liked where that is offered',
  async (platform) => {
    const there = await PLATFORMS[platform]();
    const { setting, parts } = there;
    const { answers } = there.session;
    const can: readonly AnswerAction[] = platformOf(platform).answers?.can ?? [];
    const postId = parts[0]?.remoteId ?? '';
    if (!answers?.below || !answers.hide) throw new Error('No answers.');
    const below = answers.below as NonNullable<AnswersSession['below']>;
    const told = async (id: string) => (await below(parts))?.comments.find(({ remoteId }) => remoteId === id);

    const id = there.write(postId, "Which flour? It's good");
    const inner = there.write(id, 'I ask, too');
    const first = await below(parts);
    expect([first?.isWhole, first?.comments.map(({ remoteId }) => remoteId).sort()]).toEqual([
      true,
      [id, inner].sort(),
    ]);
    const common = { posts: [postId], isOwn: false };
    expect(await told(id)).toMatchObject({
      ...common,
      ...{ parentId: postId, kind: 'comment', text: "Which flour? It's good", hidden: false, can },
    });
    expect(await told(inner)).toMatchObject({ ...common, parentId: id, kind: 'reply', text: 'I ask, too' });

    const author = { id: '77', handle: '' };
    const to: Answered = { remoteId: id, parentId: postId, kind: 'comment', author, likeRef: null, post: parts };
    const reply = replyTo(setting, to);
    expect(await answers.findReply(reply)).toMatchObject({ found: there.listsLate ? 'unclear' : 'no' });
    setting.server.fail(there.madeAt, { when: 'after', answer: 'cut' });
    const lost = answers.reply(reply, begin);
    if (there.asksItself) await lost;
    else await expect(lost).rejects.toMatchObject({ errorClass: 'unknown' });
    const found = await answers.findReply(reply);
    const [sent, ...others] = there.ours();
    expect([sent?.above, others]).toEqual([id, []]);
    expect(found).toMatchObject({ found: 'yes', part: { remoteId: sent?.id, url: expect.stringMatching(/^https:/) } });
    // A post that is already recorded as another reply is not taken for this one.
    setting.clock.now += 120_000;
    expect(await answers.findReply({ ...reply, taken: async () => [sent?.id ?? ''] })).toEqual({ found: 'no' });
    expect(await told(sent?.id ?? '')).toMatchObject({ isOwn: true, kind: 'reply', text: 'Rye.' });

    await answers.hide(to, true);
    const hidden = await told(id);
    expect(hidden?.hidden).toBe(true);
    expect(hidden?.can).toEqual(there.isFlat ? ['hide'] : can);
    await answers.hide(to, false);
    await answers.like?.(to, true);
    expect(await told(id)).toMatchObject({ hidden: false, liked: can.includes('like') ? true : null });
    if (found.found === 'yes') await answers.removeReply?.(found.part);
    if (found.found === 'yes') await answers.removeReply?.(found.part);
    expect(await answers.findReply(reply)).toEqual({ found: 'no' });

    const deeper = { ...to, remoteId: inner, parentId: id, kind: 'reply' as const };
    const part = await answers.reply(replyTo(setting, deeper), begin);
    expect(there.ours()).toEqual([{ id: part.remoteId, above: there.isFlat ? id : inner }]);
    const [, second] = parts;
    if (second)
      expect(await told(there.write(second.remoteId, 'Both!'))).toMatchObject({ kind: 'comment', can: ['reply'] });
    // More replies than the platform returns together with a comment.
    for (let count = 0; count < 6; count++) there.write(id, 'And I');
    const all = await below(parts);
    expect(all?.isWhole).toBe(true);
    expect(all?.comments.filter(({ text }) => text === 'And I')).toHaveLength(6);
    expect(there.violations?.() ?? []).toEqual([]);
    await setting.server.close();
  },
);
