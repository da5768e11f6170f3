import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import type { PlatformAnswer, PlatformCalls, PlatformRequest } from '../../platform-calls.ts';
import { type OutgoingMedia, PublishError, type PublishedPart } from '../../publisher.ts';
import { addressOf, isSuccess, parserOf, withoutSecrets } from '../kit/api.ts';
import { uploadLimitMs } from '../kit/upload-form.ts';
import { faultOf, isGone } from './graph-errors.ts';

/** The upload hosts of each API. */
const UPLOAD_HOSTS: { [origin: string]: readonly string[] } = {
  'https://graph.facebook.com': ['https://rupload.facebook.com'],
  'https://graph.instagram.com': ['https://rupload.facebook.com', 'https://rupload.instagram.com'],
};

export type GraphRequest = Omit<PlatformRequest, 'url'> & {
  /** Below the version, such as `/me`. */
  path: string;
  query?: Record<string, string>;
  /** Without a version, as documented for a few calls. */
  isUnversioned?: boolean;
  /**
   * Sends the token as the parameter `access_token`, which Meta's documents require for a few calls, instead of in a
   * header.
   */
  hasTokenParameter?: boolean;
};

/** Calls of the Graph API with one token, in a header unless `hasTokenParameter`. */
export type Graph = {
  api: PlatformApi;
  calls: PlatformCalls;
  /** Throws a PublishError with Meta's message if the answer is not a success. */
  send(request: GraphRequest): Promise<PlatformAnswer>;
  /** Streams a file to an upload session's URL. */
  upload(address: string, media: OutgoingMedia, step: string): Promise<PlatformAnswer>;
};

/** Valid in a header: fetch includes any other token in its error, which is stored with the attempt. */
export const tokenSchema = z.string().regex(/^[\x21-\x7e]{1,4096}$/);

/** Numbers, or two of them for a post: `123_456`. */
export const idSchema = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,40}(_\d{1,40})?$/));

/** https://developers.facebook.com/docs/graph-api/overview */
export function openGraph(api: PlatformApi, token: string, calls: PlatformCalls): Graph {
  if (!tokenSchema.safeParse(token).success) {
    throw new PublishError('rejected', 'This is not an access token: it contains spaces or invalid characters.');
  }
  // Also URL-encoded, because some error pages echo the requested URL.
  const ownSecrets = [token, encodeURIComponent(token)];
  const checked = (sent: PlatformAnswer, isIrreversible: boolean, secrets = ownSecrets) => {
    if (isSuccess(sent)) return sent;
    throw faultOf(withoutSecrets(secrets, sent), api, isIrreversible, calls.now());
  };
  return {
    api,
    calls,
    async send({ path, query, headers, isUnversioned = false, hasTokenParameter = false, ...request }) {
      const url = addressOf(api.origin, isUnversioned ? path : `/${api.version}${path}`, {
        ...query,
        ...(hasTokenParameter && { access_token: token }),
      });
      const secrets = [...ownSecrets, ...(request.secrets ?? [])];
      const sent = await calls.send({
        ...request,
        secrets,
        url,
        headers: {
          accept: 'application/json',
          'user-agent': 'LocalAgent',
          ...(!hasTokenParameter && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      return checked(sent, request.isIrreversible ?? false, secrets);
    },
    async upload(address, media, step) {
      const sent = await calls.send({
        step,
        method: 'POST',
        url: uploadAddress(api, address),
        headers: {
          authorization: `OAuth ${token}`,
          'user-agent': 'LocalAgent',
          'content-type': 'application/octet-stream',
          'content-length': String(media.size),
          offset: '0',
          file_size: String(media.size),
        },
        body: await media.open(),
        limitMs: uploadLimitMs(media.size),
      });
      return checked(sent, false);
    },
  };
}

/** The upload is sent with the token, so only to hosts of Meta, or the configured one. */
function uploadAddress(api: PlatformApi, address: string): URL {
  const url = parseUrl(address);
  const allowed = [new URL(api.origin).origin, ...(UPLOAD_HOSTS[api.origin] ?? [])];
  if (url && allowed.includes(url.origin)) return url;
  throw new PublishError('transient', "Meta's server returned no address of its own for the upload.");
}

export const parsed = parserOf(
  ({ status }) => `Meta's server answered ${status} with something that is not a Graph API answer.`,
);

/** A list that keeps only entries of the expected shape. */
export const listOf = <T>(entry: z.ZodType<T>) =>
  z.object({
    data: z.array(z.unknown()).transform((all) => all.flatMap((one) => entry.safeParse(one).data ?? [])),
    paging: z
      .object({
        cursors: z
          .object({ after: z.string().max(4096) })
          .optional()
          .catch(undefined),
        next: z.string().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  });

/**
 * Reads a paginated list. `isWhole` if no entry can be missing. In a list sorted newest first, entries for which
 * `isBefore` returns true are left out, and later pages are not read; it also gets the headers of their page.
 * https://developers.facebook.com/docs/graph-api/results
 */
export async function readList<T>(
  graph: Graph,
  entry: z.ZodType<T>,
  request: GraphRequest,
  { pages, isBefore = () => false }: { pages: number; isBefore?: (entry: T, headers: Headers) => boolean },
): Promise<{ entries: T[]; isWhole: boolean }> {
  const entries: T[] = [];
  let after: string | undefined;
  for (let page = 1; page <= pages; page++) {
    const answer = await graph.send({ ...request, query: { ...request.query, ...(after && { after }) } });
    const { data, paging } = parsed(listOf(entry), answer);
    const wanted = data.filter((one) => !isBefore(one, answer.headers));
    entries.push(...wanted);
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined || wanted.length < data.length) return { entries, isWhole: true };
  }
  return { entries, isWhole: false };
}

/** Whether an object still exists. */
export async function isThere(graph: Graph, { remoteId }: PublishedPart): Promise<boolean> {
  try {
    await graph.send({ step: 'check the post', path: `/${remoteId}`, query: { fields: 'id' } });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Normalises a text for comparison. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/[\s\u200b\u200e\u200f\ufeff]+/g, '');
}

/** A time of the Graph API, such as `2026-11-22T09:00:00+0000`, in milliseconds. */
export const timeSchema = z
  .string()
  .transform((at) => Date.parse(at))
  .refine((at) => !Number.isNaN(at));
