import { platformCalls } from '../../server/features/publishing/platform-calls.ts';
import { FACEBOOK_SCOPES } from '../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../server/features/publishing/platforms/instagram/account.ts';
import { publishersFor } from '../../server/features/publishing/publishers.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import { type ChannelEntry, signInRequestSchema } from '../../shared/publishing/connecting/entries.ts';
import type { PlatformApiSettings } from '../../shared/publishing/platform-apis.ts';
import { startLinkedInServer } from '../helpers/linkedin/imitation.ts';
import { type MastodonServer, startMastodonServer } from '../helpers/mastodon/imitation.ts';
import { startMetaServer } from '../helpers/meta/imitation.ts';
import { type PdsImitation, refusing, send, startPds } from '../helpers/pds.ts';
import { blueskySecret, mastodonSecret } from '../helpers/publishing/workspace-posts.ts';
import { startTikTok } from '../helpers/tiktok/imitation.ts';
import { APP } from '../helpers/tiktok/tiktok-oauth.ts';
import { startXServer } from '../helpers/x/imitation.ts';
import { CLIENT } from '../helpers/youtube/google-oauth.ts';
import { startYouTube } from '../helpers/youtube/imitation.ts';

const BLUESKY_ACCOUNTS = 3;
const MASTODON_ACCOUNTS = 3;
const UPLOAD = 'PUT /upload/youtube/v3/videos';
const REDIRECT_URI = 'http://127.0.0.1:3001/api/channels/return';

/** What a post has beside its words. */
export type Shape = 'text' | 'picture' | 'video';

/** An account of a platform: its log-in, what posts there may be, and the texts that stand there. */
export type ChaosAccount = {
  platform: Platform;
  server: string;
  secret: unknown;
  shapes: readonly Shape[];
  texts: () => string[];
};

/** A platform that is made to fail by chance, until it is calm. */
export type ChaosPlatform = {
  accounts: ChaosAccount[];
  /** Where the agents find it. */
  apis: PlatformApiSettings;
  trouble(chance: () => number): void;
  calm(): void;
  close(): Promise<void>;
};

type Now = () => number;

/** All eight on loopback, or the two that are quickly started. `now` is the clock that they share with the agents. */
export function startPlatforms(now: Now, which: 'all' | 'two'): Promise<ChaosPlatform[]> {
  const others = which === 'all' ? [x(now), linkedin(now), meta(now), youtube(now), tiktok(now)] : [];
  return Promise.all([bluesky(), mastodon(now), ...others]);
}

/** What goes wrong with a call that makes a post, everywhere alike. */
const FAULTS = [
  { when: 'after', answer: { status: 500 } },
  { when: 'after', answer: 'cut' },
  { when: 'before', answer: 'cut' },
  { when: 'before', answer: { status: 503 } },
] as const;
const some = (chance: () => number) => FAULTS.filter(() => chance() < 0.4);
/** Reading back goes wrong, too. */
const UNREAD = { when: 'before', answer: { status: 502 } } as const;

async function bluesky(): Promise<ChaosPlatform> {
  const pdses = await Promise.all(Array.from({ length: BLUESKY_ACCOUNTS }, () => startPds()));
  const accountOf = async (pds: PdsImitation): Promise<ChaosAccount> => ({
    platform: 'bluesky',
    server: pds.origin,
    secret: await blueskySecret(pds),
    shapes: ['text', 'picture'],
    texts: () => [...pds.posts.values()].map(({ value }) => String(value.text)),
  });
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
      send(response, { status: 500, json: { error: 'InternalServerError' } });
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

async function mastodon(now: Now): Promise<ChaosPlatform> {
  const server = await startMastodonServer({ now });
  const CREATE = 'POST /api/v1/statuses';
  const names = Array.from({ length: MASTODON_ACCOUNTS }, (_, index) => `user${index}`);
  return {
    accounts: await Promise.all(names.map((name) => mastodonAccount(server, name))),
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

async function mastodonAccount(server: MastodonServer, name: string): Promise<ChaosAccount> {
  const own = () => server.world.statuses.filter(({ account }) => account.username === name);
  return {
    platform: 'mastodon',
    server: server.origin,
    secret: await mastodonSecret(server, name),
    shapes: ['text', 'picture'],
    texts: () => own().map(({ text }) => text),
  };
}

async function x(now: Now): Promise<ChaosPlatform> {
  const server = await startXServer({ now });
  const apis = { twitter: { origin: server.origin } };
  const CREATE = 'POST /2/tweets';
  const { keys } = server.addUser('ada');
  const account = {
    server: server.origin,
    shapes: ['text', 'picture'] as const,
    texts: () => server.world.posts.map(({ text }) => text),
  };
  return {
    accounts: [{ platform: 'twitter', ...account, secret: await connected(apis, { platform: 'twitter', ...keys }) }],
    apis,
    trouble(chance) {
      server.fail(CREATE, ...some(chance));
      if (chance() < 0.3) server.fail('GET /2/users/:id/tweets', UNREAD);
    },
    calm: () => server.fail(CREATE),
    close: () => server.close(),
  };
}

async function linkedin(now: Now): Promise<ChaosPlatform> {
  const server = await startLinkedInServer({ now });
  const apis = { linkedin: { origin: server.origin } };
  const CREATE = 'POST /rest/posts';
  const accessToken = server.addMember('Ada').token;
  const account = {
    server: server.origin,
    shapes: ['text', 'picture'] as const,
    texts: () => server.world.posts.map(({ text }) => text),
  };
  return {
    accounts: [
      { platform: 'linkedin', ...account, secret: await connected(apis, { platform: 'linkedin', accessToken }) },
    ],
    apis,
    trouble: (chance) => server.fail(CREATE, ...some(chance)),
    calm: () => server.fail(CREATE),
    close: () => server.close(),
  };
}

/** A Page, and a professional account with a token of its own. */
async function meta(now: Now): Promise<ChaosPlatform> {
  const server = await startMetaServer({ now, postsPerDay: 10_000 });
  const apis = { facebook: { origin: server.origin }, instagram: { origin: server.origin } };
  const { world } = server;
  const igId = '17841400';
  world.professionals.push({ id: igId, username: 'ada', type: 'BUSINESS' });
  const page = server.addPage('Ada Bakes', { igId });
  const linked = server.userToken([...FACEBOOK_SCOPES, ...LINKED_SCOPES]).value;
  const creating = ['POST /:id/feed', 'POST /:id/media_publish'];
  return {
    accounts: [
      {
        platform: 'facebook',
        server: server.origin,
        secret: await connected(apis, { platform: 'facebook', accessToken: linked }),
        shapes: ['text', 'picture'],
        texts: () => world.posts.filter(({ pageId }) => pageId === page.id).map(({ message }) => message ?? ''),
      },
      {
        platform: 'instagram',
        server: server.origin,
        secret: await connected(apis, { platform: 'instagram', accessToken: linked }),
        shapes: ['picture'],
        texts: () => world.media.map(({ caption }) => caption),
      },
    ],
    apis,
    trouble(chance) {
      if (chance() < 0.2) return server.breakConnections();
      server.fail(creating[Math.floor(chance() * creating.length)] ?? '', ...some(chance));
      if (chance() < 0.3) server.fail('GET /:id/published_posts', UNREAD);
    },
    calm() {
      for (const name of creating) server.fail(name);
    },
    close: () => server.close(),
  };
}

async function youtube(now: Now): Promise<ChaosPlatform> {
  const server = await startYouTube({ now });
  const { origin, site, tokenOrigin } = server.api;
  const apis = { youtube_shorts: { origin, site, ...(tokenOrigin && { tokenOrigin }) } };
  const request = { platform: 'youtube_shorts', clientId: CLIENT.id, clientSecret: CLIENT.secret };
  return {
    accounts: [
      {
        platform: 'youtube_shorts',
        server: site,
        secret: await signedIn(apis, request, (url) => server.decide(url)),
        shapes: ['video'],
        texts: () => server.world.videos.map(({ title }) => title),
      },
    ],
    apis,
    trouble: (chance) => server.fail(UPLOAD, ...some(chance)),
    calm: () => server.fail(UPLOAD),
    close: () => server.close(),
  };
}

async function tiktok(now: Now): Promise<ChaosPlatform> {
  const server = await startTikTok({ now });
  const { origin, site } = server.api;
  const apis = { tiktok: { origin, site } };
  const request = { platform: 'tiktok', clientKey: APP.key, clientSecret: APP.secret, mode: 'PUBLIC_TO_EVERYONE' };
  const CHUNK = 'PUT /video/';
  return {
    accounts: [
      {
        platform: 'tiktok',
        server: site,
        secret: await signedIn(apis, request, (url) => server.decide(url)),
        shapes: ['video'],
        texts: () => server.world.videos.map(({ title }) => title),
      },
    ],
    apis,
    trouble(chance) {
      const cuts = some(chance).filter(({ answer }) => answer === 'cut');
      server.fail(CHUNK, ...cuts);
    },
    calm: () => server.fail(CHUNK),
    close: () => server.close(),
  };
}

const calls = () => platformCalls({ signal: AbortSignal.timeout(60_000) });

function publisherOf(apis: PlatformApiSettings, platform: string) {
  const found = publishersFor(apis).find((one) => one.platform === platform);
  if (!found) throw new Error(`No publisher for ${platform}.`);
  return found;
}

async function connected(apis: PlatformApiSettings, entry: ChannelEntry): Promise<unknown> {
  return (await publisherOf(apis, entry.platform).connect(entry, calls())).secret;
}

/** A sign-in on the platform's page, which the person grants. */
async function signedIn(
  apis: PlatformApiSettings,
  entry: { platform: string },
  decide: (url: string) => Promise<string>,
): Promise<unknown> {
  const request = signInRequestSchema.parse(entry);
  const signIn = await publisherOf(apis, request.platform).oauth?.begin(request, REDIRECT_URI, calls());
  if (!signIn) throw new Error(`No sign-in for ${request.platform}.`);
  return (await signIn.complete(await decide(signIn.authorizeUrl), calls())).secret;
}
