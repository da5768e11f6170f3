import { pinterestPublisher } from '../../../server/features/publishing/platforms/pinterest/publisher.ts';
import type { Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import { beginSignIn, openWith, type SteppedCalls, signInWith, steppedCalls } from '../publishing/platform-sessions.ts';
import { REDIRECT_URI } from '../youtube/publishing.ts';
import { type PinterestServer, startPinterest, type World } from './imitation.ts';
import { APP } from './pinterest-oauth.ts';

/** Pinterest, its publisher, and calls that share one clock, which advances while the publisher waits, and manually. */
export type Setting = SteppedCalls & { server: PinterestServer; publisher: Publisher };

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startPinterest({ now: () => stepped.clock.now, ...options });
  return { server, publisher: pinterestPublisher(server.api), ...stepped };
}

export function requestOf(more: object = {}): SignInRequest {
  return signInRequestSchema.parse({ platform: 'pinterest', appId: APP.id, appSecret: APP.secret, ...more });
}

type Signing = Pick<Setting, 'publisher' | 'calls'>;
export const begin = (setting: Signing, more: object = {}) => beginSignIn(setting, requestOf(more), REDIRECT_URI);
export const connect = (setting: Setting, decision = 'allow') =>
  signInWith(setting, requestOf(), REDIRECT_URI, decision);

/** A session for ada's account. */
export async function openSession(setting: Setting): Promise<Session> {
  return openWith(setting, (await connect(setting)).secret);
}
