import { tiktokPublisher } from '../../../server/features/publishing/platforms/tiktok/publisher.ts';
import type { Connected, Publisher, Session, SignIn } from '../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import { DUE, type SteppedCalls, steppedCalls } from '../publishing/platform-sessions.ts';
import { REDIRECT_URI } from '../youtube/publishing.ts';
import { startTikTok, type TikTokServer } from './imitation.ts';
import type { World } from './posts.ts';
import { APP } from './tiktok-oauth.ts';

/** TikTok, its publisher, and calls that have one clock: it moves on while the publisher waits, and by hand. */
export type Setting = SteppedCalls & {
  server: TikTokServer;
  publisher: Publisher;
  /** The secrets that were kept since connecting. */
  kept: unknown[];
};

/** Far smaller than the product's, which would be slow to send so often. */
export const CHUNK = 100_000;

/** Later than those of the settings before: what an account did in the latest minute is remembered. */
let start = DUE;

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  start += 3_600_000;
  const stepped = steppedCalls(start);
  const server = await startTikTok({ now: () => stepped.clock.now, chunkMin: CHUNK, ...options });
  return { server, publisher: tiktokPublisher(server.api, CHUNK), ...stepped, kept: [] };
}

export function requestOf(more: object = {}): SignInRequest {
  return signInRequestSchema.parse({ platform: 'tiktok', clientKey: APP.key, clientSecret: APP.secret, ...more });
}

export async function begin(
  { publisher, calls }: Pick<Setting, 'publisher' | 'calls'>,
  more: object = {},
): Promise<SignIn> {
  if (!publisher.oauth) throw new Error('TikTok has a sign-in.');
  return await publisher.oauth.begin(requestOf(more), REDIRECT_URI, calls);
}

export async function connect(setting: Setting, more: object = {}, decision = 'allow'): Promise<Connected> {
  const signIn = await begin(setting, more);
  return await signIn.complete(await setting.server.decide(signIn.authorizeUrl, decision), setting.calls);
}

export function openWith({ publisher, calls, kept }: Setting, secret: unknown): Session {
  return publisher.open(JSON.parse(JSON.stringify(secret)), calls, async (renewed) => void kept.push(renewed));
}

/** A session of ada's account. */
export async function openSession(setting: Setting, mode = 'PUBLIC_TO_EVERYONE', decision = 'allow'): Promise<Session> {
  return openWith(setting, (await connect(setting, { mode }, decision)).secret);
}
