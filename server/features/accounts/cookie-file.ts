import { z } from 'zod';
import { type SessionCookie, sessionCookieSchema } from '../../browser/sessions.ts';
import { AppError } from '../../errors.ts';
import { EMPTY_COOKIE_FILE, NO_COOKIE_FILE } from './messages.ts';

/**
 * A cookie in a JSON export. Cookie-Editor and EditThisCookie use `expirationDate`, Puppeteer and Playwright `expires`;
 * both in seconds.
 */
const entrySchema = z.object({
  name: z.string().min(1),
  value: z.string(),
  domain: z.string().min(1),
  path: z.string().nullish(),
  expirationDate: z.number().nullish(),
  expires: z.number().nullish(),
  hostOnly: z.boolean().nullish(),
  httpOnly: z.boolean().nullish(),
  secure: z.boolean().nullish(),
  session: z.boolean().nullish(),
  sameSite: z.string().nullish(),
  partitionKey: z.unknown().optional(),
});
const exportSchema = z.union([
  z.array(entrySchema),
  z.object({ cookies: z.array(entrySchema) }).transform(({ cookies }) => cookies),
]);

const SAME_SITE: { [said: string]: SessionCookie['sameSite'] } = {
  no_restriction: 'None',
  none: 'None',
  lax: 'Lax',
  strict: 'Strict',
};

/**
 * Reads a Cookie-Editor or EditThisCookie export (JSON) or a Netscape cookies.txt. AppError bad_input if it is
 * neither, or has no cookies; messages never quote the file.
 */
export function readCookieFile(text: string): SessionCookie[] {
  const content = text.replace(/^\uFEFF/, '').trim();
  const isJson = /^[[{]/.test(content);
  const cookies = isJson ? readJson(content) : readNetscape(content);
  if (cookies.length === 0) throw new AppError('bad_input', EMPTY_COOKIE_FILE);
  return cookies;
}

function readJson(content: string): SessionCookie[] {
  const entries = exportSchema.safeParse(parsed(content));
  if (!entries.success) throw new AppError('bad_input', NO_COOKIE_FILE);
  // Without its partition, a partitioned third-party cookie would become a different cookie.
  return entries.data.filter(({ partitionKey }) => !partitionKey).map(fromEntry);
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

function fromEntry(entry: z.output<typeof entrySchema>): SessionCookie {
  const { name, value, domain, path, hostOnly, session } = entry;
  const secure = entry.secure ?? false;
  const said = entry.sameSite?.toLowerCase() ?? '';
  const sameSite = Object.hasOwn(SAME_SITE, said) ? SAME_SITE[said] : undefined;
  const expires = entry.expirationDate ?? entry.expires ?? -1;
  return sessionCookieSchema.parse({
    name,
    value,
    domain: hostOnly === undefined || hostOnly === null ? domain : withDot(domain, !hostOnly),
    path: path ?? '/',
    expires: session || expires <= 0 ? -1 : expires,
    secure,
    httpOnly: entry.httpOnly ?? false,
    // Browsers reject None without Secure, so the attribute is omitted.
    ...(sameSite && (sameSite !== 'None' || secure) && { sameSite }),
  });
}

const HTTP_ONLY = '#HttpOnly_';
const FIELDS = 7;

/**
 * Tab-separated lines of domain, include-subdomains flag, path, secure, expiry, name and value. curl's prefix for
 * httpOnly cookies makes them look like comments.
 */
function readNetscape(content: string): SessionCookie[] {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const httpOnly = line.startsWith(HTTP_ONLY);
    return line.startsWith('#') && !httpOnly ? [] : fromLine(httpOnly ? line.slice(HTTP_ONLY.length) : line, httpOnly);
  });
}

function fromLine(line: string, httpOnly: boolean): SessionCookie {
  const [domain, below, path, secure, expiry, name, value = ''] = fieldsOf(line);
  const isCookie = isFlag(below) && isFlag(secure) && /^-?\d+(\.\d+)?$/.test(expiry ?? '') && domain && path && name;
  if (!isCookie) throw new AppError('bad_input', NO_COOKIE_FILE);
  const expires = Number(expiry);
  return {
    name,
    value,
    domain: withDot(domain, below.toUpperCase() === 'TRUE'),
    path,
    expires: expires <= 0 ? -1 : expires,
    secure: secure.toUpperCase() === 'TRUE',
    httpOnly,
  };
}

/** Splits at spaces if there are no tabs: copying from some programs converts tabs to spaces. */
function fieldsOf(line: string): string[] {
  const fields = line.split('\t');
  return fields.length >= FIELDS - 1 ? fields : line.trim().split(/\s+/);
}

function isFlag(text: string | undefined): text is string {
  return text !== undefined && /^(true|false)$/i.test(text);
}

function withDot(domain: string, includesBelow: boolean): string {
  const host = domain.replace(/^\./, '');
  return includesBelow ? `.${host}` : host;
}
