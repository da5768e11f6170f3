import { createXPublisher } from '../../../server/features/publishing/platforms/x/publisher.ts';
import type { Connected, Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { type SteppedCalls, steppedCalls } from '../publishing/platform-sessions.ts';
import { startXServer, type XServer } from './imitation.ts';
import type { World, XUser } from './world.ts';

/** X and the publisher's calls, which have one clock: it moves on while the publisher waits, and by hand. */
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

/** A channel of ada's. */
export async function openSession(setting: Setting): Promise<Session> {
  const { secret } = await connect(setting);
  return setting.publisher.open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
}
