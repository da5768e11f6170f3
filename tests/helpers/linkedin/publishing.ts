import {
  type Exchange,
  type PlatformCalls,
  platformCalls,
} from '../../../server/features/publishing/platform-calls.ts';
import { createLinkedInPublisher } from '../../../server/features/publishing/platforms/linkedin/publisher.ts';
import type { Connected, Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { PLATFORM_APIS } from '../../../shared/publishing/platform-apis.ts';
import { type LinkedInServer, type Member, startLinkedInServer, type World } from './imitation.ts';

const DUE = Date.UTC(2026, 10, 22, 9);

/** LinkedIn and the publisher's calls, which have one clock: it moves on while the publisher waits, and by hand. */
export type Setting = {
  server: LinkedInServer;
  ada: Member;
  publisher: Publisher;
  calls: PlatformCalls;
  exchanges: Exchange[];
  clock: { now: number };
};

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  const clock = { now: DUE };
  const exchanges: Exchange[] = [];
  const server = await startLinkedInServer({ now: () => clock.now, ...options });
  const calls: PlatformCalls = {
    ...platformCalls({
      signal: new AbortController().signal,
      now: () => new Date(clock.now),
      onExchange: (exchange) => exchanges.push(exchange),
    }),
    wait: async (ms) => {
      clock.now += ms;
    },
  };
  const publisher = createLinkedInPublisher({ ...PLATFORM_APIS.linkedin, origin: server.origin });
  return { server, ada: server.addMember('Ada Lovelace'), publisher, calls, exchanges, clock };
}

export async function connect({ publisher, ada, calls }: Setting, accessToken = ada.token): Promise<Connected> {
  return await publisher.connect({ platform: 'linkedin', accessToken }, calls);
}

/** A channel of ada's. */
export async function openSession(setting: Setting): Promise<Session> {
  const { secret } = await connect(setting);
  return setting.publisher.open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
}
