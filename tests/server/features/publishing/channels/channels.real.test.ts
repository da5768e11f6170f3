import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPeople } from '../../../../../server/features/publishing/people.ts';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import {
  channelCheckPath,
  channelPath,
  channelPausePath,
  channelTestPath,
  peoplePath,
} from '../../../../helpers/agent-paths.ts';
import { channelsAgent } from '../../../../helpers/channels.ts';
import { refusing } from '../../../../helpers/pds.ts';

const its = channelsAgent();

describe('connecting an account', () => {
  it('keeps who it posts as, and nothing else that anybody can see', async () => {
    const account = await its.addAccount({ platform: 'bluesky', account_label: 'Ada' });
    const { status, answer } = await its.ask(channelPath(account.id), 'POST', its.blueskyEntry());
    expect(status).toBe(200);
    const { channel } = answer;
    expect(answer).toEqual({ state: 'connected', channel });
    expect(channel).toMatchObject({ accountId: account.id, handle: 'ada.test', state: 'ready', isPaused: false });
    expect((await its.ask('/api/channels')).answer).toEqual([channel]);
  });

  it('refuses what the platform refuses, in its words, and what is not there', async () => {
    const account = await its.addAccount({ platform: 'bluesky', account_label: 'Ada' });
    const path = channelPath(account.id);
    expect(await its.ask(path, 'POST', { ...its.blueskyEntry(), appPassword: 'wrong' })).toEqual({
      status: 400,
      answer: { code: 'bad_input', error: expect.stringContaining('Bluesky: Invalid identifier or password') },
    });
    expect(await its.ask(path, 'POST', its.mastodonEntry('ada'))).toMatchObject({
      status: 400,
      answer: { error: expect.stringContaining('an account of Bluesky') },
    });
    expect(await its.ask(channelPath(randomUUID()), 'POST', its.blueskyEntry())).toMatchObject({ status: 404 });
    its.pds.fault('com.atproto.server.createSession', refusing(429, 'RateLimitExceeded', { 'retry-after': '90' }));
    const response = await its.agent.call(path, { body: its.blueskyEntry() });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^(90|89)$/)]);
    its.pds.fault('com.atproto.server.createSession', (request) => void request.socket.destroy());
    expect(await its.ask(path, 'POST', its.blueskyEntry())).toMatchObject({ status: 503 });
    expect((await its.ask('/api/channels')).answer).toEqual([]);
    expect(await its.ask(channelCheckPath(account.id), 'POST')).toMatchObject({ status: 404 });
  });

  it('asks before another account takes the place of the one before, and never connects one twice', async () => {
    const account = await its.addConnected('mastodon');
    const path = channelPath(account.id);
    const grace = its.mastodonEntry('grace');
    expect(await its.ask(path, 'POST', grace)).toMatchObject({
      status: 409,
      answer: { code: 'conflict', error: expect.stringMatching(/login of @grace@.* posted as @ada@.*from now on\?/) },
    });
    expect((await its.ask(channelCheckPath(account.id), 'POST')).answer.handle).toMatch(/^@ada@/);
    expect((await its.ask(path, 'POST', { ...grace, replace: true })).answer).toMatchObject({
      channel: { handle: expect.stringMatching(/^@grace@/) },
    });
    // Connecting the same account again needs no confirmation.
    expect((await its.ask(path, 'POST', its.mastodonEntry('grace'))).status).toBe(200);

    const other = await its.addAccount({ platform: 'mastodon', account_label: 'Other' });
    expect(await its.ask(channelPath(other.id), 'POST', grace)).toMatchObject({
      status: 400,
      answer: { error: expect.stringContaining('already connected as "Ada"') },
    });
  });
});

describe('a channel', () => {
  it('is checked: ready, or to be connected again with the platform’s words; a failure of the network changes nothing', async () => {
    const account = await its.addConnected('bluesky');
    const check = () => its.ask(channelCheckPath(account.id), 'POST');
    its.pds.expireAccess();
    expect((await check()).answer).toMatchObject({ state: 'ready', problem: null });
    its.pds.account.status = 'takendown';
    expect((await check()).answer).toMatchObject({ state: 'reconnect', problem: expect.stringContaining('takendown') });
    its.pds.account.status = null;
    its.pds.fault('com.atproto.server.getSession', (request) => void request.socket.destroy());
    expect((await check()).status).toBe(503);
    expect((await its.ask('/api/channels')).answer).toMatchObject([{ state: 'reconnect' }]);
    expect((await check()).answer).toMatchObject({ state: 'ready', problem: null });
  });

  it('is paused and resumed', async () => {
    const account = await its.addConnected('mastodon');
    const pause = (paused: boolean) => its.ask(channelPausePath(account.id), 'POST', { paused });
    expect((await pause(true)).answer).toMatchObject({ isPaused: true, state: 'ready' });
    // Neither a check nor connecting again ends the pause.
    expect((await its.ask(channelCheckPath(account.id), 'POST')).answer).toMatchObject({ isPaused: true });
    const again = await its.ask(channelPath(account.id), 'POST', its.mastodonEntry('ada'));
    expect(again.answer.channel).toMatchObject({ isPaused: true });
    expect((await pause(false)).answer).toMatchObject({ isPaused: false });
  });

  it('sends a test post and deletes it again', async () => {
    const [bluesky, mastodon] = [await its.addConnected('bluesky'), await its.addConnected('mastodon', 'Grace')];
    for (const { id } of [bluesky, mastodon]) {
      const { status, answer } = await its.ask(channelTestPath(id), 'POST');
      expect([status, answer]).toEqual([200, { url: expect.stringMatching(/^https?:/), isDeleted: true }]);
    }
    expect(its.pds.called()).toContain('putRecord');
    expect(its.pds.posts.size).toBe(0);
    expect(its.mastodon.requests.map(({ name }) => name)).toContain('POST /api/v1/statuses');
    expect(its.mastodon.world.statuses).toEqual([]);
    its.mastodon.fail('DELETE /api/v1/statuses/:id', { when: 'before', answer: { status: 500 } });
    expect((await its.ask(channelTestPath(mastodon.id), 'POST')).answer).toMatchObject({ isDeleted: false });
  });

  it('is disconnected with its login, and only on the machine that holds it', async () => {
    const account = await its.addConnected('mastodon');
    const elsewhere = { agent_id: randomUUID() };
    const row = () => its.agent.admin.from('channels');
    const { data } = await row().select('agent_id').single().throwOnError();
    await row().update(elsewhere).eq('account_id', account.id).throwOnError();
    for (const [path, method] of [
      [channelPath(account.id), 'DELETE'],
      [channelCheckPath(account.id), 'POST'],
      [channelTestPath(account.id), 'POST'],
    ] as const) {
      expect(await its.ask(path, method)).toMatchObject({
        status: 409,
        answer: { error: expect.stringContaining('another machine') },
      });
    }
    await row()
      .update({ agent_id: String(data.agent_id) })
      .eq('account_id', account.id)
      .throwOnError();
    expect((await its.ask(channelPath(account.id), 'DELETE')).status).toBe(200);
    expect((await its.ask('/api/channels')).answer).toEqual([]);
    expect((await its.ask(channelPath(account.id), 'DELETE')).status).toBe(404);
    const again = await its.openAgain();
    expect(await again.kept.accounts()).not.toContain(account.id);
    await again.restore(its.agent.admin);
    expect((await its.ask('/api/channels')).answer).toEqual([]);
  });
});

const searches = () => its.pds.called().filter((name) => name === 'searchActorsTypeahead').length;

it('finds people as the platform does, once a minute, and leaves it alone where it wants that', async () => {
  const { id } = await its.addConnected('bluesky');
  const grace = { handle: 'grace.test', name: 'Grace Hopper', hasPicture: false };
  const found = {
    status: 200,
    answer: [grace, { handle: 'gracie.bsky.social', name: 'gracie.bsky.social', hasPicture: false }],
  };
  expect(await its.ask(peoplePath(id, '@grac'))).toEqual(found);
  expect(await its.ask(peoplePath(id, 'GRAC'))).toEqual(found);
  expect(searches()).toBe(1);
  its.pds.fault('app.bsky.actor.searchActorsTypeahead', refusing(429, 'RateLimitExceeded', { 'retry-after': '90' }));
  expect(await its.ask(peoplePath(id, 'grace h'))).toMatchObject({ status: 429, answer: { code: 'rate_limited' } });
  expect(await its.ask(peoplePath(id, 'gracie'))).toMatchObject({ status: 429 });
  expect(searches()).toBe(2);
});

it.each([
  ['a platform that finds nobody', 'twitter', 'ada', 409, 'Write the name after @ exactly as it is there.'],
  ['an account that is not connected', 'mastodon', 'ada', 409, 'not connected'],
  ['one letter', 'mastodon', 'a', 400, 'at least 2 characters'],
] as const)('says what keeps it from searching: %s', async (_, platform, query, status, words) => {
  const { id } = await its.addAccount({ platform, account_label: 'Ada' });
  expect(await its.ask(peoplePath(id, query))).toMatchObject({
    status,
    answer: { error: expect.stringContaining(words) },
  });
});

it('shows pictures of those whom it has found, each read once, and no others', async () => {
  let now = 0;
  const read: string[] = [];
  const people = createPeople({
    openSession: async () =>
      ({
        searchPeople: async () => [{ handle: 'ada.test', name: ' Ada\u202e\nL ', picture: 'https://e.com/a.png' }],
      }) as unknown as Session,
    async readPicture(url) {
      read.push(url);
      return 'data:image/png;base64,AA==';
    },
    now: () => new Date(now),
    log: { debug: () => undefined },
  });
  expect(await people.picture('1', 'ada.test')).toBeNull();
  const ask = () => people.search({ id: '1', platform: 'bluesky' }, 'ada');
  expect(await ask()).toEqual([{ handle: 'ada.test', name: 'Ada L', hasPicture: true }]);
  const both = [people.picture('1', 'ada.test'), people.picture('1', 'ada.test')];
  expect(await Promise.all(both)).toEqual(['data:image/png;base64,AA==', 'data:image/png;base64,AA==']);
  expect([await people.picture('2', 'ada.test'), read]).toEqual([null, ['https://e.com/a.png']]);
  now = 11 * 60_000;
  expect(await people.picture('1', 'ada.test')).toBeNull();
});
