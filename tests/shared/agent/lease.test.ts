import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { readEventStream, type StreamEvent } from '../../../shared/agent/event-stream.ts';
import { holdLease } from '../../../shared/agent/lease.ts';
import { aiChangeSchema } from '../../../shared/ai/ai.ts';
import { ownTimeZone } from '../../../shared/time/time-zones.ts';
import { deferred } from '../../helpers/deferred.ts';

it('is renewed again and again, and lost when somebody else has it', async () => {
  let renewals = 0;
  const lease = holdLease(async () => ++renewals < 4, { renewMs: 1, durationMs: 60_000 });
  await once(lease.lost, 'abort');
  expect(renewals).toBe(4);
});

it('stands while Supabase cannot be reached for a moment', async () => {
  const enough = deferred<void>();
  let renewals = 0;
  const lease = holdLease(
    async () => {
      if (++renewals === 5) enough.resolve();
      if (renewals < 5) throw new Error('offline');
      return true;
    },
    { renewMs: 1, durationMs: 60_000 },
  );
  await enough.promise;
  expect(lease.lost.aborted).toBe(false);
  lease.release();
});

it('is lost when it has run out, also while a renewal waits for an answer that never comes', async () => {
  const lease = holdLease(() => new Promise(() => undefined), { renewMs: 1, durationMs: 50 });
  await once(lease.lost, 'abort');
});

it('is never lost once it was released', async () => {
  const lease = holdLease(async () => true, { renewMs: 1, durationMs: 5 });
  lease.release();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(lease.lost.aborted).toBe(false);
});

function bodyOf(pieces: (string | Uint8Array)[], onCancel?: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waiting = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = waiting.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
    },
    cancel: () => onCancel?.(),
  });
}

async function collect(pieces: (string | Uint8Array)[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(bodyOf(pieces))) events.push(event);
  return events;
}

it('reads events with their names, and calls a nameless one "message"', async () =>
  expect(await collect(['event: progress\ndata: {"done":1}\n\ndata: plain\n\n'])).toEqual([
    { event: 'progress', data: '{"done":1}' },
    { event: 'message', data: 'plain' },
  ]));

it('reads the same events however the bytes are cut, within a letter too', async () => {
  const bytes = new TextEncoder().encode('event: result\r\ndata: "Grüße 🎉"\r\n\r\n');
  const single = Array.from(bytes, (byte) => new Uint8Array([byte]));
  expect(await collect(single)).toEqual([{ event: 'result', data: '"Grüße 🎉"' }]);
});

it.each(['\u2028', '\u2029', '\u0085'])('takes %j for no line break of the stream', async (sign) =>
  expect(await collect([`event: progress\ndata: "a${sign}b"\n\n`])).toEqual([
    { event: 'progress', data: `"a${sign}b"` },
  ]),
);

it('joins data lines and skips comments, ids and blocks without data', async () =>
  expect(
    await collect([': keep-alive\n\n', 'id: 7\nretry: 10\ndata: one\ndata: two\n\n', 'event: lonely\n\n']),
  ).toEqual([{ event: 'message', data: 'one\ntwo' }]));

it('drops an event that the end of the stream cuts off', async () =>
  expect(await collect(['data: whole\n\ndata: hal'])).toEqual([{ event: 'message', data: 'whole' }]));

it('cancels the body when the reader leaves early', async () => {
  let cancelled = false;
  const body = bodyOf(['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n'], () => {
    cancelled = true;
  });
  for await (const event of readEventStream(body)) {
    expect(event.data).toBe('1');
    break;
  }
  expect(cancelled).toBe(true);
});

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  [':/etc/localtime', 'UTC'],
])('a machine with TZ=%s is in %s', (name, zone) => {
  vi.stubEnv('TZ', name);
  expect(ownTimeZone()).toBe(zone);
});

const addressOf = (baseUrl: string) => aiChangeSchema.safeParse({ baseUrl });

it('keeps a server address without its ending slashes', () =>
  expect(addressOf('https://api.example.com/v1//').data).toEqual({ baseUrl: 'https://api.example.com/v1' }));

it('takes no address that holds a login, which would be shown where the key is not', () => {
  for (const login of ['user:secret', 'user', ':secret'])
    expect(addressOf(`https://${login}@api.example.com/v1`).error?.issues[0]?.message).toContain('user and password');
});

it('reads no address of any length, and none twice for its slashes', () =>
  expect(addressOf(`https://api.example.com/${'/'.repeat(1_000_000)}x`).success).toBe(false));
