import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { answerWithEvents } from '../../../server/http/event-stream.ts';
import { endInTime } from '../../../server/http/shutdown.ts';
import type { EmbeddedConnection } from '../../../server/supabase/embedded/backend.ts';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { deferred } from '../../helpers/deferred.ts';
import { inTime } from '../../helpers/in-time.ts';

let agent: TestAgent;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await agent?.close();
});

function serve(name: string, handler: (request: Request) => Promise<Response>): void {
  (agent.agent.connection as EmbeddedConnection).mountFunction(name, handler);
}

/** Opens a connection and sends `text`; `said` returns the responses so far. */
async function converse(text: string): Promise<{ socket: Socket; said: () => string; ended: Promise<void> }> {
  const socket = connect(agent.port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const ended = once(socket, 'close').then(() => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return { socket, said: () => said, ended };
}

const head = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${agent.port}\r\n${more}`;

describe('close', () => {
  it('ends soon with idle, silent, half-sent, stuck and streaming connections', async () => {
    agent = await startTestAgent();
    const started = deferred();
    serve('stuck', () => {
      started.resolve();
      return new Promise<Response>(() => undefined);
    });
    serve('endless', async () => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(10)) })));
    // fetch leaves its connection open for the next request.
    await agent.call('/api/health');
    const all = [
      await converse(''),
      await converse(head('/api/health')),
      await converse(`${head('/functions/v1/endless')}\r\n`),
      await converse(`${head('/functions/v1/stuck')}\r\n`),
    ];
    await started.promise;
    await inTime(agent.close());
    await Promise.all(all.map(({ ended }) => ended));
  });

  it('answers 503 to a request that comes in while it stops', async () => {
    agent = await startTestAgent();
    const late = await converse(`${head('/api/health')}\r\n`);
    await once(late.socket, 'data');
    late.socket.write(head('/api/health'));
    const begun = deferred();
    const finish = deferred();
    serve('slow', async () => {
      begun.resolve();
      await finish.promise;
      return new Response('done');
    });
    const slow = await converse(`${head('/functions/v1/slow')}\r\n`);
    await begun.promise;
    const stopping = once(agent.agent.app.stopping, 'abort');
    const closed = agent.close();
    await stopping;
    late.socket.write('\r\n');
    await late.ended;
    expect(late.said().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
    expect(late.said()).toContain('"code":"unavailable"');
    finish.resolve();
    await inTime(closed);
    expect(slow.said()).toContain('done');
  });
});

let app: FastifyInstance;
afterEach(() => app?.close());

/** Reads everything up to the end. */
async function rest(reader: ReadableStreamDefaultReader<string> | undefined): Promise<string> {
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  return text;
}

describe('an event stream', () => {
  /** Serves one stream whose work the test controls, and opens it. */
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
