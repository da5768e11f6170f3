import { describe, expect, it, vi } from 'vitest';
import { SIGN_IN_RETURN_PATH } from '../../../../../shared/publishing/publishing-api.ts';
import { channelPath, channelSignInEndPath, channelSignInPath } from '../../../../helpers/agent-paths.ts';
import { channelsAgent } from '../../../../helpers/channels.ts';
import { rawRequest } from '../../../../helpers/raw-http.ts';

const its = channelsAgent();

/** The headers of a browser that follows a redirect from another site. */
const NAVIGATION = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

async function begin(id: string, more: object = {}): Promise<string> {
  const { status, answer } = await its.ask(channelSignInPath(id), 'POST', its.signInRequest(more));
  expect([status, answer.state]).toEqual([200, 'open']);
  return String(answer.url);
}
const stateOf = async (id: string) => (await its.ask(channelSignInPath(id))).answer;
/** Sends a raw request, because fetch sets its own mode. */
function navigate(path: string, more: Record<string, string> = {}) {
  const { port } = its.agent;
  const headers = Object.entries({ Host: `127.0.0.1:${port}`, ...NAVIGATION, ...more });
  return rawRequest({ port, path, headers });
}
async function follow(address: string) {
  const { pathname, search } = new URL(address);
  const { status, headers, body: page } = await navigate(`${pathname}${search}`);
  expect(its.leaked(page)).toEqual([]);
  expect(page).not.toMatch(/<script|javascript:/i);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  return { status, page };
}

describe('a sign-in on the platform’s page', () => {
  it('connects the account when the browser comes back, once', async () => {
    const { id } = await its.addAccount({ platform: 'mastodon', account_label: 'Ada' });
    expect(await stateOf(id)).toEqual({ state: 'none' });
    const back = await its.mastodon.decide(await begin(id), 'ada');
    expect(back).toContain(`${its.agent.url}${SIGN_IN_RETURN_PATH}?`);
    expect(await follow(back)).toMatchObject({
      status: 200,
      page: expect.stringContaining('Local Agent can post as @ada@'),
    });
    expect(await stateOf(id)).toEqual({ state: 'done' });
    expect((await its.ask('/api/channels')).answer).toMatchObject([{ accountId: id, state: 'ready' }]);
    expect(await follow(back)).toMatchObject({ status: 404, page: expect.stringContaining('This sign-in has ended') });
  });

  it('takes the address that the browser ended on, where it could not come back', async () => {
    const { id } = await its.addAccount({ platform: 'mastodon', account_label: 'Ada' });
    const back = await its.mastodon.decide(await begin(id), 'ada');
    const end = (address: string) => its.ask(channelSignInEndPath(id), 'POST', { address });
    expect(await end('what is this?')).toMatchObject({ status: 400 });
    expect(await end(back.replace(/state=[^&]*/, 'state=other'))).toMatchObject({ status: 400 });
    expect(await stateOf(id)).toMatchObject({ state: 'open' });
    expect(await end(back)).toMatchObject({ status: 200, answer: { state: 'connected', channel: { state: 'ready' } } });
    expect((await end(back)).status).toBe(404);
  });

  it('asks when it was another account than before, and replaces it only then', async () => {
    const { id } = await its.addConnected('mastodon');
    const first = await its.mastodon.decide(await begin(id), 'grace');
    expect(await follow(first)).toMatchObject({ status: 409, page: expect.stringContaining('Answer in Local Agent') });
    expect(await stateOf(id)).toEqual({ state: 'other_account', question: expect.stringMatching(/@grace@.*@ada@/) });
    await follow(await its.mastodon.decide(await begin(id, { replace: true }), 'grace'));
    expect((await its.ask('/api/channels')).answer).toMatchObject([{ handle: expect.stringMatching(/^@grace@/) }]);
  });

  it('that is refused says so, and nothing is connected', async () => {
    const { id } = await its.addAccount({ platform: 'mastodon', account_label: 'Ada' });
    const back = await its.mastodon.decide(await begin(id), 'ada', 'deny');
    expect((await follow(back)).page).toContain('You did not grant permission');
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('You did not grant permission'),
    });
    expect((await its.ask('/api/channels')).answer).toEqual([]);
  });

  it('is nothing without its state, and shows what a platform says as text', async () => {
    const { id } = await its.addAccount({ platform: 'mastodon', account_label: 'Ada' });
    const url = await begin(id);
    const at = (query: string) => follow(`${its.agent.url}${SIGN_IN_RETURN_PATH}${query}`);
    for (const query of ['', '?code=x', '?code=x&state=', '?code=x&state=guessed'])
      expect((await at(query)).status).toBe(404);
    const state = new URL(url).searchParams.get('state');
    const { page } = await at(
      `?state=${state}&error=server_error&error_description=${encodeURIComponent('<img src=x>')}`,
    );
    expect(page).toContain('&lt;img src=x&gt;');
    expect(page).not.toContain('<img');
  });

  it('is the only address of the API that another site may lead a browser to', async () => {
    for (const [path, status] of [
      [SIGN_IN_RETURN_PATH, 404],
      [`${SIGN_IN_RETURN_PATH}/x`, 403],
      ['/api/channels', 403],
    ] as const) {
      expect((await navigate(path)).status).toBe(status);
    }
    expect((await navigate(SIGN_IN_RETURN_PATH, { 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await navigate(SIGN_IN_RETURN_PATH, { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

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
  expect(await its.ask(channelPath(id), 'DELETE')).toMatchObject({ status: 200, answer: { left: null } });
  expect(token?.isRevoked).toBe(true);
});

it('disconnects here all the same where the platform refuses, and says what is left', async () => {
  const { id, token } = await signedIn();
  its.mastodon.fail('POST /oauth/revoke', { when: 'before', answer: { status: 503 } });
  const { status, answer: said } = await its.ask(channelPath(id), 'DELETE');
  expect([status, said]).toMatchObject([
    200,
    {
      left: {
        text: expect.stringMatching(/Something went wrong on our end/),
        url: `${its.mastodon.origin}/oauth/authorized_applications`,
      },
    },
  ]);
  expect(token?.isRevoked).toBe(false);
  expect((await its.ask(channelPath(id), 'DELETE')).status).toBe(404);
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
