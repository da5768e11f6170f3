import { tiktokPublisher } from '../../../server/features/publishing/platforms/tiktok/publisher.ts';
import type { Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import {
  beginSignIn,
  DUE,
  openWith,
  type SteppedCalls,
  signInWith,
  steppedCalls,
} from '../publishing/platform-sessions.ts';
import { REDIRECT_URI } from '../youtube/publishing.ts';
import { startTikTok, type TikTokServer } from './imitation.ts';
import type { World } from './posts.ts';
import { APP } from './tiktok-oauth.ts';

/** TikTok, its publisher, and calls that share one clock, which advances while the publisher waits, and manually. */
export type Setting = SteppedCalls & {
  server: TikTokServer;
  publisher: Publisher;
  /** The secrets stored since connecting. */
  kept: unknown[];
};

/** Far smaller than the product's, which would be slow to send this often. */
export const CHUNK = 100_000;

/** Later than in the previous settings, because an account's activity in the last minute is remembered. */
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

type Signing = Pick<Setting, 'publisher' | 'calls'>;
export const begin = (setting: Signing, more: object = {}) => beginSignIn(setting, requestOf(more), REDIRECT_URI);
export const connect = (setting: Setting, more: object = {}, decision = 'allow') =>
  signInWith(setting, requestOf(more), REDIRECT_URI, decision);

/** A session for ada's account. */
export async function openSession(setting: Setting, mode = 'PUBLIC_TO_EVERYONE', decision = 'allow'): Promise<Session> {
  return openWith(setting, (await connect(setting, { mode }, decision)).secret);
}
