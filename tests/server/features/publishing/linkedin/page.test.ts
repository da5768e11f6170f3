import { describe, expect, it } from 'vitest';
import { PAGE_SCOPES } from '../../../../../server/features/publishing/platforms/linkedin/oauth.ts';
import { ChoiceNeeded } from '../../../../../server/features/publishing/publisher.ts';
import { connect, pageRequestOf, signInBy, startSetting } from '../../../../helpers/linkedin/publishing.ts';
import { FOLLOWERS } from '../../../../helpers/publishing/followers.ts';
import { failure, mediaOf, PICTURE, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const setting = ofEach(() => startSetting({ processingMs: 0 }));

const open = (secret: unknown) =>
  setting.publisher.open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
const signIn = (more: object = {}) => signInBy(setting, pageRequestOf(setting.server, more));
const chosen = async (attempt: Promise<unknown>): Promise<ChoiceNeeded> => {
  const asked = await failure(attempt);
  return asked instanceof ChoiceNeeded ? asked : expect.fail('It has to ask.', { cause: asked });
};

describe('a company page on LinkedIn', () => {
  it('is connected by a log-in that asks for nothing of the member, and is asked for again where it is renewed', async () => {
    const bakes = setting.server.addPage('Ada Bakes', setting.ada);
    const connected = await signIn();
    expect(connected).toMatchObject({ handle: 'Ada Bakes', remoteId: bakes.id, limits: {} });
    expect(setting.server.requests.map(({ name }) => name)).not.toContain('GET /v2/userinfo');
    const again = setting.publisher.oauth?.again(connected.secret);
    expect(again).toMatchObject({ pageClientId: expect.any(String), page: bakes.id });
    setting.server.addPage('Ada Paints', setting.ada);
    expect(await signInBy(setting, pageRequestOf(setting.server, again ?? {}))).toMatchObject({ remoteId: bakes.id });
    expect(await open(connected.secret).check()).toMatchObject({ handle: 'Ada Bakes', secret: connected.secret });
  });

  it('is chosen where the member administers several, after a log-in and with a token', async () => {
    const [bakes, paints] = ['Ada Bakes', 'Ada Paints'].map((name) => setting.server.addPage(name, setting.ada));
    setting.server.addPage('Not hers', setting.server.addMember('Bob'));
    const options = [bakes, paints].map((page) => ({ value: page?.id, label: page?.name }));
    const asked = await chosen(signIn());
    expect(asked.choice).toMatchObject({ field: 'page', options });
    expect(await asked.pick?.(paints?.id ?? '', setting.calls)).toMatchObject({ handle: 'Ada Paints' });
    setting.ada.scopes = PAGE_SCOPES;
    expect((await chosen(connect(setting))).choice.options).toEqual(options);
    const entry = { platform: 'linkedin' as const, accessToken: setting.ada.token, page: paints?.id };
    expect(await setting.publisher.connect(entry, setting.calls)).toMatchObject({ handle: 'Ada Paints' });
  });

  it('posts and uploads as the page', async () => {
    const { id } = setting.server.addPage('Ada Bakes', setting.ada);
    const session = open((await signIn()).secret);
    expect((await publish(session, postOf(['Bread'], [mediaOf(PICTURE)]))).error).toBeNull();
    const urn = `urn:li:organization:${id}`;
    expect(setting.server.world.posts).toMatchObject([{ author: urn, text: 'Bread' }]);
    expect([...setting.server.world.media.values()].map(({ owner }) => owner)).toEqual([urn, urn]);
  });

  it('finds a post again whose words LinkedIn writes with templates', async () => {
    setting.server.addPage('Ada Bakes', setting.ada);
    const session = open((await signIn()).secret);
    const post = postOf(['Bread (and *salt*) #sour_dough at https://example.com/a_b {x}']);
    const { parts } = await publish(session, post);
    expect(await session.find(post)).toEqual({ found: 'all', parts });
  });

  it('has figures of what was seen without advertising, once somebody has, and followers', async () => {
    setting.server.addPage('Ada Bakes', setting.ada);
    const { secret } = await signIn();
    const session = open(secret);
    const { parts } = await publish(session, postOf(['Bread']));
    expect(await session.figures(parts)).toEqual({ likes: 0, comments: 0 });
    const [post] = setting.server.world.posts;
    if (post) {
      const sunk = { uniqueImpressionsCount: 70, impressionCount: 90, clickCount: 5, shareCount: -1, likeCount: 3 };
      Object.assign(post, { likes: 7, statistics: sunk });
    }
    expect(await session.figures(parts)).toEqual({ likes: 7, comments: 0, impressions: 90, reach: 70, clicks: 5 });
    expect(await session.followers?.()).toBe(FOLLOWERS);
    // A former administrator gets fewer metrics, and an empty response adds none.
    const denied = {
      status: 403,
      body: { message: 'Not enough permissions to access: organizationalEntityShareStatistics' },
    };
    setting.server.fail('GET /rest/organizationalEntityShareStatistics', { when: 'before', answer: denied });
    expect(await session.figures(parts)).toEqual({ likes: 7, comments: 0 });
    setting.server.fail('GET /rest/socialMetadata/:urn', { when: 'before', answer: { status: 200, body: {} } });
    expect(await session.figures(parts)).toEqual({ impressions: 90, reach: 70, clicks: 5 });
  });

  it('says what is missing: an approved product, a page, its administrator, somebody to show the post to', async () => {
    const { accounts } = setting.server;
    const request = pageRequestOf(setting.server);
    accounts.products = ['openid', 'profile', 'w_member_social'];
    expect(await failure(signInBy(setting, request))).toMatchObject({
      message: expect.stringMatching(/^Scope "r_organization_social" is not authorized .*"Community Management API"/),
    });
    expect(await failure(signIn())).toMatchObject({ message: expect.stringMatching(/^You are not an administrator/) });
    const { admins } = setting.server.addPage('Ada Bakes', setting.ada);
    const session = open((await signIn()).secret);
    const forFew = { ...postOf(['Bread']), options: { visibility: 'CONNECTIONS' } };
    expect(await failure(session.prepare(forFew))).toEqual(problem('rejected', /^A company page has no connections/));
    admins.splice(0);
    expect(await failure(session.check())).toMatchObject({ message: expect.stringMatching(/owner is not the caller/) });
  });
});
