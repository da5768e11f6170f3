import { createHash } from 'node:crypto';
import { youtubePublisher } from '../../../server/features/publishing/platforms/youtube/publisher.ts';
import type { OutgoingMedia, Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { type SignInRequest, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import { beginSignIn, openWith, type SteppedCalls, signInWith, steppedCalls } from '../publishing/platform-sessions.ts';
import { CLIENT } from './google-oauth.ts';
import { startYouTube, type YouTubeServer } from './imitation.ts';
import type { WorldOptions } from './world.ts';

/** Its length does not divide that of a chunk. */
const PATTERN = createHash('shake256', { outputLength: 65_521 }).update('video').digest();

export const REDIRECT_URI = 'http://localhost:3001/api/channels/return';

/** YouTube, its publisher, and calls that share one clock, which advances while the publisher waits, and manually. */
export type Setting = SteppedCalls & {
  server: YouTubeServer;
  publisher: Publisher;
  /** The secrets stored since connecting. */
  kept: unknown[];
};

/** Far smaller than the product's, which would be slow to send this often. */
export const CHUNK = 2 * 256 * 1024;

export async function startSetting(options: Partial<WorldOptions> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startYouTube({ now: () => stepped.clock.now, ...options });
  return { server, publisher: youtubePublisher(server.api, CHUNK), ...stepped, kept: [] };
}

export function requestOf(more: object = {}): SignInRequest {
  const app = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
  return signInRequestSchema.parse({ platform: 'youtube_shorts', ...app, ...more });
}

type Signing = Pick<Setting, 'publisher' | 'calls'>;
export const begin = (setting: Signing, more: object = {}) => beginSignIn(setting, requestOf(more), REDIRECT_URI);
export const connect = (setting: Setting, more: object = {}) => signInWith(setting, requestOf(more), REDIRECT_URI);

/** A session for ada's channel. */
export async function openSession(setting: Setting, more: object = {}): Promise<Session> {
  return openWith(setting, (await connect(setting, more)).secret);
}

/** A video of this many bytes, in which no two chunks are alike. */
export function videoOf(size: number): OutgoingMedia & { bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(Buffer.alloc(size, PATTERN));
  const open = async () => new Blob([bytes]).stream();
  return { kind: 'video', mimeType: 'video/mp4', size, width: 1080, height: 1920, alt: '', open, bytes };
}
