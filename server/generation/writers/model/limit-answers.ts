/** A `fetch` whose response bodies fail after `maxBytes`; `isExceeded` returns whether one has. */
export function limitAnswers(maxBytes: number): { fetch: typeof fetch; isExceeded: () => boolean } {
  let exceeded = false;

  function counting(): TransformStream<Uint8Array, Uint8Array> {
    let received = 0;
    return new TransformStream({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received <= maxBytes) return controller.enqueue(chunk);
        exceeded = true;
        controller.error(new Error(`The answer has more than ${maxBytes} bytes.`));
      },
    });
  }

  return {
    async fetch(input, init) {
      const response = await fetch(input, init);
      const { status, statusText, headers } = response;
      return new Response(response.body?.pipeThrough(counting()) ?? null, { status, statusText, headers });
    },
    isExceeded: () => exceeded,
  };
}
