import { FOLLOWERS } from '../publishing/followers.ts';
import type { Reply } from '../publishing/imitation.ts';
import { htmlOf } from './status-html.ts';
import {
  type Account,
  ApiError,
  type App,
  type Call,
  type Media,
  type Status,
  textParam,
  type World,
} from './world.ts';

export const MIME_TYPES = [
  ...['jpeg', 'png', 'gif', 'heic', 'heif', 'webp', 'avif'].map((type) => `image/${type}`),
  ...['webm', 'mp4', 'quicktime', 'ogg'].map((type) => `video/${type}`),
  ...['wav', 'ogg', 'mpeg', 'mp3', 'webm', 'flac', 'aac', 'm4a', 'mp4'].map((type) => `audio/${type}`),
];
export const MEDIA_MAX = 4;
export const DESCRIPTION_MAX = 1500;

/** https://docs.joinmastodon.org/entities/Account/#CredentialAccount */
export function credentialAccount(world: World, account: Account): object {
  return { ...accountEntity(world, account), source: { privacy: account.privacy, sensitive: false, note: '' } };
}

function accountEntity(world: World, { id, username, createdAt }: Account): object {
  const created_at = new Date(createdAt).toISOString();
  return {
    id,
    username,
    acct: username,
    display_name: username,
    created_at,
    url: `${world.origin}/@${username}`,
    followers_count: FOLLOWERS,
  };
}

/** https://docs.joinmastodon.org/methods/accounts/#search */
export function searchAccounts(call: Call): Reply {
  const { world } = call;
  const q = textParam(call, 'q')?.toLowerCase();
  const limit = Number(textParam(call, 'limit') ?? 40);
  if (!q || !(limit >= 1 && limit <= 80)) throw new ApiError(422, 'Validation failed');
  const here = world.accounts.map((account) => accountEntity(world, account) as { acct: string });
  const elsewhere = world.knownElsewhere.map((acct) => ({
    ...here[0],
    ...{ id: acct.length, acct, username: acct.split('@')[0], display_name: '', avatar_static: null },
  }));
  const found = [...here, ...elsewhere].filter(({ acct }) => acct.toLowerCase().startsWith(q));
  return { status: 200, body: found.slice(0, limit) };
}

/** https://docs.joinmastodon.org/entities/Status/ */
export function statusEntity(world: World, status: Status, caller: Account | null = null): object {
  const { id, account, createdAt, text, warning, visibility, replyTo, media, poll, figures } = status;
  return {
    id,
    created_at: new Date(createdAt).toISOString(),
    edited_at: status.editedAt ? new Date(status.editedAt).toISOString() : null,
    in_reply_to_id: replyTo,
    in_reply_to_account_id: world.statuses.find((other) => other.id === replyTo)?.account.id ?? null,
    ...(caller && { favourited: status.favouritedBy.includes(caller.id) }),
    visibility,
    spoiler_text: warning,
    sensitive: status.isSensitive,
    language: status.language,
    poll: poll && {
      id,
      expires_at: new Date(poll.expiresAt).toISOString(),
      multiple: poll.isMultiple,
      options: poll.options.map((title) => ({ title, votes_count: 0 })),
    },
    url: `${world.origin}/@${account.username}/${id}`,
    replies_count: world.statuses.filter((other) => other.replyTo === id).length,
    reblogs_count: figures.reblogs,
    favourites_count: figures.favourites,
    content: htmlOf(world, text),
    reblog: status.reblogOf && statusEntity(world, status.reblogOf),
    account: accountEntity(world, account),
    media_attachments: media.map((one) => mediaEntity(world, one)),
  };
}

export function isProcessed({ options }: World, { readyAt }: Media): boolean {
  return readyAt !== null && readyAt <= options.now();
}

/** https://docs.joinmastodon.org/entities/MediaAttachment/ */
export function mediaEntity(world: World, media: Media): object {
  const { id, mimeType, description } = media;
  const [kind] = mimeType.split('/');
  return {
    id,
    type: mimeType === 'image/gif' ? 'gifv' : kind,
    url: isProcessed(world, media) ? `${world.origin}/media_attachments/files/${id}/original` : null,
    description,
  };
}

/** https://docs.joinmastodon.org/entities/Application/#CredentialApplication */
export function credentialApplication({ id, name, clientId, secret, redirectUris, scopes }: App): object {
  return {
    id,
    name,
    scopes,
    redirect_uri: redirectUris.join('\n'),
    redirect_uris: redirectUris,
    client_id: clientId,
    client_secret: secret,
  };
}

function configuration({ options }: World): object {
  return {
    statuses: {
      max_characters: options.maxCharacters,
      max_media_attachments: MEDIA_MAX,
      characters_reserved_per_url: 23,
    },
    media_attachments: {
      supported_mime_types: MIME_TYPES,
      description_limit: DESCRIPTION_MAX,
      image_size_limit: 16 * 1024 * 1024,
      image_matrix_limit: 33_177_600,
      video_size_limit: 99 * 1024 * 1024,
      video_frame_rate_limit: 120,
      video_matrix_limit: 8_294_400,
    },
    // https://docs.joinmastodon.org/entities/Instance/#polls
    polls: options.polls,
  };
}

export function domainOf({ origin, options }: World): string {
  return options.domain ?? new URL(origin).host;
}

/** https://docs.joinmastodon.org/entities/Instance/ */
export function instanceV2(world: World): object {
  return { domain: domainOf(world), title: 'Imitation', version: '4.5.0', configuration: configuration(world) };
}

/** https://docs.joinmastodon.org/entities/V1_Instance/ */
export function instanceV1(world: World): object {
  return { uri: domainOf(world), title: 'Imitation', version: '3.5.3', configuration: configuration(world) };
}
