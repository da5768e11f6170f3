import type { IncomingMessage } from 'node:http';

/** Bytes that may wait in memory between the socket and whoever reads the body. */
const BUFFERED_BYTES = 256 * 1024;

/**
 * A request's body as a web stream that is read from the socket only as fast as it is wanted. Cancelling it, or
 * `drain`, throws the rest away. (Readable.toWeb would destroy the socket instead, and the client would see a broken
 * connection in place of an early answer.)
 */
export function readRequestBody(raw: IncomingMessage): { stream: ReadableStream<Uint8Array>; drain: () => void } {
  let settled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const settle = (how: () => void) => {
          if (!settled) how();
          settled = true;
        };
        raw.on('data', (chunk: Buffer) => {
          if (settled) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) raw.pause();
        });
        raw.once('end', () => settle(() => controller.close()));
        raw.once('error', (error) => settle(() => controller.error(error)));
        raw.pause();
      },
      pull() {
        raw.resume();
      },
      cancel() {
        drain();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES }),
  );
  const drain = () => {
    settled = true;
    raw.resume();
  };
  return { stream, drain };
}
