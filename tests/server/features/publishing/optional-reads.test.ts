import { expect, it } from 'vitest';
import { threadsPublisher } from '../../../../server/features/publishing/platforms/threads/publisher.ts';
import type { Publisher, Session } from '../../../../server/features/publishing/publisher.ts';
import type { Read } from '../../../../shared/platforms/reads.ts';
import { signInRequestSchema } from '../../../../shared/publishing/channel-entries.ts';
import { platformApi } from '../../../../shared/publishing/platform-apis.ts';
import * as meta from '../../../helpers/meta/publishing.ts';
import type { Imitation } from '../../../helpers/publishing/imitation.ts';
import {
  beginSignIn,
  openWith,
  postOf,
  publish,
  type SteppedCalls,
  steppedCalls,
} from '../../../helpers/publishing/platform-sessions.ts';
import { startThreadsServer } from '../../../helpers/threads/imitation.ts';
import { addMedia } from '../../../helpers/threads/world.ts';
import { ANALYTICS } from '../../../helpers/youtube/google-oauth.ts';
import * as youtube from '../../../helpers/youtube/publishing.ts';

type There = {
  setting: SteppedCalls & { server: Imitation & { decide(url: string, decision?: never): Promise<string> } };
  publisher: Publisher;
  /** The app's part of the sign-in request. */
  app: object;
  read: Read;
  scopes: readonly string[];
  /** The decision of a user who denies these scopes. */
  without: string;
  /** Whether a sign-in requests it by default. */
  isUsual?: boolean;
  /** A read that needs the permission, its results with and without it, and the call that is not made without it. */
  reads?: { ask(session: Session): Promise<unknown>; told: unknown; untold: unknown; call: string };
};

/** What Meta's platforms return with and without a permission is tested in meta/insights.test.ts. */
const ofMeta =
  (platform: 'facebook' | 'instagram', read: Read, scope: string, more: { isUsual?: boolean; own?: boolean } = {}) =>
  async (): Promise<There> => {
    const setting = await meta.startSetting();
    meta.addLinked(setting, 'ada.bakes');
    const { app, instagramApp } = setting.server.world;
    const keys = more.own
      ? { instagramAppId: instagramApp.id, instagramAppSecret: instagramApp.secret }
      : { appId: app.id, appSecret: app.secret };
    return {
      setting,
      publisher: platform === 'facebook' ? meta.facebookOf(setting) : meta.instagramOf(setting),
      app: { platform, ...keys },
      read,
      scopes: [scope],
      without: scope,
      isUsual: more.isUsual ?? false,
    };
  };

const WAYS: { [way: string]: () => Promise<There> } = {
  'facebook, figures': ofMeta('facebook', 'figures', 'read_insights'),
  'facebook, comments': ofMeta('facebook', 'answers', 'pages_read_user_content', { isUsual: true }),
  'instagram, through the page': ofMeta('instagram', 'figures', 'instagram_manage_insights'),
  instagram: ofMeta('instagram', 'figures', 'instagram_business_manage_insights', { own: true }),
  async threads() {
    const { calls, ...stepped } = steppedCalls();
    const server = await startThreadsServer({ now: () => stepped.clock.now });
    const { id: ada } = server.addProfile('ada');
    const { id: grace } = server.addProfile('grace');
    const { id: root } = addMedia(server.world, { userId: ada, text: 'A loaf' });
    addMedia(server.world, { userId: grace, text: 'Seen what @ada bakes?' });
    addMedia(server.world, { userId: grace, text: 'Which flour, @ada?', replyTo: root });
    return {
      setting: { calls, ...stepped, server },
      publisher: threadsPublisher({ ...platformApi('threads'), origin: server.origin, site: server.origin }),
      app: { platform: 'threads', appId: server.world.app.id, appSecret: server.world.app.secret },
      read: 'answers',
      scopes: ['threads_manage_mentions'],
      without: 'threads_manage_mentions',
      reads: {
        async ask({ answers }) {
          const first = await answers?.incoming?.(null);
          if (!first) return null;
          // After the cursor's second has passed, nothing is missed, and nothing older is read again.
          const again = await answers?.incoming?.(first.cursor);
          stepped.clock.now += 5000;
          addMedia(server.world, { userId: grace, text: 'And @ada?' });
          const later = await answers?.incoming?.(first.cursor);
          const words = (one: typeof first | undefined) =>
            one?.comments.map(({ text, kind, posts, can }) => [text, kind, posts, can]);
          return [words(first), again?.cursor === first.cursor, words(later)?.[0]];
        },
        told: [
          [
            ['Which flour, @ada?', 'mention', [root, root], []],
            ['Seen what @ada bakes?', 'mention', [], []],
          ],
          true,
          ['And @ada?', 'mention', [], []],
        ],
        untold: null,
        call: 'GET /:id/mentions',
      },
    };
  },
  async youtube() {
    const setting = await youtube.startSetting();
    return {
      setting,
      publisher: setting.publisher,
      app: youtube.requestOf(),
      read: 'figures',
      scopes: ANALYTICS,
      without: 'partly',
      reads: {
        async ask(session) {
          const { parts } = await publish(session, postOf(['A walk'], [youtube.videoOf(10)]));
          const early = await session.figures(parts);
          const [video] = setting.server.world.videos;
          if (video) video.report = { estimatedMinutesWatched: 12, shares: 3 };
          return [early, await session.figures(parts)];
        },
        // YouTube reports nothing for the first days.
        told: [
          { impressions: 0, likes: 0, comments: 0 },
          { impressions: 0, likes: 0, comments: 0, shares: 3, watchSeconds: 720 },
        ],
        untold: Array(2).fill({ impressions: 0, likes: 0, comments: 0 }),
        call: 'GET /v2/reports',
      },
    };
  },
};

it.each(Object.keys(WAYS))(
  '%s: what needs a permission of its own is asked for where it is wanted, and read where it was given',
  async (way) => {
    const there = (await WAYS[way]?.()) ?? expect.fail();
    const { setting, publisher, app, read, scopes, isUsual = false } = there;
    const { server, calls } = setting;
    const begin = async (more: object) => {
      const request = signInRequestSchema.parse({ ...app, ...more });
      return beginSignIn({ publisher, calls }, request, 'http://127.0.0.1:3001/api/channels/return');
    };
    const asked = ({ authorizeUrl }: { authorizeUrl: string }) => {
      const all = (new URL(authorizeUrl).searchParams.get('scope') ?? '').split(/[ ,]/);
      return scopes.every((scope) => all.includes(scope));
    };
    expect(asked(await begin({}))).toBe(isUsual);
    expect(asked(await begin({ [read]: 'no' }))).toBe(false);

    for (const isGiven of [true, false]) {
      const signIn = await begin({ [read]: 'yes' });
      expect(asked(signIn)).toBe(true);
      const decision = (isGiven ? 'allow' : there.without) as never;
      const { secret, limits } = await signIn.complete(await server.decide(signIn.authorizeUrl, decision), calls);
      const lacks = (all = limits.lacks) => all?.includes(read) ?? false;
      expect(lacks()).toBe(!isGiven);
      // The next sign-in requests the same again, even if it was denied.
      expect(publisher.oauth?.again(secret)).toMatchObject({ [read]: 'yes' });
      const session = openWith({ publisher, calls }, secret);
      expect(lacks((await session.check()).limits.lacks)).toBe(!isGiven);
      if (!there.reads) continue;
      const { ask, told, untold, call } = there.reads;
      const before = server.requests.length;
      expect(await ask(session)).toEqual(isGiven ? told : untold);
      expect(server.requests.slice(before).some(({ name }) => name === call)).toBe(isGiven);
    }
    await server.close();
  },
);

it('a token of Instagram that was entered says by a call whether it may read insights', async () => {
  const setting = await meta.startSetting();
  const { igId } = meta.addLinked(setting, 'ada.bakes');
  const connect = (...more: string[]) => {
    const { value: accessToken } = setting.server.instagramToken(igId, [...meta.INSTAGRAM_SCOPES, ...more]);
    return meta.instagramOf(setting).connect({ platform: 'instagram', accessToken }, setting.calls);
  };
  expect((await connect()).limits).toEqual({ needsAddress: true, lacks: ['figures'] });
  expect((await connect('instagram_business_manage_insights')).limits).toEqual({ needsAddress: true });
  // A temporary error of Meta's is not taken for a missing permission.
  setting.server.fail('GET /:id/insights', { when: 'before', answer: { status: 503 } });
  expect((await connect()).limits).toEqual({ needsAddress: true });
  await setting.server.close();
});

it('a Google project without the YouTube Analytics API keeps what the other one told', async () => {
  const setting = await youtube.startSetting();
  const session = await youtube.openSession(setting, { figures: 'yes' });
  const { parts } = await publish(session, postOf(['A walk'], [youtube.videoOf(10)]));
  const refusal = (status: number, reason: string) => ({
    when: 'before' as const,
    answer: { status, body: { error: { code: status, message: reason, errors: [{ reason }] } } },
  });
  setting.server.fail('GET /v2/reports', refusal(403, 'accessNotConfigured'));
  expect(await session.figures(parts)).toEqual({ impressions: 0, likes: 0, comments: 0 });
  setting.server.fail('GET /v2/reports', refusal(403, 'quotaExceeded'));
  await expect(session.figures(parts)).rejects.toMatchObject({ errorClass: 'rate_limit' });
  await setting.server.close();
});
