import { pinterestPublisher } from '../../../server/features/publishing/platforms/pinterest/publisher.ts';
import type { Connected, Publisher, Session, SignIn } from '../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import { type SteppedCalls, steppedCalls } from '../publishing/platform-sessions.ts';
import { REDIRECT_URI } from '../youtube/publishing.ts';
import { type PinterestServer, startPinterest, type World } from './imitation.ts';
import { APP } from './pinterest-oauth.ts';

/** Pinterest, its publisher, and calls that have one clock: it moves on while the publisher waits, and by hand. */
export type Setting = SteppedCalls & { server: PinterestServer; publisher: Publisher };

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startPinterest({ now: () => stepped.clock.now, ...options });
  return { server, publisher: pinterestPublisher(server.api), ...stepped };
}

export function requestOf(more: object = {}): SignInRequest {
  return signInRequestSchema.parse({ platform: 'pinterest', appId: APP.id, appSecret: APP.secret, ...more });
}

export async function begin(
  { publisher, calls }: Pick<Setting, 'publisher' | 'calls'>,
  more: object = {},
): Promise<SignIn> {
  if (!publisher.oauth) throw new Error('Pinterest has a sign-in.');
  return await publisher.oauth.begin(requestOf(more), REDIRECT_URI, calls);
}

export async function connect(setting: Setting, decision = 'allow'): Promise<Connected> {
  const signIn = await begin(setting);
  return await signIn.complete(await setting.server.decide(signIn.authorizeUrl, decision), setting.calls);
}

/** A session of ada's account. */
export async function openSession(setting: Setting): Promise<Session> {
  const { secret } = await connect(setting);
  return setting.publisher.open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
}
