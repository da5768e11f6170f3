import { FACEBOOK_SCOPES } from '../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../server/features/publishing/platforms/instagram/account.ts';
import { startMetaServer } from '../helpers/meta/imitation.ts';
import { startTikTok } from '../helpers/tiktok/imitation.ts';
import { APP } from '../helpers/tiktok/tiktok-oauth.ts';
import { CLIENT } from '../helpers/youtube/google-oauth.ts';
import { startYouTube } from '../helpers/youtube/imitation.ts';
import { some, UNREAD } from './faults.ts';
import { connected, signedIn } from './log-ins.ts';
import type { ChaosPlatform, Surroundings } from './platforms.ts';

const UPLOAD = 'PUT /upload/youtube/v3/videos';

/** A Page, and a professional account with a token of its own. */
export async function meta({ now, processingMs, via }: Surroundings): Promise<ChaosPlatform> {
  const more = processingMs === undefined ? {} : { processingMs };
  const server = await startMetaServer({ now, postsPerDay: 10_000, reelsPerDay: 10_000, ...more });
  const { world } = server;
  const origin = await via(server.origin);
  world.origin = origin;
  const apis = { facebook: { origin }, instagram: { origin } };
  const igId = '17841400';
  world.professionals.push({ id: igId, username: 'ada', type: 'BUSINESS' });
  const page = server.addPage('Ada Bakes', { igId });
  const linked = server.userToken([...FACEBOOK_SCOPES, ...LINKED_SCOPES]).value;
  const comments = (isOfMedia: boolean) =>
    world.comments
      .filter(({ objectId }) => world.media.some(({ id }) => id === objectId) === isOfMedia)
      .map(({ message }) => message);
  const reels = () => world.videos.filter(({ pageId, state }) => pageId === page.id && state === 'finished');
  const creating = ['POST /:id/feed', 'POST /:id/media_publish'];
  return {
    accounts: [
      {
        platform: 'facebook',
        server: origin,
        secret: await connected(apis, { platform: 'facebook', accessToken: linked }, now),
        shapes: ['text', 'picture'],
        texts: () => [
          ...world.posts.filter(({ pageId }) => pageId === page.id).map(({ message }) => message ?? ''),
          ...reels().map(({ description }) => description),
          ...comments(false),
        ],
      },
      {
        platform: 'instagram',
        server: origin,
        secret: await connected(apis, { platform: 'instagram', accessToken: linked }, now),
        shapes: ['picture'],
        texts: () => [...world.media.map(({ caption }) => caption), ...comments(true)],
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

export async function youtube({ now, via }: Surroundings): Promise<ChaosPlatform> {
  const server = await startYouTube({ now });
  const origin = await via(server.api.origin);
  server.world.origin = origin;
  const apis = { youtube_shorts: { origin, site: origin, tokenOrigin: origin } };
  const request = { platform: 'youtube_shorts', clientId: CLIENT.id, clientSecret: CLIENT.secret };
  return {
    accounts: [
      {
        platform: 'youtube_shorts',
        server: origin,
        secret: await signedIn(apis, request, (url) => server.decide(url), now),
        shapes: ['video'],
        texts: () => [
          ...server.world.videos.map(({ title }) => title),
          ...server.world.comments.map(({ text }) => text),
        ],
      },
    ],
    apis,
    trouble: (chance) => server.fail(UPLOAD, ...some(chance)),
    calm: () => server.fail(UPLOAD),
    close: () => server.close(),
  };
}

export async function tiktok({ now, processingMs, via, tiktokMode }: Surroundings): Promise<ChaosPlatform> {
  const server = await startTikTok({ now, ...(processingMs !== undefined && { processingMs }) });
  const origin = await via(server.api.origin);
  server.world.origin = origin;
  const apis = { tiktok: { origin, site: origin } };
  const mode = tiktokMode ?? 'PUBLIC_TO_EVERYONE';
  const request = { platform: 'tiktok', clientKey: APP.key, clientSecret: APP.secret, mode };
  const CHUNK = 'PUT /video/';
  return {
    accounts: [
      {
        platform: 'tiktok',
        server: origin,
        secret: await signedIn(apis, request, (url) => server.decide(url), now),
        shapes: ['video'],
        // Videos that are there as a whole: private ones stand in no list.
        texts: () => server.world.posts.filter(({ sha256 }) => sha256 !== null).map(({ info }) => String(info.title)),
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
