import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { serve } from './loopback.ts';

/** A request is cut before it arrives; its response is late, is lost, or breaks off after its first byte. */
export type Fault = 'cut' | 'slow' | 'lost' | 'torn';

/**
 * Responses for paths of Supabase that an embedded backend does not have, from the request's body; a number is a
 * status.
 */
export type Instead = Record<string, (body: Record<string, string>) => Promise<object | number>>;

/** A loopback proxy for a Supabase project, which can cut requests, and delay or lose responses. */
export async function startProjectProxy(project: string, slowMs = 300, instead: Instead = {}) {
  let fault: (path: string) => Fault | null = () => null;
  const asked: string[] = [];
  const {
    server,
    origin: url,
    close,
  } = await serve(async (incoming, outgoing) => {
    const path = String(incoming.url);
    asked.push(path);
    const what = fault(path);
    if (what === 'cut') return void incoming.socket.destroy();
    const own = instead[path];
    if (own) {
      outgoing.setHeader('content-type', 'application/json');
      const answer = await own((await json(incoming)) as Record<string, string>);
      if (typeof answer === 'number') outgoing.statusCode = answer;
      return void outgoing.end(JSON.stringify(answer));
    }
    const headers = { ...incoming.headers, host: new URL(project).host };
    const onward = request(new URL(path, project), { method: incoming.method, headers }, async (answer) => {
      if (what === 'lost') return void incoming.socket.destroy();
      if (what === 'slow') await delay(slowMs);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (what === 'torn') return void outgoing.write('{', () => incoming.socket.destroy());
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  return {
    url,
    close,
    /** The requested paths so far. */
    asked,
    /** From now on, `choose` picks a fault by the path; null lets a request through. */
    fail(choose: (path: string) => Fault | null) {
      fault = choose;
    },
    /** Cuts all connections, including those with pending requests. */
    cutConnections: () => server.closeAllConnections(),
  };
}
