import {
  type Exchange,
  type PlatformCalls,
  platformCalls,
} from '../../../server/features/publishing/platform-calls.ts';
import { createXPublisher } from '../../../server/features/publishing/platforms/x/publisher.ts';
import type { Connected, Publisher, Session } from '../../../server/features/publishing/publisher.ts';
import { PLATFORM_APIS } from '../../../shared/publishing/platform-apis.ts';
import { startXServer, type XServer } from './imitation.ts';
import type { World, XUser } from './world.ts';

export const DUE = Date.UTC(2026, 10, 22, 9);

/** X and the publisher's calls, which have one clock: it moves on while the publisher waits, and by hand. */
export type Setting = {
  server: XServer;
  ada: XUser;
  publisher: Publisher;
  calls: PlatformCalls;
  exchanges: Exchange[];
  clock: { now: number };
};

export async function startSetting(options: Partial<World> = {}): Promise<Setting> {
  const clock = { now: DUE };
  const exchanges: Exchange[] = [];
  const server = await startXServer({ now: () => clock.now, ...options });
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
  const publisher = createXPublisher({ ...PLATFORM_APIS.twitter, origin: server.origin });
  return { server, ada: server.addUser('ada'), publisher, calls, exchanges, clock };
}

export async function connect({ publisher, ada, calls }: Setting, more: object = {}): Promise<Connected> {
  return await publisher.connect({ platform: 'twitter', ...ada.keys, ...more }, calls);
}

/** A channel of ada's. */
export async function openSession(setting: Setting): Promise<Session> {
  const { secret } = await connect(setting);
  return setting.publisher.open(JSON.parse(JSON.stringify(secret)), setting.calls, async () => undefined);
}
