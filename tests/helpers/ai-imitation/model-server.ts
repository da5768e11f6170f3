import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { wavOf } from '../../../server/speech/wav.ts';
import type { AiProvider } from '../../../shared/ai/providers.ts';
import { serve } from '../loopback.ts';
import { tone } from '../speech.ts';
import { listOf } from './model-lists.ts';
import { postFrom } from './post-from-prompt.ts';
import { type Finish, isForPicture, isForSpeech, PROTOCOLS, type Protocol, protocolOf } from './protocols.ts';

/**
 * How the server responds to a request: as it does without a step, with an answer (for a picture, its base64), with an
 * error in the provider's format, with something that is not JSON, by breaking off, by sending without end, or never.
 */
export type Step =
  | { say: string | object; finish?: Finish }
  | { status: number; message?: string; headers?: Record<string, string> }
  | 'usual'
  | 'no json'
  | 'cut'
  | 'flood'
  | 'silence';

export type ModelRequest = {
  protocol: Protocol;
  headers: IncomingMessage['headers'];
  model: string;
  text: string;
  body: unknown;
};

/** Imitates the providers' APIs on loopback. */
export type ModelServer = {
  /** The base URL for a choice of this provider. */
  baseUrl(provider: AiProvider): string;
  /** Sets the responses to the next requests, in order; after those, each gets a good post. */
  play(...steps: Step[]): void;
  /** Sets the responses to the next requests for the list of models; after those, each gets the list. */
  playLists(...steps: Step[]): void;
  /** The requests for an answer since the last call of `play`. */
  requests: ModelRequest[];
  /** How many requests were aborted before their response. */
  hungUp(): number;
  close(): Promise<void>;
};

/** The key that the server accepts; any other is refused with 401. */
export const GOOD_KEY = 'sk-test-0123456789abcdef';
export const SERVED_MODELS = ['small-writer', 'large-writer'];
export const SERVED_PICTURE_MODELS = ['small-image'];

/** The picture that is returned unless a step says otherwise. */
const PICTURE = readFileSync(join(import.meta.dirname, '../../fixtures/pictures/small.jpg')).toString('base64');
const SPOKEN = wavOf(tone(1, 24_000));
/** A second of speech as WAV, and as raw samples. */
const SPEECH = SPOKEN.toString('base64');
const SPEECH_SAMPLES = SPOKEN.subarray(44).toString('base64');
const FLOOD_CHUNK = Buffer.alloc(1024 * 1024, 'a');

/**
 * Serves OpenAI's responses, chat completions, images and speech, Anthropic's messages, Google's generateContent and
 * predict, and the lists of models.
 */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let steps: Step[] = [];
  let listSteps: Step[] = [];
  let posts = 0;
  let hungUp = 0;
  const { origin, close } = await serve((request, response) => {
    response.once('close', () => {
      if (!response.writableEnded) hungUp += 1;
    });
    answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    if (path.endsWith('/models')) return answerList(path, request, response);
    const protocol = protocolOf(path);
    if (!protocol) return sendJson(response, 404, { error: { message: `Nothing at ${path}` } });
    const { error, success } = PROTOCOLS[protocol];
    const body = JSON.parse(await readText(request));
    const text = wordsOf(body).join('\n');
    requests.push({ protocol, headers: request.headers, model: body.model ?? path, text, body });
    const isOpen = protocol === 'chat' || path.startsWith('/openai-compatible/') || path.startsWith('/ollama/');
    if (!hasGoodKey(request) && !isOpen)
      // To Google, a wrong key is a bad request.
      return sendJson(
        response,
        path.startsWith('/google/') ? 400 : 401,
        error(401, `Incorrect API key provided: ${request.headers.authorization}`),
      );
    const speech = protocol === 'speech' ? SPEECH : SPEECH_SAMPLES;
    const file = isForPicture(protocol, body) ? PICTURE : isForSpeech(protocol, body) ? speech : null;
    const usual = file ?? postFrom(text, posts++);
    const step = steps.shift() ?? 'usual';
    act(step === 'usual' ? { say: usual } : step, response, error, (said, finish) => success(said, finish, body));
  }

  function answerList(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { error } = path.startsWith('/google/') ? PROTOCOLS.generateContent : PROTOCOLS.chat;
    const needsKey = ['/openai/', '/anthropic/', '/google/'].some((start) => path.startsWith(start));
    const step: Step = needsKey && !hasGoodKey(request) ? { status: 401 } : (listSteps.shift() ?? 'usual');
    const models = { writers: SERVED_MODELS, pictures: SERVED_PICTURE_MODELS };
    act(step === 'usual' ? { say: '' } : step, response, error, () => listOf(path, models));
  }

  return {
    baseUrl: (provider) => `${origin}/${provider}/v1`,
    play(...next) {
      steps = next;
      posts = 0;
      requests.length = 0;
    },
    playLists(...next) {
      listSteps = next;
    },
    requests,
    hungUp: () => hungUp,
    close,
  };
}

function act(
  step: Exclude<Step, 'usual'>,
  response: ServerResponse,
  error: (status: number, message: string) => object,
  success: (said: string, finish: Finish) => object | Buffer,
): void {
  if (step === 'silence') return;
  if (step === 'no json') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
  } else if (step === 'flood') {
    flood(response);
  } else if (step === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id":"half', () => response.destroy());
  } else if ('status' in step) {
    sendJson(response, step.status, error(step.status, step.message ?? 'Trouble'), step.headers);
  } else {
    const said = typeof step.say === 'string' ? step.say : JSON.stringify(step.say);
    const made = success(said, step.finish ?? 'stop');
    if (Buffer.isBuffer(made)) response.writeHead(200, { 'content-type': 'audio/wav' }).end(made);
    else sendJson(response, 200, made);
  }
}

/** Sends until the client disconnects. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data":[{"b64_json":"');
  const more = () => {
    if (!response.destroyed) response.write(FLOOD_CHUNK, more);
  };
  more();
}

function hasGoodKey({ headers }: IncomingMessage): boolean {
  return JSON.stringify(headers).includes(GOOD_KEY);
}

/** Every text in a request, wherever the protocol puts it, without the protocol's own keys. */
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
