import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AiProvider } from '../../../shared/ai-providers.ts';
import { postFrom } from './post-from-prompt.ts';
import { type Finish, PROTOCOLS, type Protocol, protocolOf } from './protocols.ts';

/** What the server does with a request: say something, answer an error in the provider's own words, break off, or let wait for ever. */
export type Step =
  | { say: string | object; finish?: Finish }
  | { status: number; message?: string; headers?: Record<string, string> }
  | 'cut'
  | 'silence';

export type ModelRequest = {
  protocol: Protocol;
  headers: IncomingMessage['headers'];
  model: string;
  text: string;
  body: unknown;
};

/** Stands in for the providers' APIs on loopback. */
export type ModelServer = {
  /** What a choice of this provider takes as its base URL. */
  baseUrl(provider: AiProvider): string;
  /** What is done with the next requests, in order; afterwards each is answered with a good post. */
  play(...steps: Step[]): void;
  /** The requests for an answer since the last call of `play`. */
  requests: ModelRequest[];
  close(): Promise<void>;
};

/** The key that the server takes; another one is refused with 401. */
export const GOOD_KEY = 'sk-test-0123456789abcdef';
export const SERVED_MODELS = ['small-writer', 'large-writer'];

/** Serves OpenAI's responses and chat completions, Anthropic's messages, Google's generateContent, and the lists of models. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let steps: Step[] = [];
  let posts = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    if (path.endsWith('/models')) return sendJson(response, 200, { data: SERVED_MODELS.map((id) => ({ id })) });
    const protocol = protocolOf(path);
    if (!protocol) return sendJson(response, 404, { error: { message: `Nothing at ${path}` } });
    const { error, success } = PROTOCOLS[protocol];
    const body = JSON.parse(await readText(request));
    const text = wordsOf(body).join('\n');
    requests.push({ protocol, headers: request.headers, model: body.model ?? path, text, body });
    if (!JSON.stringify(request.headers).includes(GOOD_KEY) && protocol !== 'chat')
      // A wrong key is a bad request to Google.
      return sendJson(
        response,
        protocol === 'generateContent' ? 400 : 401,
        error(401, `Incorrect API key provided: ${request.headers.authorization}`),
      );
    const step = steps.shift() ?? { say: postFrom(text, posts++) };
    if (step === 'silence') return;
    if (step === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      return void response.write('{"id":"half', () => response.destroy());
    }
    if ('status' in step)
      return sendJson(response, step.status, error(step.status, step.message ?? 'Trouble'), step.headers);
    const said = typeof step.say === 'string' ? step.say : JSON.stringify(step.say);
    sendJson(response, 200, success(said, step.finish ?? 'stop', body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: (provider) => `${origin}/${provider}/v1`,
    play(...next) {
      steps = next;
      posts = 0;
      requests.length = 0;
    },
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Every text in a request, wherever the protocol puts it, without its own vocabulary. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
