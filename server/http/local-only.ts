import type { FastifyRequest } from 'fastify';
import { SIGN_IN_RETURN_PATH } from '../../shared/publishing/publishing-api.ts';
import { AppError } from '../errors.ts';

/** Who may call this server. */
export type LocalOnlyRules = {
  /** Called for each request, because port 0 is resolved only once the server listens. */
  port(): number;
  /** The address the server binds; accepted as a Host when `allowRemote` is set. */
  host: string;
  allowRemote: boolean;
  /** Allowed web origins besides the agent's own, such as `http://127.0.0.1:3002`. */
  allowedOrigins: readonly string[];
};

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
/** Objects by signed URL, which are authorised by the signature in the query. */
const SELF_AUTHORISED_OBJECT = /^\/storage\/v1\/object\/sign\//;

/**
 * Runs before everything else, including static files. Checks the request target, the Host header (DNS rebinding), then
 * Origin and Sec-Fetch-Site (pages of other sites). Returns the error, or null when the request may proceed to
 * authentication.
 */
export function refusal(request: FastifyRequest, rules: LocalOnlyRules): AppError | null {
  return (
    badTarget(request) ?? foreignHost(request, rules) ?? foreignOrigin(request, rules) ?? foreignSite(request, rules)
  );
}

function badTarget({ raw }: FastifyRequest): AppError | null {
  if (raw.url?.startsWith('/')) return null;
  return new AppError('bad_input', 'The request target must be a path that begins with a slash.');
}

function foreignHost({ raw }: FastifyRequest, rules: LocalOnlyRules): AppError | null {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return new AppError('bad_input', 'A request may carry only one Host header.');
  const port = rules.port();
  const names = rules.allowRemote
    ? [...LOOPBACK_NAMES, ...remoteNames(rules.host, raw.socket.localAddress)]
    : LOOPBACK_NAMES;
  const host = raw.headers.host?.toLowerCase() ?? '';
  if (names.some((name) => host === `${name}:${port}` || (port === 80 && host === name))) return null;
  return new AppError(
    'forbidden',
    `This agent answers only on its own address. Open http://127.0.0.1:${port} instead.`,
  );
}

/**
 * The additional hosts for --allow-remote: the bound name, and the local address of this connection (unlike names,
 * addresses cannot be rebound).
 */
function remoteNames(bound: string, localAddress: string | undefined): string[] {
  const addresses = [bound, localAddress?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''];
  return addresses.filter(Boolean).map((address) => (address.includes(':') ? `[${address}]` : address).toLowerCase());
}

function foreignOrigin(request: FastifyRequest, rules: LocalOnlyRules): AppError | null {
  const { origin } = request.headers;
  if (origin === undefined || isOwn(request, origin) || rules.allowedOrigins.includes(origin)) return null;
  return new AppError(
    'forbidden',
    'Pages of other sites may not use this agent. If this page is yours, start the agent with --allow-origin <its origin>.',
  );
}

function isOwn(request: FastifyRequest, origin: string): boolean {
  return origin === `http://${request.headers.host?.toLowerCase()}`;
}

/**
 * Browsers send Sec-Fetch-Site even without an Origin header. Other sites may only navigate here (through a link to a
 * screen, or the redirect after a sign-in), and pages of allowed origins may show stored media.
 */
function foreignSite({ headers, method, raw }: FastifyRequest, rules: LocalOnlyRules): AppError | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  if (headers.origin !== undefined && rules.allowedOrigins.includes(headers.origin)) return null;
  const path = raw.url ?? '';
  const reads = method === 'GET' || method === 'HEAD';
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  const isScreen = !/^\/api(\/|$)/.test(path) || path.split('?', 1)[0] === SIGN_IN_RETURN_PATH;
  if (reads && isNavigation && isScreen) return null;
  if (reads && rules.allowedOrigins.length > 0 && SELF_AUTHORISED_OBJECT.test(path)) return null;
  return new AppError('forbidden', 'Other sites may not use this agent.');
}
