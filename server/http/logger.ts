import type { FastifyRequest } from 'fastify';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

const HIDDEN = '[hidden]';

const SECRET_KEYS = [
  'authorization',
  'apikey',
  'apiKey',
  '"x-api-key"',
  '"x-goog-api-key"',
  'cookie',
  'cookies',
  '"set-cookie"',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'key',
  'challengeUrl',
];

/**
 * Patterns of secrets in free text (messages, stacks), with their replacements. Patterns that may match anywhere are
 * bounded in length, so that a long line takes linear time.
 */
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
  [/\blam?_[\w-]{20,}/g, HIDDEN],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, HIDDEN],
  // Keys of AI providers.
  [/\b(?:sk|gsk|xai)[-_][\w-]{16,}/g, HIDDEN],
  [/\bAIza[\w-]{30,}/g, HIDDEN],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/\b(https?:\/\/[^\s"'\\]{0,1000}?\/)(?:challenge|checkpoint)\b[^\s"'\\]*/gi, `$1${HIDDEN}`],
  [/\b([a-z][a-z+.-]{0,30}:\/\/[^\s:/@"'\\]+):[^\s/@"'\\]+@/gi, `$1:${HIDDEN}@`],
  [/([?&#](?:[\w-]*token|[\w-]*key|code|state|secret|password|setup|signature)=)[^&#\s"'\\]+/gi, `$1${HIDDEN}`],
];

/** Replaces everything that looks like a token, key, password or challenge URL in a line of text. */
export function hideSecrets(line: string): string {
  return SECRET_TEXT.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/**
 * The agent's log: JSON lines on stderr, because stdout is for the command's output. No line contains a token, cookie,
 * key, password or challenge URL: known fields are redacted, URLs are logged without their query, and each line is
 * searched for secrets.
 */
export function createLogger(level: string, stream: DestinationStream = destination(2)): Logger {
  const paths = SECRET_KEYS.flatMap((key) =>
    key.startsWith('"') ? [`[${key}]`, `*[${key}]`, `*.*[${key}]`] : [key, `*.${key}`, `*.*.${key}`],
  );
  return pino(
    {
      level,
      redact: { paths, censor: HIDDEN },
      serializers: {
        req: ({ method, url, id }: FastifyRequest) => ({ id, method, path: url.split('?', 1)[0] }),
      },
      hooks: { streamWrite: hideSecrets },
    },
    stream,
  );
}
