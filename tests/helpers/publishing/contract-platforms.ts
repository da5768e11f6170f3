import { randomUUID } from 'node:crypto';
import type { PlatformCalls } from '../../../server/features/publishing/platform-calls.ts';
import { createBlueskyPublisher } from '../../../server/features/publishing/platforms/bluesky/publisher.ts';
import { discordPublisher } from '../../../server/features/publishing/platforms/discord/publisher.ts';
import {
  FACEBOOK_SCOPES,
  facebookPublisher,
} from '../../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../../server/features/publishing/platforms/instagram/account.ts';
import { instagramPublisher } from '../../../server/features/publishing/platforms/instagram/publisher.ts';
import { PAGE_SCOPES } from '../../../server/features/publishing/platforms/linkedin/oauth.ts';
import { createLinkedInPublisher } from '../../../server/features/publishing/platforms/linkedin/publisher.ts';
import { mastodonPublisher } from '../../../server/features/publishing/platforms/mastodon/publisher.ts';
import { pinterestPublisher } from '../../../server/features/publishing/platforms/pinterest/publisher.ts';
import { telegramPublisher } from '../../../server/features/publishing/platforms/telegram/publisher.ts';
import { threadsPublisher } from '../../../server/features/publishing/platforms/threads/publisher.ts';
import { tiktokPublisher } from '../../../server/features/publishing/platforms/tiktok/publisher.ts';
import { createXPublisher } from '../../../server/features/publishing/platforms/x/publisher.ts';
import { youtubePublisher } from '../../../server/features/publishing/platforms/youtube/publisher.ts';
import type {
  Connected,
  OutgoingMedia,
  OutgoingPost,
  Publisher,
} from '../../../server/features/publishing/publisher.ts';
import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { type PlatformApiSettings, platformApi } from '../../../shared/publishing/platform-apis.ts';
import { startDiscordServer } from '../discord/imitation.ts';
import { startLinkedInServer } from '../linkedin/imitation.ts';
import { startMastodonServer } from '../mastodon/imitation.ts';
import { addPost as addPagePost } from '../meta/facebook.ts';
import { type MetaServer, startMetaServer } from '../meta/imitation.ts';
import { addMedia } from '../meta/instagram.ts';
import { graphError, type Photo } from '../meta/world.ts';
import { startPds } from '../pds.ts';
import { addPin, startPinterest } from '../pinterest/imitation.ts';
import { APP } from '../pinterest/pinterest-oauth.ts';
import { begin as beginPinterest } from '../pinterest/publishing.ts';
import { startTelegramServer } from '../telegram/imitation.ts';
import { startThreadsServer } from '../threads/imitation.ts';
import { addMedia as addThread } from '../threads/world.ts';
import { startTikTok } from '../tiktok/imitation.ts';
import { addVideo as addTikTok } from '../tiktok/posts.ts';
import { begin as beginTikTok, CHUNK as TIKTOK_CHUNK } from '../tiktok/publishing.ts';
import { startXServer } from '../x/imitation.ts';
import { addPost as addXPost } from '../x/posts.ts';
import { bytesOf } from '../x/world.ts';
import { startYouTube } from '../youtube/imitation.ts';
import { begin as beginYouTube, CHUNK as YOUTUBE_CHUNK } from '../youtube/publishing.ts';
import { addVideo } from '../youtube/world.ts';
import type { Imitation, Reply } from './imitation.ts';
import { sha256 } from './platform-sessions.ts';

/** How a call that creates a part ends: successfully, with its response lost, or with one of these errors. */
export type Call = 'done' | 'lost' | 'limited' | 'refused';

export type Outcome = 'done' | 'never' | 'failed';
const MINUTE_MS = 60_000;

/** How a platform is started, besides its clock. */
export type Surroundings = {
  /** The address at which agents reach a server: its own, or that of a proxy in front of it. */
  via?: (origin: string) => Promise<string>;
  /** The server that Facebook and Instagram share, because an agent has only one address for Meta. */
  meta?: MetaServer;
  /** TikTok's mode, which determines who sees the videos. */
  tiktokMode?: 'PUBLIC_TO_EVERYONE' | 'SELF_ONLY';
  /** The account is a company page on LinkedIn, whose posts can be read. */
  isLinkedInPage?: boolean;
};

/** A platform to which the contract is applied, with one account that can be connected. Its clock is `now`. */
export type ContractPlatform = {
  server: Imitation;
  /** The address that agents use, and the API settings that lead them there instead of to the real platform. */
  origin: string;
  apis: PlatformApiSettings;
  publisher: Publisher;
  connect(calls: PlatformCalls): Promise<Connected>;
  /** The media that a post needs besides its text. */
  media: 'none' | 'picture' | 'video';
  /** The options that an account must have chosen for all of its posts. */
  defaults: OptionValues;
  /** The public address of all files, for a platform that fetches them. */
  publicMediaUrl?: string | undefined;
  /** The calls that upload media, create a post, comment on it, and look for it; null if the platform has none. */
  routes: { upload: string; make: string; comment: string | null; look: string | null };
  /** The platform's response to a post that it refuses. */
  refusal(words: string): Reply;
  /** The texts of the published posts, without comments and replies. */
  posts(): string[];
  comments(): string[];
  /** The number of posts that it holds until they are due. */
  held(): number;
  /** Another user writes below a part. */
  write?(remoteId: string, text: string): void;
  /** The number of published stories, which have no text. */
  stories(): number;
  /** The ids that the parts of a thread reply to; null if the platform has no threads. */
  parents: (() => (string | null)[]) | null;
  /** The pictures of all posts in order: alt text and hash. */
  pictures(): [alt: string, sha256: string][];
  /** Sets the result for the next videos, a minute later; null if videos are not waited for. */
  process: ((outcome: Outcome) => void) | null;
  /** Uploads in chunks that can be resumed: the size of two chunks, the owner in their note, and how they expire. */
  uploads: { size: number; owner: string; expire(): void } | null;
  /** The number of uploaded files. */
  files(): number;
  /** Gives all posts this many likes. */
  like(times: number): void;
  /**
   * Creates a post of the account with the same text, outside of our app; returns its id. Null if posts are found by a
   * key of ours.
   */
  elsewhere: ((text: string, createdAt: number) => string) | null;
  /** The user changes the texts of the posts on the platform. */
  edit(): void;
  /** The user deletes the posts on the platform. */
  remove(): void;
  /** The platform shows a link's preview as media of the post. */
  showPreview(): void;
  /** The user revokes the login. */
  revoke(): void;
  /** Texts that no record may contain, besides the tokens that were sent. */
  secrets(): string[];
};

const LOST = { when: 'after', answer: 'cut' } as const;
const LIMITED = { when: 'before', answer: { status: 429 } } as const;

/** Makes the next calls that create a part end like this, in order. */
export function next({ server, routes, refusal }: ContractPlatform, ...calls: Call[]): void {
  const refused = { when: 'before', answer: refusal('No comments here.') } as const;
  const faults = calls.map((call) => ({ done: null, lost: LOST, limited: LIMITED, refused })[call]);
  const { make, comment } = routes;
  // A small video is uploaded as one chunk.
  const ofPost = comment === null || comment === make ? faults : faults.slice(0, 1);
  server.fail(make, ...ofPost);
  if (comment !== null && comment !== make) server.fail(comment, ...faults.slice(1));
}

/** Defaults for everything that a platform may lack. */
const LACKING = {
  defaults: {},
  publicMediaUrl: undefined,
  parents: null,
  process: null,
  uploads: null,
  elsewhere: null,
  comments: (): string[] => [],
  stories: () => 0,
  held: () => 0,
  pictures: (): [string, string][] => [],
  like: () => undefined,
  edit: () => undefined,
  showPreview: () => undefined,
};

/** A platform that lacks everything optional; its own properties are spread after it. */
const lacking = (server: Imitation, origin: string, publisher: Publisher, apis: PlatformApiSettings = {}) => ({
  ...LACKING,
  server,
  origin,
  apis,
  publisher,
});

/** A server whose world contains the address that clients use. */
async function reached<Server extends Imitation & { world: { origin: string } }>(
  server: Server,
  { via }: Surroundings,
) {
  const world: Server['world'] = server.world;
  world.origin = via ? await via(server.origin) : server.origin;
  return { server, origin: world.origin, world };
}

export const CONTRACT_PLATFORMS = {
  async bluesky(_now, surroundings = {}) {
    const { server, origin } = await reached(await startPds(), surroundings);
    const { account } = server;
    const publisher = createBlueskyPublisher({ appView: origin });
    type Image = { alt: string; image: { ref: { $link: string } } };
    type Record = { text: string; reply?: { parent: { uri: string } }; embed?: { images?: Image[] } };
    const records = () => [...server.posts.values()].map(({ value }) => value as Record);
    const PUT = 'com.atproto.repo.putRecord';
    const entry = { identifier: account.handle, appPassword: account.appPassword, server: origin };
    return {
      ...lacking(server, origin, publisher),
      connect: (calls) => publisher.connect({ platform: 'bluesky', ...entry }, calls),
      media: 'none',
      routes: { upload: 'com.atproto.repo.uploadBlob', make: PUT, comment: PUT, look: 'com.atproto.repo.getRecord' },
      refusal: (message) => ({ status: 400, body: { error: 'InvalidRequest', message } }),
      posts: () => records().flatMap(({ text, reply }) => (reply ? [] : text)),
      comments: () => records().flatMap(({ text, reply }) => (reply ? text : [])),
      write: (remoteId, text) => void server.answers.write(text, remoteId.split(' ')[0] ?? null),
      parents: () => records().map(({ reply }) => reply?.parent.uri ?? null),
      pictures: () =>
        records().flatMap(({ embed }) =>
          (embed?.images ?? []).map(({ alt, image }): [string, string] => [
            alt,
            image.ref.$link.replace('bafkrei', ''),
          ]),
        ),
      files: () => server.blobs.size,
      edit: () => {
        for (const record of records()) if (!record.reply) record.text = 'Edited';
      },
      remove: () => server.posts.clear(),
      revoke: () => {
        server.expireAccess();
        server.revokeRefresh();
        account.appPassword = 'another';
      },
      secrets: () => [entry.appPassword],
    };
  },

  async mastodon(now, surroundings = {}) {
    const { server, origin, world } = await reached(
      await startMastodonServer({ now, domain: 'mastodon.example' }),
      surroundings,
    );
    // As if the server crashed before storing them.
    world.keepsKeys = false;
    const accessToken = server.tokenFor('ada', 'read write');
    const main = () => world.statuses.filter(({ replyTo }) => replyTo === null);
    const CREATE = 'POST /api/v1/statuses';
    return {
      ...lacking(server, origin, mastodonPublisher),
      connect: (calls) => mastodonPublisher.connect({ platform: 'mastodon', server: origin, accessToken }, calls),
      media: 'none',
      routes: {
        upload: 'POST /api/v2/media',
        make: CREATE,
        comment: CREATE,
        look: 'GET /api/v1/accounts/:id/statuses',
      },
      refusal: (error) => ({ status: 422, body: { error } }),
      posts: () => main().map(({ text }) => text),
      comments: () => world.statuses.flatMap(({ text, replyTo }) => (replyTo === null ? [] : text)),
      held: () => world.scheduled.length,
      write: (replyTo, text) => void server.postAs('grace', { text, replyTo, createdAt: now() }),
      parents: () => world.statuses.map(({ replyTo }) => replyTo),
      pictures: () =>
        world.statuses.flatMap(({ media }) =>
          media.map(({ description, sha256 }): [string, string] => [description ?? '', sha256]),
        ),
      process(outcome) {
        world.processing = outcome;
        world.options.processingMs = MINUTE_MS;
      },
      files: () => world.media.length,
      like: (favourites) => {
        for (const status of main()) status.figures.favourites = favourites;
      },
      elsewhere: (text, createdAt) => server.postAs('ada', { text, createdAt }).id,
      edit: () => {
        for (const status of main()) status.text = 'Edited';
      },
      remove: () => Object.assign(world, { statuses: [], scheduled: [] }),
      showPreview: () => {
        const shown = { id: '1', mimeType: 'image/jpeg', size: 1, sha256: '', description: null, readyAt: 0 };
        for (const { account, id: statusId, media } of main()) media.splice(0, 1, { ...shown, account, statusId });
      },
      revoke: () => {
        for (const token of world.tokens) token.isRevoked = true;
      },
      secrets: () => [accessToken],
    };
  },

  async twitter(now, surroundings = {}) {
    const { server, origin, world } = await reached(await startXServer({ now }), surroundings);
    const publisher = createXPublisher({ ...platformApi('twitter'), origin });
    const ada = server.addUser('ada');
    const entry = { platform: 'twitter' as const, monthlyBudget: '', ...ada.keys };
    const main = () => world.posts.filter(({ replyTo }) => replyTo === null);
    const CREATE = 'POST /2/tweets';
    return {
      ...lacking(server, origin, publisher, { twitter: { origin } }),
      connect: (calls) => publisher.connect(entry, calls),
      media: 'none',
      routes: { upload: 'POST /2/media/upload', make: CREATE, comment: CREATE, look: 'GET /2/users/:id/tweets' },
      refusal: (detail) => ({ status: 403, body: { title: 'Forbidden', detail } }),
      posts: () => main().map(({ text }) => text),
      comments: () => world.posts.flatMap(({ text, replyTo }) => (replyTo === null ? [] : text)),
      parents: () => world.posts.map(({ replyTo }) => replyTo),
      pictures: () =>
        world.posts.flatMap(({ media }) => media.map((one): [string, string] => [one.alt ?? '', sha256(bytesOf(one))])),
      process: (outcome) => void Object.assign(world, { processing: outcome, processingMs: MINUTE_MS }),
      files: () => world.media.size,
      like: (likes) => {
        for (const post of main()) post.likes = likes;
      },
      elsewhere: (text, createdAt) => addXPost(world, ada, { text, createdAt }).id,
      edit: () => {
        for (const post of main()) post.text = 'Edited';
      },
      remove: () => void world.posts.splice(0),
      showPreview: () => {
        for (const post of main()) post.media = [{ id: '1' } as (typeof post.media)[number]];
      },
      revoke: () => {
        ada.keys = { ...ada.keys, accessToken: 'another' };
      },
      secrets: () => [entry.apiKey, entry.apiSecret, entry.accessToken, entry.accessTokenSecret],
    };
  },

  async linkedin(now, surroundings = {}) {
    const { server, origin, world } = await reached(await startLinkedInServer({ now, processingMs: 0 }), surroundings);
    const publisher = createLinkedInPublisher({ ...platformApi('linkedin'), origin });
    const isPage = surroundings.isLinkedInPage === true;
    const ada = server.addMember('Ada', isPage ? PAGE_SCOPES : undefined);
    const page = isPage ? server.addPage('Ada Bakes', ada) : null;
    const author = page ? `urn:li:organization:${page.id}` : `urn:li:person:${ada.id}`;
    return {
      ...lacking(server, origin, publisher, { linkedin: { origin } }),
      connect: (calls) => publisher.connect({ platform: 'linkedin', accessToken: ada.token }, calls),
      media: 'none',
      // Apps cannot read a member's posts.
      routes: {
        upload: 'POST /rest/images?action=initializeUpload',
        make: 'POST /rest/posts',
        comment: isPage ? 'POST /rest/socialActions/:urn/comments' : null,
        look: isPage ? 'GET /rest/posts' : null,
      },
      refusal: (message) => ({ status: 400, body: { message } }),
      posts: () => world.posts.map(({ text }) => text),
      comments: () => world.comments.map(({ text }) => text),
      elsewhere: isPage ? (text, createdAt) => server.addPost(author, text, createdAt).urn : null,
      like: (likes) => {
        for (const post of world.posts) post.likes = likes;
      },
      pictures: () =>
        world.posts.flatMap(({ media }) =>
          media.map(({ id, altText = '' }): [string, string] => [
            altText,
            sha256(world.media.get(id)?.parts[0] ?? Buffer.alloc(0)),
          ]),
        ),
      process: (outcome) => void Object.assign(world, { processing: outcome, processingMs: MINUTE_MS }),
      files: () => world.media.size,
      remove: () => void world.posts.splice(0),
      revoke: () => {
        ada.isRevoked = true;
      },
      secrets: () => [ada.token],
    };
  },

  facebook: (now, surroundings = {}) => meta('facebook', now, surroundings),
  instagram: (now, surroundings = {}) => meta('instagram', now, surroundings),

  async youtube_shorts(now, surroundings = {}) {
    const { server, origin, world } = await reached(await startYouTube({ now }), surroundings);
    const apis = { youtube_shorts: { origin, site: origin, tokenOrigin: origin } };
    const publisher = youtubePublisher(platformApi('youtube_shorts', apis), YOUTUBE_CHUNK);
    return {
      ...lacking(server, origin, publisher, apis),
      async connect(calls) {
        const signIn = await beginYouTube({ publisher, calls });
        return signIn.complete(await server.decide(signIn.authorizeUrl), calls);
      },
      media: 'video',
      routes: {
        upload: 'POST /upload/youtube/v3/videos',
        make: 'PUT /upload/youtube/v3/videos',
        comment: 'POST /youtube/v3/commentThreads',
        look: 'GET /youtube/v3/playlistItems',
      },
      refusal: (message) => ({
        status: 403,
        body: { error: { code: 403, message, errors: [{ reason: 'commentsDisabled' }] } },
      }),
      held: () => world.videos.filter(({ status }) => status.publishAt).length,
      posts: () => world.videos.map(({ title, description }) => [title, description].filter(Boolean).join('\n\n')),
      comments: () => world.comments.map(({ text }) => text),
      uploads: {
        size: YOUTUBE_CHUNK + 5,
        owner: 'channelId',
        expire() {
          for (const upload of world.sessions.values()) upload.isGone = true;
        },
      },
      files: () => world.sessions.size,
      like: (times) => {
        for (const { statistics } of world.videos) statistics.likeCount = String(times);
      },
      elsewhere: (text, createdAt) => {
        const [title = '', ...rest] = text.split('\n\n');
        const resource = { snippet: { title, description: rest.join('\n\n') }, status: { privacyStatus: 'public' } };
        const video = addVideo(world, resource, { size: 1, sha256: '' });
        video.publishedAt = createdAt;
        return video.id;
      },
      edit: () => {
        for (const video of world.videos) video.title = 'Edited';
      },
      remove: () => void world.videos.splice(0),
      revoke: () => {
        for (const token of world.accounts.tokens) token.expiresAt = 0;
        for (const token of world.accounts.refreshTokens) token.isRevoked = true;
      },
      secrets: () => world.accounts.refreshTokens.map(({ value }) => value),
    };
  },

  async tiktok(now, surroundings = {}) {
    // The uploads that an account began in the last minute are remembered across tests.
    const { server, origin, world } = await reached(
      await startTikTok({ now, processingMs: 0, openId: randomUUID(), chunkMin: TIKTOK_CHUNK }),
      surroundings,
    );
    const apis = { tiktok: { origin, site: origin } };
    const publisher = tiktokPublisher(platformApi('tiktok', apis), TIKTOK_CHUNK);
    return {
      ...lacking(server, origin, publisher, apis),
      async connect(calls) {
        const { tiktokMode: mode = 'PUBLIC_TO_EVERYONE' } = surroundings;
        const signIn = await beginTikTok({ publisher, calls }, { mode, figures: 'yes' });
        return signIn.complete(await server.decide(signIn.authorizeUrl), calls);
      },
      media: 'video',
      routes: {
        upload: 'POST /v2/post/publish/video/init/',
        make: 'PUT /video/',
        comment: null,
        look: 'POST /v2/post/publish/status/fetch/',
      },
      refusal: (message) => ({ status: 400, body: { error: { code: 'invalid_params', message } } }),
      posts: () => world.posts.flatMap(({ sha256, info }) => (sha256 === null ? [] : String(info.title))),
      process(outcome) {
        world.processingMs = outcome === 'never' ? Number.POSITIVE_INFINITY : MINUTE_MS;
        world.failReason = outcome === 'failed' ? 'duration_check_failed' : null;
      },
      uploads: {
        size: 2 * TIKTOK_CHUNK,
        owner: 'account',
        expire() {
          for (const post of world.posts) post.isExpired = true;
        },
      },
      files: () => world.posts.length,
      like: (times) => {
        for (const { figures } of world.videos) figures.like_count = times;
      },
      elsewhere: (text, createdAt) => {
        const video = addTikTok(world, text);
        video.createdAt = createdAt;
        return video.id;
      },
      edit: () => {
        for (const video of world.videos) video.title = 'Edited';
      },
      remove: () => void world.videos.splice(0),
      revoke: () => {
        for (const login of world.accounts.logins) login.isRevoked = true;
      },
      secrets: () => world.accounts.logins.flatMap(({ access, refresh }) => [access, refresh ?? '']),
    };
  },

  async threads(now, surroundings = {}) {
    const { server, origin, world } = await reached(
      await startThreadsServer({ now, processingMs: 0, postsPerDay: 10_000, repliesPerDay: 10_000 }),
      surroundings,
    );
    const apis = { threads: { origin } };
    const publisher = withAddresses(threadsPublisher(platformApi('threads', apis)));
    const { id: userId, token } = server.addProfile('ada');
    const main = () => world.media.filter(({ replyTo }) => replyTo === null);
    const PUBLISH = 'POST /me/threads_publish';
    return {
      ...lacking(server, origin, publisher, apis),
      connect: (calls) => publisher.connect({ platform: 'threads', accessToken: token.value }, calls),
      media: 'none',
      publicMediaUrl: PUBLIC_MEDIA_URL,
      routes: { upload: 'POST /me/threads', make: PUBLISH, comment: PUBLISH, look: 'GET /me/threads' },
      refusal: (words) => ({ status: 400, body: graphError(100, words) }),
      posts: () => main().map(({ text }) => text),
      comments: () => world.media.flatMap(({ text, replyTo }) => (replyTo === null ? [] : text)),
      parents: () => world.media.map(({ replyTo }) => replyTo),
      pictures: () =>
        world.media.flatMap(({ files }) =>
          files.map(({ alt, address }): [string, string] => [alt, /(\w{64})\.\w+$/.exec(address)?.[1] ?? '']),
        ),
      process: (outcome) => {
        world.processing = outcome;
        world.options.processingMs = MINUTE_MS;
      },
      files: () => world.containers.length,
      like: (likes) => {
        for (const { figures } of main()) figures.likes = likes;
      },
      elsewhere: (text, createdAt) => addThread(world, { userId, text, createdAt }).id,
      edit: () => {
        for (const media of main()) media.text = 'Edited';
      },
      remove: () => void world.media.splice(0),
      revoke: () => {
        for (const one of world.tokens) one.isRevoked = true;
      },
      secrets: () => world.tokens.map(({ value }) => value),
    };
  },

  async telegram(now, surroundings = {}) {
    const { server, origin, world } = await reached(await startTelegramServer({ now }), surroundings);
    const apis = { telegram: { origin } };
    const publisher = telegramPublisher(platformApi('telegram', apis));
    const bot = server.addBot('ada_bot');
    server.addChannel('Ada Bakes', bot);
    const entry = { platform: 'telegram' as const, botToken: bot.token, channel: '@ada_bakes' };
    return {
      ...lacking(server, origin, publisher, apis),
      connect: (calls) => publisher.connect(entry, calls),
      media: 'none',
      // The files are part of the call that creates the post, and bots cannot read.
      routes: { upload: 'POST /getChat', make: 'POST /sendMessage', comment: null, look: null },
      refusal: (words) => ({ status: 400, body: { ok: false, error_code: 400, description: `Bad Request: ${words}` } }),
      posts: () => world.messages.map(({ text }) => text),
      pictures: () => world.messages.flatMap((one): [string, string][] => (one.sha256 ? [['', one.sha256]] : [])),
      files: () => world.messages.length,
      remove: () => void world.messages.splice(0),
      revoke: () => {
        bot.token = `${bot.id}:${'another'.repeat(5)}`;
      },
      secrets: () => [entry.botToken],
    };
  },

  async discord(now, surroundings = {}) {
    const { server, origin, world } = await reached(await startDiscordServer({ now }), surroundings);
    const apis = { discord: { origin } };
    const publisher = discordPublisher(platformApi('discord', apis));
    const hook = server.addWebhook('Ada Bakes');
    const webhook = `https://discord.com/api/webhooks/${hook.id}/${hook.token}`;
    return {
      ...lacking(server, origin, publisher, apis),
      connect: (calls) => publisher.connect({ platform: 'discord', webhook }, calls),
      media: 'none',
      // The files are part of the call that creates the post, and a webhook cannot read its channel.
      routes: { upload: 'GET /:id', make: 'POST /:id', comment: null, look: null },
      refusal: (message) => ({ status: 400, body: { message, code: 50_035 } }),
      posts: () => world.messages.map(({ content }) => content),
      pictures: () =>
        world.messages.flatMap(({ files }) => files.map(({ alt, sha256: hash }): [string, string] => [alt, hash])),
      files: () => world.messages.length,
      like: (times) => {
        for (const message of world.messages) message.reactions = times;
      },
      remove: () => void world.messages.splice(0),
      revoke: () => void world.webhooks.splice(0),
      secrets: () => [hook.token],
    };
  },

  async pinterest(now, surroundings = {}) {
    const { server, origin, world } = await reached(await startPinterest({ now }), surroundings);
    const apis = { pinterest: { origin, site: 'https://www.pinterest.com' } };
    const defaults = { board: 'Bread' };
    const publisher = withDefaults(pinterestPublisher(platformApi('pinterest', apis)), defaults);
    return {
      ...lacking(server, origin, publisher, apis),
      defaults,
      async connect(calls) {
        const signIn = await beginPinterest({ publisher, calls });
        return signIn.complete(await server.decide(signIn.authorizeUrl), calls);
      },
      media: 'picture',
      // Pictures are part of the call that creates the pin.
      routes: { upload: 'GET /v5/boards', make: 'POST /v5/pins', comment: null, look: 'GET /v5/boards/:id/pins' },
      refusal: (message) => ({ status: 400, body: { code: 1, message } }),
      posts: () => world.pins.map(({ description }) => description ?? ''),
      pictures: () =>
        world.pins.flatMap(({ alt, pictures }) => pictures.map((hash): [string, string] => [alt ?? '', hash])),
      process: (outcome) => void Object.assign(world, { processing: outcome, processingMs: MINUTE_MS }),
      files: () => world.uploads.length,
      like: (times) => {
        for (const pin of world.pins) pin.reactions = times;
      },
      elsewhere: (description, createdAt) => addPin(world, { description, createdAt }).id,
      edit: () => {
        for (const pin of world.pins) pin.description = 'Edited';
      },
      remove: () => void world.pins.splice(0),
      revoke: () => {
        for (const login of world.accounts.logins) login.isRevoked = true;
      },
      secrets: () => [APP.secret, ...world.accounts.logins.flatMap(({ access, refresh }) => [access, refresh ?? ''])],
    };
  },
} satisfies Record<Platform, (now: () => number, surroundings?: Surroundings) => Promise<ContractPlatform>>;

/** The public address of all files, like that of a hosted project. */
export const PUBLIC_MEDIA_URL = 'https://pictures.example/library';

/** For a platform that fetches files: gives files without an address one that contains their hash. */
function withAddresses(publisher: Publisher): Publisher {
  const hosted = async (media: OutgoingMedia): Promise<OutgoingMedia> => {
    const bytes = new Uint8Array(await new Response(await media.open()).arrayBuffer());
    return { address: `${PUBLIC_MEDIA_URL}/${sha256(bytes)}.${media.mimeType.split('/').at(-1)}`, ...media };
  };
  return {
    ...publisher,
    open(...given) {
      const session = publisher.open(...given);
      return {
        ...session,
        prepare: async (post) => session.prepare({ ...post, media: await Promise.all(post.media.map(hosted)) }),
      };
    },
  };
}

/** For a platform whose posts need a choice: adds the options that an account has chosen for all of its posts. */
function withDefaults(publisher: Publisher, defaults: OptionValues): Publisher {
  return {
    ...publisher,
    open(...given) {
      const session = publisher.open(...given);
      const chosen = <P extends OutgoingPost>(post: P) => ({ ...post, options: { ...defaults, ...post.options } });
      return {
        ...session,
        prepare: (post) => session.prepare(chosen(post)),
        find: (post) => session.find(chosen(post)),
      };
    },
  };
}

/** With a daily limit that no test reaches. */
export const startMeta = (now: () => number) => startMetaServer({ now, processingMs: 0, postsPerDay: 10_000 });

async function meta(
  platform: 'facebook' | 'instagram',
  now: () => number,
  surroundings: Surroundings,
): Promise<ContractPlatform> {
  const { server, origin, world } = await reached(surroundings.meta ?? (await startMeta(now)), surroundings);
  const account = { id: '17841400', username: 'ada.bakes', type: 'BUSINESS' };
  if (world.professionals.length === 0) world.professionals.push(account);
  const page = world.pages[0] ?? server.addPage('Ada Bakes', { igId: account.id });
  const apis = { facebook: { origin }, instagram: { origin } };
  const api = platformApi('facebook', apis);
  const isPage = platform === 'facebook';
  const publisher = isPage ? facebookPublisher(api) : instagramPublisher(platformApi('instagram', apis), api);
  const accessToken = server.userToken(isPage ? FACEBOOK_SCOPES : LINKED_SCOPES).value;
  const reels = () => world.videos.filter(({ state }) => state === 'finished');
  return {
    ...lacking(server, origin, publisher, apis),
    connect: (calls) => publisher.connect({ platform, accessToken }, calls),
    media: isPage ? 'none' : 'picture',
    routes: {
      upload: isPage ? 'POST /:id/photos' : 'POST /:id/media',
      make: isPage ? 'POST /:id/feed' : 'POST /:id/media_publish',
      comment: 'POST /:id/comments',
      look: isPage ? 'GET /:id/published_posts' : 'GET /:id/media',
    },
    refusal: (words) => ({ status: 400, body: graphError(100, words) }),
    posts: () =>
      isPage
        ? [...world.posts.map(({ message }) => message ?? ''), ...reels().map(({ description }) => description)]
        : world.media.map(({ caption }) => caption),
    held: () => world.posts.filter(({ scheduledAt }) => scheduledAt).length,
    stories: () => (isPage ? world.stories : world.media.filter(({ isStory }) => isStory)).length,
    comments: () =>
      world.comments
        .filter(({ objectId }) => world.media.some(({ id }) => id === objectId) !== isPage)
        .map(({ message }) => message),
    write: (objectId, message) =>
      void world.comments.push({ id: String(9_000_000 + world.comments.length), objectId, message, fromId: '77' }),
    pictures() {
      const hashOf = (holds: (photo: Photo) => boolean) => world.photos.find(holds)?.file.sha256 ?? '';
      if (!isPage)
        return world.containers.flatMap(({ alt, imageUrl }) =>
          imageUrl ? [[alt, hashOf(({ id }) => imageUrl.includes(`/cdn/${id}.jpg`))] as [string, string]] : [],
        );
      const posted = world.posts.flatMap(({ photoIds }) => photoIds);
      const photos = posted.flatMap((id) => world.photos.find((one) => one.id === id) ?? []);
      return photos.map(({ alt, file }) => [alt, file.sha256]);
    },
    process(outcome) {
      world.processing = outcome;
      world.options.processingMs = MINUTE_MS;
    },
    files: () => (isPage ? world.videos : world.containers).length,
    like: (times) => {
      for (const { figures } of world.posts) figures.reactions = times;
      for (const { figures } of world.media) figures.likes = times;
    },
    elsewhere: (text, createdAt) =>
      isPage
        ? addPagePost(world, page, { message: text, createdAt }).id
        : addMedia(world, account, { caption: text, createdAt }).id,
    edit: () => {
      for (const post of world.posts) post.message = 'Edited';
      for (const media of world.media) media.caption = 'Edited';
    },
    remove: () => {
      world.posts.splice(0);
      world.media.splice(0);
    },
    revoke: () => {
      for (const token of world.tokens) token.isRevoked = true;
    },
    secrets: () => world.tokens.map(({ value }) => value),
  };
}
