import { createLinkedInPublisher } from '../../../server/features/publishing/platforms/linkedin/publisher.ts';
import type { Connected, Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { type SteppedCalls, steppedCalls } from '../publishing/platform-sessions.ts';
import { type LinkedInServer, type Member, startLinkedInServer, type World } from './imitation.ts';

/** LinkedIn and the publisher's calls, which have one clock: it moves on while the publisher waits, and by hand. */
export type Setting = SteppedCalls & { server: LinkedInServer; ada: Member; publisher: Publisher };

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  const stepped = steppedCalls();
  const server = await startLinkedInServer({ now: () => stepped.clock.now, ...options });
  const publisher = createLinkedInPublisher({ ...platformApi('linkedin'), origin: server.origin });
  return { server, ada: server.addMember('Ada Lovelace'), publisher, ...stepped };
}

export async function connect({ publisher, ada, calls }: Setting, accessToken = ada.token): Promise<Connected> {
  return await publisher.connect({ platform: 'linkedin', accessToken }, calls);
}

/** A channel of ada's. */
export async function openSession(setting: Setting): Promise<Session> {
  const { secret } = await connect(setting);
  return setting.publisher.open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
}
