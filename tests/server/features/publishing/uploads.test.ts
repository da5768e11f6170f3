import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { platformCalls } from '../../../../server/features/publishing/platform-calls.ts';
import { uploadForm } from '../../../../server/features/publishing/platforms/kit/upload-form.ts';
import { serve } from '../../../helpers/loopback.ts';

const MEGABYTE = 1024 ** 2;
const SIZE = 64 * MEGABYTE;
const WAYS = ['the body', 'a form'] as const;

let stop = async () => {};
afterEach(() => stop());

/** Uploads a stream to a server with the given listener. */
async function upload(body: ReadableStream<Uint8Array>, way: (typeof WAYS)[number], listener: RequestListener) {
  const { origin, close } = await serve(listener);
  stop = close;
  const url = `${origin}/`;
  const media = { kind: 'video', mimeType: 'video/mp4', size: SIZE, width: null, height: null, alt: '' } as const;
  const form = way === 'a form' && (await uploadForm({ ...media, open: async () => body }, 'file', { alt: 'A boat' }));
  const { body: sent, ...headers } = form || { body, 'content-length': String(SIZE) };
  const calls = platformCalls({ signal: new AbortController().signal });
  return await calls.send({ step: 'upload video', method: 'POST', url, headers, body: sent });
}

/** A file generated while it is read, and counts of what was read and received. */
function madeFile(size = SIZE) {
  const fate = { read: 0, received: 0, mostUnderway: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(MEGABYTE / 4));
      fate.read += MEGABYTE / 4;
      fate.mostUnderway = Math.max(fate.mostUnderway, fate.read - fate.received);
      if (fate.read >= size) controller.close();
    },
    cancel() {
      fate.isCancelled = true;
    },
  });
  return { stream, fate };
}

it.each(WAYS)('as %s holds no more in memory than is on its way, and says its length', async (way) => {
  const { stream, fate } = madeFile();
  const { status } = await upload(stream, way, async (request, response) => {
    for await (const piece of request) fate.received += piece.length;
    response.end(JSON.stringify(request.headers));
    expect(request.headers).toMatchObject({ 'content-length': String(fate.received) });
  });
  expect(status).toBe(200);
  expect(fate.received).toBeGreaterThanOrEqual(SIZE);
  expect(fate.mostUnderway).toBeLessThan(16 * MEGABYTE);
});

it.each(WAYS)('as %s is read no further once the connection breaks, or is answered early', async (way) => {
  for (const isAnswered of [false, true]) {
    const { stream, fate } = madeFile(Number.POSITIVE_INFINITY);
    const sent = upload(stream, way, (request, response) => {
      if (isAnswered) response.writeHead(413, { connection: 'close' }).end();
      else request.once('data', () => request.socket.destroy());
    });
    const outcome = await sent.then(
      ({ status }) => status,
      ({ errorClass }) => errorClass,
    );
    expect([413, 'transient']).toContain(outcome);
    await expect.poll(() => fate.isCancelled).toBe(true);
    await stop();
  }
});

it('says that an upload was redirected, and follows nowhere', async () => {
  const uploading = upload(madeFile().stream, 'the body', (request, response) => {
    request.resume().once('end', () => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end());
  });
  await expect(uploading).rejects.toMatchObject({
    errorClass: 'transient',
    message: 'The server redirects to another address.',
  });
});
