import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type Exchange,
  type PlatformCalls,
  platformCalls,
} from '../../../server/features/publishing/platform-calls.ts';
import { mastodonPublisher } from '../../../server/features/publishing/platforms/mastodon/publisher.ts';
import type {
  OutgoingMedia,
  OutgoingPost,
  PublishError,
  PublishedPart,
  Session,
} from '../../../server/features/publishing/publisher.ts';
import { type MastodonServer, startMastodonServer } from './imitation.ts';
import type { InstanceOptions } from './world.ts';

export const PICTURE = readFileSync(new URL('../../fixtures/pictures/small.jpg', import.meta.url));
export const VIDEO_START = Buffer.from('\0\0\0\x18ftypmp42', 'latin1');
const DUE = Date.UTC(2026, 10, 22, 9);

/** An instance and the publisher's calls, which have one clock: it moves on while the publisher waits, and by hand. */
export type Setting = {
  server: MastodonServer;
  calls: PlatformCalls;
  exchanges: Exchange[];
  clock: { now: number };
};

export async function startSetting(options: Partial<InstanceOptions> = {}): Promise<Setting> {
  const clock = { now: DUE };
  const exchanges: Exchange[] = [];
  const server = await startMastodonServer({ now: () => clock.now, domain: 'mastodon.example', ...options });
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
  return { server, calls, exchanges, clock };
}

/** A channel of ada's. */
export async function openSession({ server, calls }: Setting): Promise<Session> {
  const accessToken = server.tokenFor('ada', 'read write');
  const { secret } = await mastodonPublisher.connect(
    { platform: 'mastodon', server: server.origin, accessToken },
    calls,
  );
  return mastodonPublisher.open(JSON.parse(JSON.stringify(secret)), calls, async () => undefined);
}

export function postOf(parts: string[], media: OutgoingMedia[] = []): OutgoingPost {
  return { key: randomUUID(), dueAt: new Date(DUE).toISOString(), parts, media };
}

export function mediaOf(bytes: Uint8Array, mimeType = 'image/jpeg', alt = ''): OutgoingMedia {
  return {
    kind: mimeType.startsWith('video/') ? 'video' : 'image',
    mimeType,
    size: bytes.byteLength,
    width: null,
    height: null,
    alt,
    open: async () => new Blob([new Uint8Array(bytes)]).stream(),
  };
}

/** Prepares and publishes; the parts as the engine keeps them, also where publishing failed. */
export async function publish(
  session: Session,
  post: OutgoingPost,
  known: PublishedPart[] = [],
): Promise<{ parts: PublishedPart[]; error: PublishError | null }> {
  const parts = [...known];
  const prepared = await session.prepare(post);
  const error = await failure(
    prepared.publish(known, async (part) => {
      parts.push(part);
    }),
  );
  return { parts, error };
}

/** What a promise failed with; null where it did not. */
export async function failure(promise: Promise<unknown>): Promise<PublishError | null> {
  return await promise.then(
    () => null,
    (error) => error,
  );
}
