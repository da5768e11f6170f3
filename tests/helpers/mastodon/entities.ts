import { htmlOf } from './status-html.ts';
import type { Account, App, Media, Status, World } from './world.ts';

export const MIME_TYPES = [
  ...['jpeg', 'png', 'gif', 'heic', 'heif', 'webp', 'avif'].map((type) => `image/${type}`),
  ...['webm', 'mp4', 'quicktime', 'ogg'].map((type) => `video/${type}`),
  ...['wav', 'ogg', 'mpeg', 'mp3', 'webm', 'flac', 'aac', 'm4a', 'mp4'].map((type) => `audio/${type}`),
];
export const MEDIA_MAX = 4;
export const DESCRIPTION_MAX = 1500;

/** https://docs.joinmastodon.org/entities/Account/#CredentialAccount */
export function credentialAccount(world: World, account: Account): object {
  const source = {
    privacy: account.privacy,
    sensitive: false,
    language: '',
    note: '',
    fields: [],
    follow_requests_count: 0,
  };
  return { ...accountEntity(world, account), source };
}

function accountEntity(world: World, { id, username, createdAt }: Account): object {
  const own = world.statuses.filter((status) => status.account.id === id);
  const picture = `${world.origin}/avatars/original/missing.png`;
  return {
    id,
    username,
    acct: username,
    display_name: username,
    locked: false,
    bot: false,
    discoverable: null,
    group: false,
    created_at: new Date(createdAt).toISOString(),
    note: '',
    url: `${world.origin}/@${username}`,
    uri: `${world.origin}/users/${username}`,
    avatar: picture,
    avatar_static: picture,
    header: picture,
    header_static: picture,
    followers_count: 0,
    following_count: 0,
    statuses_count: own.length,
    last_status_at: own.length ? new Date(own.at(-1)?.createdAt ?? 0).toISOString().slice(0, 10) : null,
    emojis: [],
    fields: [],
  };
}

/** https://docs.joinmastodon.org/entities/Status/ */
export function statusEntity(world: World, status: Status): object {
  const { id, account, createdAt, text, visibility, replyTo, media, app, figures } = status;
  const parent = world.statuses.find((other) => other.id === replyTo);
  return {
    id,
    created_at: new Date(createdAt).toISOString(),
    in_reply_to_id: replyTo,
    in_reply_to_account_id: parent?.account.id ?? null,
    sensitive: false,
    spoiler_text: '',
    visibility,
    language: 'en',
    uri: `${world.origin}/users/${account.username}/statuses/${id}`,
    url: `${world.origin}/@${account.username}/${id}`,
    replies_count: world.statuses.filter((other) => other.replyTo === id).length,
    reblogs_count: figures.reblogs,
    favourites_count: figures.favourites,
    edited_at: null,
    favourited: false,
    reblogged: false,
    muted: false,
    bookmarked: false,
    content: htmlOf(world, text),
    reblog: status.reblogOf && statusEntity(world, status.reblogOf),
    ...(app && { application: { name: app.name, website: null } }),
    account: accountEntity(world, account),
    media_attachments: media.map((one) => mediaEntity(world, one)),
    mentions: [],
    tags: [],
    emojis: [],
    card: null,
    poll: null,
  };
}

export function isProcessed({ options }: World, { readyAt }: Media): boolean {
  return readyAt !== null && readyAt <= options.now();
}

/** https://docs.joinmastodon.org/entities/MediaAttachment/ */
export function mediaEntity(world: World, media: Media): object {
  const { id, mimeType, description } = media;
  const [kind] = mimeType.split('/');
  const address = `${world.origin}/media_attachments/files/${id}`;
  return {
    id,
    type: mimeType === 'image/gif' ? 'gifv' : kind,
    url: isProcessed(world, media) ? `${address}/original` : null,
    preview_url: `${address}/small`,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: {},
    description,
    blurhash: null,
  };
}

/** https://docs.joinmastodon.org/entities/Application/#CredentialApplication */
export function credentialApplication({ id, name, clientId, secret, redirectUris, scopes }: App): object {
  return {
    id,
    name,
    website: null,
    scopes,
    redirect_uri: redirectUris.join('\n'),
    redirect_uris: redirectUris,
    client_id: clientId,
    client_secret: secret,
    client_secret_expires_at: 0,
  };
}

function configuration({ options }: World): object {
  return {
    accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
    statuses: {
      max_characters: options.maxCharacters,
      max_media_attachments: MEDIA_MAX,
      characters_reserved_per_url: 23,
    },
    media_attachments: {
      supported_mime_types: MIME_TYPES,
      description_limit: DESCRIPTION_MAX,
      image_size_limit: options.imageSizeLimit,
      image_matrix_limit: 33_177_600,
      video_size_limit: options.videoSizeLimit,
      video_frame_rate_limit: 120,
      video_matrix_limit: 8_294_400,
    },
    polls: { max_options: 4, max_characters_per_option: 50, min_expiration: 300, max_expiration: 2_629_746 },
  };
}

export function domainOf({ origin, options }: World): string {
  return options.domain ?? new URL(origin).host;
}

/** https://docs.joinmastodon.org/entities/Instance/ */
export function instanceV2(world: World): object {
  return {
    domain: domainOf(world),
    title: 'Imitation',
    version: '4.5.0',
    source_url: 'https://github.com/mastodon/mastodon',
    description: '',
    usage: { users: { active_month: world.accounts.length } },
    thumbnail: { url: `${world.origin}/thumbnail.png` },
    icon: [],
    languages: ['en'],
    configuration: { urls: { streaming: world.origin.replace('http', 'ws') }, ...configuration(world) },
    registrations: { enabled: false, approval_required: false, message: null, url: null },
    api_versions: { mastodon: 7 },
    contact: { email: '', account: null },
    rules: [],
  };
}

/** https://docs.joinmastodon.org/entities/V1_Instance/ */
export function instanceV1(world: World): object {
  return {
    uri: domainOf(world),
    title: 'Imitation',
    short_description: '',
    description: '',
    email: '',
    version: '3.5.3',
    urls: { streaming_api: world.origin.replace('http', 'ws') },
    stats: { user_count: world.accounts.length, status_count: world.statuses.length, domain_count: 1 },
    thumbnail: null,
    languages: ['en'],
    registrations: false,
    approval_required: false,
    invites_enabled: false,
    configuration: configuration(world),
    contact_account: null,
    rules: [],
  };
}
