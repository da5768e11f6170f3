import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { answerWithEvents } from '../../../server/http/event-stream.ts';
import { endInTime } from '../../../server/http/shutdown.ts';
import { deferred } from '../../helpers/deferred.ts';

let app: FastifyInstance;
afterEach(() => app?.close());

/** Everything that is still to come. */
async function rest(reader: ReadableStreamDefaultReader<string> | undefined): Promise<string> {
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  return text;
}

describe('an event stream', () => {
  /** Serves one stream whose work is steered by the test, and opens it. */
  async function open(work: Parameters<typeof answerWithEvents>[2]) {
    app = Fastify();
    endInTime(app);
    app.get('/', (request, reply) => answerWithEvents(request, reply, work));
    const client = new AbortController();
    const answer = await fetch(await app.listen(), { signal: client.signal });
    return { client, answer, reader: answer.body?.pipeThrough(new TextDecoderStream()).getReader() };
  }

  it('goes out at once, event by event, and ends with its work', async () => {
    const next = deferred();
    const { answer, reader } = await open(async (send) => {
      await next.promise;
      send('line', 'one\ntwo');
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect((await reader?.read())?.value).toBe(': open\n\n');
    next.resolve();
    expect((await reader?.read())?.value).toBe('event: line\ndata: "one\\ntwo"\n\n');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('tells of work that failed without its secrets', async () => {
    const { reader } = await open(async () => {
      throw new Error('secret detail');
    });
    const text = await rest(reader);
    expect(text).toContain('event: error\ndata: {"code":"internal"');
    expect(text).not.toContain('secret detail');
  });

  it('does not stop the work when the client leaves', async () => {
    const left = deferred();
    const finished = deferred<string>();
    const { client } = await open(async (send) => {
      await left.promise;
      send('line', 'to nobody');
      finished.resolve('finished');
    });
    client.abort();
    left.resolve();
    expect(await finished.promise).toBe('finished');
  });

  it('ends when the agent stops', async () => {
    const { reader } = await open(() => new Promise(() => undefined));
    await reader?.read();
    const closed = app.close();
    expect((await reader?.read())?.done).toBe(true);
    await closed;
  });
});
