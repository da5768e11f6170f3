import { expect, it } from 'vitest';
import { readEventStream, type StreamEvent } from '../../../shared/agent/event-stream.ts';

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

it.each(['\u2028'])('takes %j for no line break of the stream', async (sign) =>
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
