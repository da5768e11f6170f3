import { createXPublisher } from '../../../server/features/publishing/platforms/x/publisher.ts';
import type { Connected, Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { openWith, type SteppedCalls, signInWith, steppedCalls } from '../publishing/platform-sessions.ts';
import { startXServer, type XServer } from './imitation.ts';
import type { World, XUser } from './world.ts';
import { CALLBACK, CLIENT } from './x-oauth2.ts';

/** X and the publisher's calls share one clock, which advances while the publisher waits, and manually. */
export type Setting = SteppedCalls & { server: XServer; ada: XUser; publisher: Publisher };

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startXServer({ now: () => stepped.clock.now, ...options });
  const publisher = createXPublisher({ ...platformApi('twitter'), origin: server.origin });
  return { server, ada: server.addUser('ada'), publisher, ...stepped };
}

export async function connect({ publisher, ada, calls }: Setting, more: object = {}): Promise<Connected> {
  return await publisher.connect({ platform: 'twitter', ...ada.keys, ...more }, calls);
}

/** A session for ada. */
export async function openSession(setting: Setting): Promise<Session> {
  const { secret } = await connect(setting);
  return openWith(setting, secret);
}

/** A request that begins a sign-in with OAuth 2.0. */
export function requestOf(more: object = {}): SignInRequest {
  return signInRequestSchema.parse({ platform: 'twitter', clientId: CLIENT.id, clientSecret: CLIENT.secret, ...more });
}

/** Signs ada in. */
export const signIn = (setting: Setting, more: object = {}) => signInWith(setting, requestOf(more), CALLBACK);
