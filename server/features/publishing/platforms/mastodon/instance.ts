import { z } from 'zod';
import type { ChannelLimits } from '../../../../../shared/publishing/channel.ts';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import type { MastodonApi } from './api.ts';

const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i;
const MIME_TYPES_MAX = 200;

const limit = z.number().int().positive().optional().catch(undefined);

const pollsSchema = z.object({
  max_options: limit,
  max_characters_per_option: limit,
  min_expiration: limit,
  max_expiration: limit,
});

/**
 * An instance's description, in version 2 or 1 of the API. In version 1, some servers (Pleroma) have the limits outside
 * of `configuration`. Values of an unexpected shape are ignored.
 */
const instanceSchema = z.object({
  domain: z.string().regex(HOST).optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  max_toot_chars: limit,
  upload_limit: limit,
  description_limit: limit,
  max_media_attachments: limit,
  /** Pleroma's poll limits, which have different names. */
  poll_limits: z
    .object({ max_options: limit, max_option_chars: limit, min_expiration: limit, max_expiration: limit })
    .optional()
    .catch(undefined),
  configuration: z
    .object({
      statuses: z
        .object({ max_characters: limit, characters_reserved_per_url: limit, max_media_attachments: limit })
        .catch({}),
      media_attachments: z
        .object({
          supported_mime_types: z.array(z.string().max(100)).max(MIME_TYPES_MAX).optional().catch(undefined),
          image_size_limit: limit,
          video_size_limit: limit,
          image_matrix_limit: limit,
          video_matrix_limit: limit,
          video_frame_rate_limit: limit,
          description_limit: limit,
        })
        .catch({}),
      polls: pollsSchema.catch({}),
    })
    .partial()
    .catch({})
    .default({}),
});
type InstanceAnswer = z.infer<typeof instanceSchema>;

/** `domain` is the server in its accounts' full handles, which may differ from the server's host. */
export type Instance = { domain: string; limits: ChannelLimits };

/**
 * Reads an instance's limits: `GET /api/v2/instance` (Mastodon 4), or `/api/v1/instance` of older and other servers.
 * https://docs.joinmastodon.org/methods/instance/
 */
export async function readInstance(api: MastodonApi): Promise<Instance> {
  let said: InstanceAnswer | undefined;
  for (const version of ['v2', 'v1']) {
    const answer = await api.send({
      step: 'read limits',
      path: `/api/${version}/instance`,
      accepts: [400, 404, 405, 410, 501],
    });
    if (answer.status === 200) said = instanceSchema.safeParse(answer.json).data;
    if (said) break;
  }
  return { domain: domainOf(said, api.server), limits: said ? limitsOf(said) : {} };
}

function domainOf(said: InstanceAnswer | undefined, server: string): string {
  if (said?.domain) return said.domain.toLowerCase();
  const uri = said?.uri ?? '';
  const host = parseUrl(uri)?.host ?? uri;
  return HOST.test(host) ? host.toLowerCase() : new URL(server).host;
}

function limitsOf(said: InstanceAnswer): ChannelLimits {
  const { statuses = {}, media_attachments: media = {}, polls = {} } = said.configuration;
  const { max_option_chars, ...others } = said.poll_limits ?? {};
  const poll = known({
    answers: polls.max_options ?? others.max_options,
    answerLength: polls.max_characters_per_option ?? max_option_chars,
    minSeconds: polls.min_expiration ?? others.min_expiration,
    maxSeconds: polls.max_expiration ?? others.max_expiration,
  });
  return known({
    textLength: statuses.max_characters ?? said.max_toot_chars,
    linkLength: statuses.characters_reserved_per_url,
    pictures: statuses.max_media_attachments ?? said.max_media_attachments,
    imageBytes: media.image_size_limit ?? said.upload_limit,
    videoBytes: media.video_size_limit ?? said.upload_limit,
    imagePixels: media.image_matrix_limit,
    videoPixels: media.video_matrix_limit,
    videoFrameRate: media.video_frame_rate_limit,
    altLength: media.description_limit ?? said.description_limit,
    mimeTypes: media.supported_mime_types?.length ? media.supported_mime_types : undefined,
    poll: Object.keys(poll).length > 0 ? poll : undefined,
  });
}

function known<T extends object>(values: T): { [name in keyof T]?: NonNullable<T[name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T & object;
}
