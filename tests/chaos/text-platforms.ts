import { startLinkedInServer } from '../helpers/linkedin/imitation.ts';
import { type MastodonServer, startMastodonServer } from '../helpers/mastodon/imitation.ts';
import { type PdsImitation, refusing, send, startPds } from '../helpers/pds.ts';
import { blueskySecret, mastodonSecret } from '../helpers/publishing/workspace-posts.ts';
import { startXServer } from '../helpers/x/imitation.ts';
import { some, UNREAD } from './faults.ts';
import { connected } from './log-ins.ts';
import type { ChaosAccount, ChaosPlatform, Surroundings } from './platforms.ts';

const BLUESKY_ACCOUNTS = 3;
const MASTODON_ACCOUNTS = 3;

export async function bluesky({ via }: Surroundings): Promise<ChaosPlatform> {
  const pdses = await Promise.all(Array.from({ length: BLUESKY_ACCOUNTS }, () => startPds()));
  const accountOf = async (pds: PdsImitation): Promise<ChaosAccount> => {
    const origin = await via(pds.origin);
    return {
      platform: 'bluesky',
      server: origin,
      secret: { ...((await blueskySecret(pds)) as object), server: origin, pds: origin },
      shapes: ['text', 'picture'],
      texts: () => [...pds.posts.values()].map(({ value }) => String(value.text)),
    };
  };
  return {
    accounts: await Promise.all(pdses.map(accountOf)),
    apis: {},
    trouble(chance) {
      const pds = pdses[Math.floor(chance() * pdses.length)];
      if (!pds) return;
      if (chance() < 0.3) pds.expireAccess();
      else troublePds(pds, chance);
    },
    calm: () => undefined,
    close: async () => void (await Promise.all(pdses.map((pds) => pds.close()))),
  };
}

function troublePds(pds: PdsImitation, chance: () => number): void {
  const PUT = 'com.atproto.repo.putRecord';
  const kind = Math.floor(chance() * 5);
  if (kind === 0)
    pds.fault(PUT, async (_, response, next) => {
      await next();
      send(response, { status: 500, body: { error: 'InternalServerError' } });
    });
  else if (kind === 1) pds.fault(PUT, (_, response) => void response.destroy());
  else if (kind === 2) pds.fault(PUT, refusing(429, 'RateLimitExceeded', { 'ratelimit-reset': '60' }));
  else if (kind === 3) pds.fault('com.atproto.repo.getRecord', refusing(503, 'Unavailable'));
  else
    pds.fault(PUT, async (_, response, next) => {
      // Longer than a lease.
      await new Promise((resolve) => setTimeout(resolve, 4500));
      const answer = await next();
      if (!response.destroyed) send(response, answer);
    });
}

export async function mastodon({ now, via }: Surroundings): Promise<ChaosPlatform> {
  const server = await startMastodonServer({ now });
  const CREATE = 'POST /api/v1/statuses';
  const origin = await via(server.origin);
  const names = Array.from({ length: MASTODON_ACCOUNTS }, (_, index) => `user${index}`);
  return {
    accounts: await Promise.all(names.map((name) => mastodonAccount(server, name, origin))),
    apis: {},
    trouble(chance) {
      if (chance() < 0.2) return server.breakConnections();
      server.world.keepsKeys = chance() < 0.8;
      const limited = { when: 'before', answer: { status: 429, headers: { 'retry-after': '90' } } } as const;
      server.fail(CREATE, ...some(chance), ...(chance() < 0.4 ? [limited] : []));
      if (chance() < 0.3) server.fail('GET /api/v1/accounts/:id/statuses', UNREAD);
    },
    calm: () => server.fail(CREATE),
    close: () => server.close(),
  };
}

async function mastodonAccount(server: MastodonServer, name: string, origin: string): Promise<ChaosAccount> {
  const own = () => server.world.statuses.filter(({ account }) => account.username === name);
  return {
    platform: 'mastodon',
    server: origin,
    secret: { ...((await mastodonSecret(server, name)) as object), server: origin },
    shapes: ['text', 'picture'],
    texts: () => own().map(({ text }) => text),
  };
}

export async function x({ now, processingMs, via }: Surroundings): Promise<ChaosPlatform> {
  const server = await startXServer({ now, ...(processingMs !== undefined && { processingMs }) });
  const origin = await via(server.origin);
  server.world.origin = origin;
  const apis = { twitter: { origin } };
  const CREATE = 'POST /2/tweets';
  const { keys } = server.addUser('ada');
  const account = {
    server: origin,
    shapes: ['text', 'picture'] as const,
    texts: () => server.world.posts.map(({ text }) => text),
  };
  return {
    accounts: [
      { platform: 'twitter', ...account, secret: await connected(apis, { platform: 'twitter', ...keys }, now) },
    ],
    apis,
    trouble(chance) {
      server.fail(CREATE, ...some(chance));
      if (chance() < 0.3) server.fail('GET /2/users/:id/tweets', UNREAD);
    },
    calm: () => server.fail(CREATE),
    close: () => server.close(),
  };
}

export async function linkedin({ now, processingMs, via }: Surroundings): Promise<ChaosPlatform> {
  const server = await startLinkedInServer({ now, ...(processingMs !== undefined && { processingMs }) });
  const origin = await via(server.origin);
  server.world.origin = origin;
  const apis = { linkedin: { origin } };
  const CREATE = 'POST /rest/posts';
  const accessToken = server.addMember('Ada').token;
  const account = {
    server: origin,
    shapes: ['text', 'picture'] as const,
    texts: () => server.world.posts.map(({ text }) => text),
  };
  return {
    accounts: [
      { platform: 'linkedin', ...account, secret: await connected(apis, { platform: 'linkedin', accessToken }, now) },
    ],
    apis,
    trouble: (chance) => server.fail(CREATE, ...some(chance)),
    calm: () => server.fail(CREATE),
    close: () => server.close(),
  };
}
