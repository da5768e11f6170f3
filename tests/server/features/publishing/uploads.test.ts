import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { platformCalls } from '../../../../server/features/publishing/platform-calls.ts';

const MEGABYTE = 1024 ** 2;
const SIZE_MB = 160;

async function upload(body: ReadableStream<Uint8Array>, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const calls = platformCalls({ signal: new AbortController().signal });
  try {
    return await calls.send({ step: 'upload video', method: 'POST', url, body });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('holds no more of an upload in memory than is on its way', async () => {
  let pieces = SIZE_MB;
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        if (pieces-- > 0) controller.enqueue(new Uint8Array(MEGABYTE));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  let received = 0;
  const { status } = await upload(body, async (request, response) => {
    for await (const piece of request) received += piece.length;
    response.end('{}');
  });
  expect({ status, received }).toEqual({ status: 200, received: SIZE_MB * MEGABYTE });
  expect(most / MEGABYTE).toBeLessThan(SIZE_MB / 2);
});

it('says that an upload was redirected, and follows nowhere', async () => {
  const body = new Blob(['video']).stream();
  const uploading = upload(body, (request, response) => {
    request.resume().once('end', () => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end());
  });
  await expect(uploading).rejects.toMatchObject({
    errorClass: 'transient',
    message: 'The server redirects to another address.',
  });
});
