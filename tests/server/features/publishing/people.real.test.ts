import { expect, it } from 'vitest';
import { createPeople } from '../../../../server/features/publishing/people.ts';
import type { Session } from '../../../../server/features/publishing/publisher.ts';
import { peoplePath } from '../../../helpers/agent-paths.ts';
import { channelsAgent } from '../../../helpers/channels.ts';
import { refusing } from '../../../helpers/pds.ts';

const its = channelsAgent();
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
  ['a platform that finds nobody', 'twitter', 'ada', 409, 'Write the name after @ as it is there.'],
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
