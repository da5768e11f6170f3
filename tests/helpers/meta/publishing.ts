import {
  FACEBOOK_SCOPES,
  facebookPublisher,
} from '../../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../../server/features/publishing/platforms/instagram/account.ts';
import { instagramPublisher } from '../../../server/features/publishing/platforms/instagram/publisher.ts';
import type { Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import type { PlatformApi } from '../../../shared/platforms/descriptor.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { mediaOf, PICTURE, type SteppedCalls, steppedCalls } from '../publishing/platform-sessions.ts';
import { type MetaServer, startMetaServer } from './imitation.ts';
import type { GraphOptions } from './world.ts';

/** Meta and the publisher's calls share one clock, which advances while the publisher waits, and manually. */
export type Setting = SteppedCalls & { server: MetaServer };

export async function startSetting(options: Partial<GraphOptions> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startMetaServer({ now: () => stepped.clock.now, ...options });
  return { server, ...stepped };
}

export function apiOf({ origin }: MetaServer, more: Partial<PlatformApi> = {}): PlatformApi {
  return { ...platformApi('facebook', {}), origin, ...more };
}

export function facebookOf({ server }: Setting, more: Partial<PlatformApi> = {}): Publisher {
  return facebookPublisher(apiOf(server, more));
}

/** A session for a Page. */
export async function openPage(setting: Setting, more: Partial<PlatformApi> = {}): Promise<Session> {
  const { server, calls } = setting;
  if (server.world.pages.length === 0) server.addPage('Ada Bakes');
  const accessToken = server.userToken(FACEBOOK_SCOPES).value;
  const publisher = facebookOf(setting, more);
  const { secret } = await publisher.connect({ platform: 'facebook', accessToken }, calls);
  return publisher.open(JSON.parse(JSON.stringify(secret)), calls, async () => undefined);
}

export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
];

export function instagramOf({ server }: Setting): Publisher {
  const { origin } = server;
  return instagramPublisher({ ...platformApi('instagram', {}), origin, tokenOrigin: origin }, apiOf(server));
}

/** Adds an account that is linked to a Page. */
export function addLinked({ server }: Setting, username: string): { igId: string; pageId: string } {
  const igId = String(17_841_400 + server.world.professionals.length);
  server.world.professionals.push({ id: igId, username, type: 'BUSINESS' });
  return { igId, pageId: server.addPage(`Page of ${username}`, { igId }).id };
}

/** A session for an account: through its Page, or with its own token. */
export async function openInstagram(
  setting: Setting,
  way: 'page' | 'instagram' = 'page',
  keepSecret: (secret: unknown) => Promise<void> = async () => undefined,
): Promise<Session> {
  const { server, calls } = setting;
  const { igId } = addLinked(setting, 'ada.bakes');
  const token = way === 'page' ? server.userToken(LINKED_SCOPES) : server.instagramToken(igId, INSTAGRAM_SCOPES);
  const publisher = instagramOf(setting);
  const { secret } = await publisher.connect({ platform: 'instagram', accessToken: token.value }, calls);
  return publisher.open(JSON.parse(JSON.stringify(secret)), calls, keepSecret);
}

export const picture = (alt = '') => mediaOf(PICTURE, 'image/jpeg', alt);
export const video = (size = 5000) => mediaOf(Buffer.alloc(size, 7), 'video/mp4');
