import { expect, it, vi } from 'vitest';
import {
  channelPath,
  channelSignInEndPath,
  channelSignInPath,
} from '../../../../../shared/publishing/publishing-api.ts';
import { channelsAgent } from '../../../../helpers/channels.ts';

const its = channelsAgent();
const host = () => new URL(its.mastodon.origin).host;

async function signIn(id: string, username = 'ada', replace = false) {
  const begun = await its.ask(channelSignInPath(id), 'POST', its.signInRequest({ replace }));
  const address = await its.mastodon.decide(String(begun.answer.url), username);
  expect((await its.ask(channelSignInEndPath(id), 'POST', { address })).status).toBe(200);
  return its.mastodon.world.tokens.at(-1);
}
const signedIn = async (label = 'Ada') => {
  const { id } = await its.addAccount({ platform: 'mastodon', account_label: label });
  return { id, token: await signIn(id, label.toLowerCase()) };
};

it('revokes a token that a sign-in made, and nothing is left', async () => {
  const { id, token } = await signedIn();
  expect(await its.ask(channelPath(id), 'DELETE')).toEqual({ status: 200, answer: { left: null } });
  expect(token?.isRevoked).toBe(true);
});

it.each([
  ['cannot be reached', 'cut', /^\S+ did not end the permission of Local Agent \(.+\)\. To end it, revoke/],
  ['refuses', { status: 503 }, /Something went wrong on our end/],
] as const)('disconnects here all the same where the platform %s, and says what is left', async (_, answer, text) => {
  const { id, token } = await signedIn();
  its.mastodon.fail('POST /oauth/revoke', { when: 'before', answer });
  const { status, answer: said } = await its.ask(channelPath(id), 'DELETE');
  expect([status, said]).toEqual([
    200,
    { left: { text: expect.stringMatching(text), url: `${its.mastodon.origin}/oauth/authorized_applications` } },
  ]);
  expect(token?.isRevoked).toBe(false);
  expect((await its.ask(channelPath(id), 'DELETE')).status).toBe(404);
});

it('leaves a token that the person made to the person', async () => {
  const { id } = await its.addConnected('mastodon');
  expect((await its.ask(channelPath(id), 'DELETE')).answer).toEqual({
    left: {
      text: `The access token that you made still works. To end it, delete the application on ${host()} under Preferences, Development.`,
      url: `${its.mastodon.origin}/settings/applications`,
    },
  });
  expect(its.mastodon.world.tokens.at(-1)?.isRevoked).toBe(false);
});

it('ends the session at Bluesky', async () => {
  const { id } = await its.addConnected('bluesky');
  const before = its.pds.sessions();
  expect((await its.ask(channelPath(id), 'DELETE')).status).toBe(200);
  expect(its.pds.sessions()).toBe(before - 1);
});

it('ends the login before when another takes its place', async () => {
  const { id, token } = await signedIn();
  const next = await signIn(id, 'grace', true);
  await vi.waitFor(() => expect(token?.isRevoked).toBe(true), { timeout: 20_000 });
  expect(next?.isRevoked).toBe(false);
});

it('revokes the login of an account that is gone for good, also where the platform cannot be asked', async () => {
  const [one, other] = [await signedIn(), await signedIn('Grace')];
  const channels = await its.openAgain();
  await channels.kept.remove(one.id);
  its.mastodon.fail('POST /oauth/revoke', { when: 'before', answer: 'cut' });
  await channels.kept.remove(other.id);
  expect([one.token?.isRevoked, other.token?.isRevoked]).toEqual([true, false]);
  expect((await channels.kept.accounts()).filter((id) => [one.id, other.id].includes(id))).toEqual([]);
  await channels.kept.remove(one.id);
  await channels.close();
});
