import { beforeEach, describe, expect, it } from 'vitest';
import { connect, openSession, signIn, startSetting } from '../../../../helpers/linkedin/publishing.ts';
import { instead } from '../../../../helpers/publishing/imitation.ts';
import { failure, mediaOf, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const MIB = 1024 * 1024;

const setting = ofEach(() => startSetting());
const session = ofEach(() => openSession(setting));

const posts = () => setting.server.world.posts;
const mediaNamed = (id = '') => setting.server.world.media.get(id);

describe('connecting', () => {
  it('says whose token it is, when it ends, and where to end it', async () => {
    const { secret, ...seen } = await connect(setting);
    expect(seen).toMatchObject({ remoteId: setting.ada.id, expiresAt: '2027-01-21T09:00:00.000Z' });
    setting.clock.now += 10 * 86_400_000;
    const opened = setting.publisher.open(secret, setting.calls, async () => undefined);
    expect(await opened.check()).toEqual({ ...seen, secret });
    expect(await opened.logOut()).toMatchObject({ url: 'https://www.linkedin.com/psettings/permitted-services' });
  });

  it('refuses what is no token, and one that may not post', async () => {
    const said = async (token?: string) => {
      const error = await failure(connect(setting, token));
      return [error?.errorClass, error?.message];
    };
    const again = 'Renew the login, or connect the account with a new token.';
    expect(await said('wrong')).toEqual(['auth', `Invalid access token. ${again}`]);
    expect(await said('two words')).toEqual(['rejected', expect.any(String)]);
    const reader = setting.server.addMember('Reader', ['openid', 'profile']);
    expect(await said(reader.token)).toEqual([
      'auth',
      'Not enough permissions to access: POST /rest/images?action=initializeUpload.20260701. Add the products "Share on LinkedIn" and "Sign In with LinkedIn using OpenID Connect" to your app, and connect again with openid, profile and w_member_social.',
    ]);
    const other = setting.server.addMember('Other', ['w_member_social']);
    const words = /^Not enough permissions to access: userinfo\..* connect again with openid, profile/;
    expect(await said(other.token)).toEqual(['auth', expect.stringMatching(words)]);
  });
});

describe('a sign-in', () => {
  const DAY_MS = 86_400_000;
  const inDays = (days: number) => new Date(setting.clock.now + days * DAY_MS).toISOString();
  const kept: unknown[] = [];
  const open = (secret: unknown) =>
    setting.publisher.open(
      JSON.parse(JSON.stringify(secret)),
      setting.calls,
      async (renewed) => void kept.push(renewed),
    );
  beforeEach(() => void kept.splice(0));

  it('ends after 60 days, and begins again with what was entered', async () => {
    const { secret, expiresAt } = await signIn(setting);
    expect(expiresAt).toBe(inDays(60));
    setting.clock.now += 50 * DAY_MS;
    expect(await open(secret).check()).toMatchObject({ expiresAt: inDays(10), handle: 'Ada Lovelace' });
    expect(kept).toEqual([]);
    expect((await publish(open(secret), postOf(['Hello']))).error).toBeNull();
    setting.clock.now += 11 * DAY_MS;
    expect(await failure(open(secret).check())).toMatchObject({ errorClass: 'auth' });
    expect(setting.publisher.oauth?.again(secret)).toMatchObject({ platform: 'linkedin' });
    expect(setting.publisher.oauth?.again((await connect(setting)).secret)).toBeNull();
  });

  it('is renewed ahead by itself for a year where LinkedIn has approved the app for it', async () => {
    setting.server.accounts.hasRefreshTokens = true;
    let { secret } = await signIn(setting);
    const end = inDays(365);
    for (let day = 0; day < 350; day += 10) {
      const checked = await open(secret).check();
      expect(checked).toMatchObject({ expiresAt: end });
      expect(checked.problem ?? null).toBeNull();
      ({ secret } = checked);
      setting.clock.now += 10 * DAY_MS;
    }
    expect(kept.length).toBe(6);
    const [login] = setting.server.accounts.logins;
    setting.clock.now += 4 * DAY_MS;
    Object.assign(login ?? {}, { endsAt: setting.clock.now });
    expect(await open(secret).check()).toMatchObject({
      problem: expect.stringMatching(/^LinkedIn no longer renews this login automatically\./),
    });
  });

  it('knows the secret of an app in the place of its ID', async () => {
    const said = await failure(signIn(setting, { clientId: 'WPL_AP1.secret.of.ada' }));
    expect(said).toMatchObject({ message: expect.stringContaining('Client ID is the app’s secret') });
  });
});

describe('a post', () => {
  it('goes out as it is written, signs and hashtags and all, and is deleted by the version of the API', async () => {
    const text = 'Bread (and *salt*) for me@example.com #bread_time https://example.com/a_b {x} ~ <y>';
    const { parts } = await publish(session, postOf([text]));
    expect(posts()).toMatchObject([{ text, media: [] }]);
    await session.remove(parts);
    expect(setting.server.requests.at(-1)?.headers).toMatchObject({
      'linkedin-version': '202607',
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'DELETE',
    });
  });

  it('takes 3000 characters, however many signs of them are escaped', async () => {
    expect((await publish(session, postOf(['_'.repeat(3000)]))).error).toBeNull();
    expect(posts()[0]?.text).toHaveLength(3000);
    expect((await publish(session, postOf(['_'.repeat(3001)]))).error).toMatchObject({ errorClass: 'rejected' });
  });

  it.each([4 * MIB, 9 * MIB])('sends a video of %i bytes part by part', async (size) => {
    const bytes = Buffer.alloc(size, 'a moving picture');
    expect((await publish(session, postOf(['A film'], [mediaOf(bytes, 'video/mp4', 'A boat')]))).error).toBeNull();
    const media = mediaNamed(posts()[0]?.media[0]?.id);
    expect(media?.parts).toHaveLength(Math.ceil(size / (4 * MIB)));
    expect(Buffer.concat(media?.parts.map((part) => part ?? Buffer.alloc(0)) ?? []).equals(bytes)).toBe(true);
    expect(posts()[0]?.media).toEqual([{ id: media?.urn }]);
  });

  it('is not uploaded in parts that do not make the file, nor without ETags', async () => {
    const video = mediaOf(Buffer.alloc(1000), 'video/mp4');
    const uploadUrl = `${setting.server.origin}/upload/1`;
    for (const [firstByte, lastByte] of [
      [0, 10],
      [5, 4],
      [0, 1e12],
    ]) {
      const uploadInstructions = [{ uploadUrl, firstByte, lastByte }];
      const value = { video: 'urn:li:video:1', uploadToken: '', uploadInstructions };
      setting.server.fail('POST /rest/videos?action=initializeUpload', instead(200, { value }));
      expect(await failure(session.prepare(postOf([''], [video])))).toEqual(
        problem('transient', 'do not make up the whole file'),
      );
    }
    setting.server.fail('PUT /upload', instead(201));
    expect(await failure(session.prepare(postOf([''], [video])))).toMatchObject({ errorClass: 'transient' });
  });

  it('is not taken for another delivery’s post with the same words', async () => {
    const [other] = (await publish(session, postOf(['Hello']))).parts;
    const post = { ...postOf(['Hello']), taken: async () => [other?.remoteId ?? ''] };
    expect((await publish(session, post)).error).toMatchObject({
      errorClass: 'rejected',
      message: `Content is a duplicate of ${other?.remoteId}. Change the text.`,
    });
  });
});
