const MIB = 1024 * 1024;
/** Largest body of a caller who is not signed in (docs/security.md). */
export const STRANGER_BYTES = MIB;
/** Largest body of a signed-in caller: enough for a 1 MB script escaped as JSON, or for many rows. */
export const KNOWN_BYTES = 4 * MIB;
/** Largest body sent to /rest/v1 without checking first that the caller is a member: a row or two. */
export const UNASKED_BYTES = 16 * 1024;

/** The error message for a body of more than `bytes`. */
export function tooLargeMessage(bytes: number): string {
  return `The request is too large: ${bytes / MIB} MB is the limit here.`;
}

/** The largest allowed body, in bytes, of a request with this Content-Length. */
async function bodyLimit(announced: number, isKnown: () => Promise<boolean>): Promise<number> {
  return announced <= STRANGER_BYTES || !(await isKnown()) ? STRANGER_BYTES : KNOWN_BYTES;
}

/**
 * Lets `work` read at most 1 MB of a request's body, or 4 MB when `isKnown` confirms that the caller is signed in; a
 * larger body is answered with `refusal`. A body without a Content-Length is counted as it arrives, so the same limit
 * applies to chunked bodies.
 */
export async function withinBodyLimit(
  request: Request,
  isKnown: () => Promise<boolean>,
  refusal: (message: string) => Response,
  work: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!request.body) return work(request);
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  // Node enforces the announced length.
  if (announced <= STRANGER_BYTES) return work(request);
  const limit = await bodyLimit(announced, isKnown);
  const tooLarge = () => refusal(tooLargeMessage(limit));
  if (announced > limit) return tooLarge();
  if (announced <= limit) return work(request);
  const { stream, exceeded } = counted(request.body, limit);
  const init: RequestInit & { duplex: 'half' } = { body: stream, duplex: 'half' };
  const answer = work(new Request(request, init));
  // Once the limit is exceeded, its rejection or answer about the aborted body no longer matters.
  answer.catch(() => undefined);
  return Promise.race([exceeded.then(tooLarge), answer]);
}

/** Passes the stream through, but aborts it after `limit` bytes; `exceeded` resolves then. */
function counted(body: ReadableStream<Uint8Array>, limit: number) {
  const { promise: exceeded, resolve } = withResolver();
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= limit) return controller.enqueue(chunk);
      resolve();
      controller.error(new Error('The body is larger than allowed.'));
    },
  });
  return { stream: body.pipeThrough(count), exceeded };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
