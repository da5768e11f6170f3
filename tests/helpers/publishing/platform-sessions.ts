import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type Exchange,
  type PlatformCalls,
  platformCalls,
} from '../../../server/features/publishing/platform-calls.ts';
import type {
  Connected,
  OutgoingMedia,
  OutgoingPost,
  PublishError,
  PublishedPart,
  Publisher,
  Session,
  SignIn,
  UploadNote,
} from '../../../server/features/publishing/publisher.ts';
import type { SignInRequest } from '../../../shared/publishing/channel-entries.ts';

/** The time at which the posts of these tests are due. */
export const DUE = Date.UTC(2026, 10, 22, 9);
export const PICTURE = readFileSync(new URL('../../fixtures/pictures/small.jpg', import.meta.url));
export const VIDEO_START = Buffer.from('\0\0\0\x18ftypmp42', 'latin1');

/** A publisher's calls, and the clock that they share with the platform: it advances while they wait, and manually. */
export type SteppedCalls = {
  calls: PlatformCalls;
  exchanges: Exchange[];
  /** The publisher's waits, in milliseconds. */
  waits: number[];
  clock: { now: number };
};

export function steppedCalls(start = DUE): SteppedCalls {
  const clock = { now: start };
  const exchanges: Exchange[] = [];
  const waits: number[] = [];
  const calls: PlatformCalls = {
    ...platformCalls({
      signal: new AbortController().signal,
      now: () => new Date(clock.now),
      onExchange: (exchange) => exchanges.push(exchange),
    }),
    wait: async (ms) => {
      waits.push(ms);
      clock.now += ms;
    },
  };
  return { calls, exchanges, waits, clock };
}

/** A platform's publisher, and the secrets stored since connecting. */
type Opened = { publisher: Publisher; calls: PlatformCalls; kept?: unknown[] };

export async function beginSignIn(
  { publisher, calls }: Opened,
  request: SignInRequest,
  redirectUri: string,
): Promise<SignIn> {
  if (!publisher.oauth) throw new Error('It has no sign-in.');
  return await publisher.oauth.begin(request, redirectUri, calls);
}

/** Begins a sign-in, makes the user's decision, and completes it. */
export async function signInWith<Decision>(
  setting: Opened & { server: { decide(url: string, decision?: Decision): Promise<string> } },
  request: SignInRequest,
  redirectUri: string,
  decision?: Decision,
): Promise<Connected> {
  const begun = await beginSignIn(setting, request, redirectUri);
  return await begun.complete(await setting.server.decide(begun.authorizeUrl, decision), setting.calls);
}

/** Opens a session as an agent does, with the secret as stored. */
export function openWith({ publisher, calls, kept = [] }: Opened, secret: unknown): Session {
  return publisher.open(JSON.parse(JSON.stringify(secret)), calls, async (renewed) => void kept.push(renewed));
}

export function postOf(parts: string[], media: OutgoingMedia[] = []): OutgoingPost {
  return { key: randomUUID(), dueAt: new Date(DUE).toISOString(), parts, media, upload: noteInMemory() };
}

/** The machine's note on an upload: JSON, null at first. `isOfLatest` is false for a stale attempt. */
export function noteInMemory(isOfLatest = true): UploadNote {
  let text = 'null';
  return {
    read: async () => ({ value: JSON.parse(text), isOfLatest }),
    write: async (note) => {
      text = JSON.stringify(note);
    },
  };
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

/** Prepares and publishes; returns the parts as the engine stores them, even if publishing failed. */
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

/** A promise's error; null if it resolved. */
export async function failure(promise: Promise<unknown>): Promise<PublishError | null> {
  return await promise.then(
    () => null,
    (error) => error,
  );
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
