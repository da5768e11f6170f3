import { platformCalls } from '../../../server/features/publishing/platform-calls.ts';
import {
  FACEBOOK_SCOPES,
  facebookPublisher,
} from '../../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../../server/features/publishing/platforms/instagram/account.ts';
import { instagramPublisher } from '../../../server/features/publishing/platforms/instagram/publisher.ts';
import { createLinkedInPublisher } from '../../../server/features/publishing/platforms/linkedin/publisher.ts';
import { tiktokPublisher } from '../../../server/features/publishing/platforms/tiktok/publisher.ts';
import { createXPublisher } from '../../../server/features/publishing/platforms/x/publisher.ts';
import { youtubePublisher } from '../../../server/features/publishing/platforms/youtube/publisher.ts';
import type { Publisher } from '../../../server/features/publishing/publisher.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { PLATFORM_APIS, platformApi } from '../../../shared/publishing/platform-apis.ts';
import { startLinkedInServer } from '../linkedin/imitation.ts';
import { startMetaServer } from '../meta/imitation.ts';
import { graphError } from '../meta/world.ts';
import { refusing, send } from '../pds.ts';
import { startTikTok } from '../tiktok/imitation.ts';
import { connect as connectTikTok } from '../tiktok/publishing.ts';
import { startXServer } from '../x/imitation.ts';
import { startYouTube } from '../youtube/imitation.ts';
import { connect as connectYouTube } from '../youtube/publishing.ts';
import { steppedCalls } from './platform-sessions.ts';
import type { publishingStage } from './stage.ts';

type Stage = ReturnType<typeof publishingStage>;
/** What becomes of calls that make a part: done as asked, the answer lost after it was done, or one of these answers. */
export type Call = 'done' | 'lost' | 'limited' | 'refused';

/** A platform as the rules of "never twice" are held against it, with one account. Its clock is `now`. */
export type ContractPlatform = {
  account: string;
  publishers: Record<string, Publisher>;
  /** What a post needs besides its words. */
  media: 'none' | 'picture' | 'video';
  /** What becomes of the next calls that make a part, in order. */
  next(...calls: Call[]): void;
  /** How many posts stand there, comments and replies left out. */
  posts(): number;
  comments(): (string | undefined)[];
  /** The person changes the words of the posts on the platform. */
  edit(): void;
  /** The person deletes the posts there. */
  remove(): void;
  /** The platform shows the preview of a link as media of the post. */
  showPreview(): void;
  close(): Promise<void>;
};

const PUT = 'com.atproto.repo.putRecord';
const LOST = { when: 'after', answer: 'cut' } as const;
const LIMITED = { when: 'before', answer: { status: 429 } } as const;
const refused = (status: number, body: object) => ({ when: 'before', answer: { status, body } }) as const;

/** Faults of an imitation for calls; those of a comment have a route of their own where `hasOwnRoute`. */
function faultsOf<T>(calls: readonly Call[], refusal: T) {
  return calls.map((call) => ({ done: null, lost: LOST, limited: LIMITED, refused: refusal })[call]);
}

type Start = (stage: Stage, now: () => number) => Promise<ContractPlatform>;
const checking = (now: () => number) =>
  platformCalls({ signal: AbortSignal.timeout(60_000), now: () => new Date(now()) });

export const CONTRACT_PLATFORMS = {
  async bluesky(stage) {
    const { pds } = stage;
    const records = () => [...pds.posts.values()].map(({ value }) => value as { text: string; reply?: object });
    const answers: Record<Call, Parameters<typeof pds.fault>[1]> = {
      done: async (_, response, next) => send(response, await next()),
      lost: async (_, response, next) => {
        await next();
        response.destroy();
      },
      limited: refusing(429, 'RateLimitExceeded'),
      refused: refusing(400, 'InvalidRequest'),
    };
    return {
      account: stage.accounts.bluesky,
      publishers: {},
      media: 'none',
      next: (...calls) => {
        for (const call of calls) pds.fault(PUT, answers[call]);
      },
      posts: () => records().filter(({ reply }) => !reply).length,
      comments: () => records().flatMap(({ text, reply }) => (reply ? text : [])),
      edit: () => {
        for (const record of records()) if (!record.reply) record.text = 'Edited';
      },
      remove: () => pds.posts.clear(),
      showPreview: () => undefined,
      close: async () => undefined,
    };
  },

  async mastodon({ mastodon, accounts }, now) {
    const { world } = mastodon;
    world.options.now = now;
    world.keepsKeys = false;
    const main = () => world.statuses.filter(({ replyTo }) => replyTo === null);
    return {
      account: accounts.mastodon,
      publishers: {},
      media: 'none',
      next: (...calls) =>
        mastodon.fail('POST /api/v1/statuses', ...faultsOf(calls, refused(422, { error: 'No comments here.' }))),
      posts: () => main().length,
      comments: () => world.statuses.flatMap(({ text, replyTo }) => (replyTo === null ? [] : text)),
      edit: () => {
        for (const status of main()) status.text = 'Edited';
      },
      remove: () => {
        world.statuses = [];
      },
      showPreview: () => {
        for (const status of main())
          status.media = [
            {
              id: '1',
              account: status.account,
              mimeType: 'image/jpeg',
              size: 1,
              sha256: '',
              description: null,
              readyAt: 0,
              statusId: status.id,
            } as (typeof status.media)[number],
          ];
      },
      close: async () => undefined,
    };
  },

  async twitter(stage, now) {
    const server = await startXServer({ now });
    const publisher = createXPublisher({ ...PLATFORM_APIS.twitter, origin: server.origin });
    const entry = { platform: 'twitter' as const, monthlyBudget: '', ...server.addUser('ada').keys };
    const { secret } = await publisher.connect(entry, checking(now));
    const { world } = server;
    const main = () => world.posts.filter(({ replyTo }) => replyTo === null);
    return {
      account: await stage.addAccount('twitter', secret),
      publishers: { twitter: publisher },
      media: 'none',
      next: (...calls) =>
        server.fail(
          'POST /2/tweets',
          ...faultsOf(calls, refused(403, { title: 'Forbidden', detail: 'No replies here.' })),
        ),
      posts: () => main().length,
      comments: () => world.posts.flatMap(({ text, replyTo }) => (replyTo === null ? [] : text)),
      edit: () => {
        for (const post of main()) post.text = 'Edited';
      },
      remove: () => void world.posts.splice(0),
      showPreview: () => {
        for (const post of main()) post.media = [{ id: '1' } as (typeof post.media)[number]];
      },
      close: server.close,
    };
  },

  async linkedin(stage, now) {
    const server = await startLinkedInServer({ now, processingMs: 0 });
    const publisher = createLinkedInPublisher({ ...PLATFORM_APIS.linkedin, origin: server.origin });
    const accessToken = server.addMember('Ada').token;
    const { secret } = await publisher.connect({ platform: 'linkedin', accessToken }, checking(now));
    return {
      account: await stage.addAccount('linkedin', secret),
      publishers: { linkedin: publisher },
      media: 'none',
      next: () => undefined,
      posts: () => server.world.posts.length,
      comments: () => [],
      edit: () => undefined,
      remove: () => void server.world.posts.splice(0),
      showPreview: () => undefined,
      close: server.close,
    };
  },

  facebook: (stage, now) => meta('facebook', stage, now),
  instagram: (stage, now) => meta('instagram', stage, now),

  async youtube_shorts(stage, now) {
    const server = await startYouTube({ now });
    const publisher = youtubePublisher(server.api);
    const { secret } = await connectYouTube({ server, publisher, kept: [], ...steppedCalls(now()) });
    const { world } = server;
    const refusal = refused(403, {
      error: { code: 403, message: 'Comments are off.', errors: [{ reason: 'commentsDisabled' }] },
    });
    return {
      account: await stage.addAccount('youtube_shorts', secret),
      publishers: { youtube_shorts: publisher },
      media: 'video',
      next: (...calls) => {
        // One chunk is the whole of a small video.
        const [upload, ...comments] = faultsOf(calls, refusal);
        if (upload) server.fail('PUT /upload/youtube/v3/videos', upload);
        server.fail('POST /youtube/v3/commentThreads', ...comments);
      },
      posts: () => world.videos.length,
      comments: () => world.comments.map(({ text }) => text),
      edit: () => {
        for (const video of world.videos) video.title = 'Edited';
      },
      remove: () => void world.videos.splice(0),
      showPreview: () => undefined,
      close: server.close,
    };
  },

  async tiktok(stage, now) {
    const server = await startTikTok({ now, processingMs: 0 });
    const publisher = tiktokPublisher(server.api);
    const setting = { server, publisher, kept: [], ...steppedCalls(now()) };
    const { secret } = await connectTikTok(setting, { mode: 'PUBLIC_TO_EVERYONE' });
    const { world } = server;
    return {
      account: await stage.addAccount('tiktok', secret),
      publishers: { tiktok: publisher },
      media: 'video',
      next: (...calls) => server.fail('PUT /video/', ...faultsOf(calls, refused(403, {}))),
      posts: () => world.posts.filter(({ sha256 }) => sha256 !== null).length,
      comments: () => [],
      edit: () => {
        for (const video of world.videos) video.title = 'Edited';
      },
      remove: () => void world.videos.splice(0),
      showPreview: () => undefined,
      close: server.close,
    };
  },
} satisfies Record<Platform, Start>;

async function meta(platform: 'facebook' | 'instagram', stage: Stage, now: () => number): Promise<ContractPlatform> {
  const server = await startMetaServer({ now, processingMs: 0 });
  const { world } = server;
  const igId = '17841400';
  world.professionals.push({ id: igId, username: 'ada.bakes', type: 'BUSINESS' });
  server.addPage('Ada Bakes', { igId });
  const api = { ...platformApi('facebook', {}), origin: server.origin };
  const isPage = platform === 'facebook';
  const publisher = isPage
    ? facebookPublisher(api)
    : instagramPublisher({ ...platformApi('instagram', {}), origin: server.origin }, api);
  const accessToken = server.userToken(isPage ? FACEBOOK_SCOPES : LINKED_SCOPES).value;
  const { secret } = await publisher.connect({ platform, accessToken }, checking(now));
  const refusal = refused(400, graphError(100, 'Comments are off.'));
  return {
    account: await stage.addAccount(platform, secret),
    publishers: { [platform]: publisher },
    media: isPage ? 'none' : 'picture',
    next: (...calls) => {
      const [post = null, ...comments] = faultsOf(calls, refusal);
      server.fail(isPage ? 'POST /:id/feed' : 'POST /:id/media_publish', post);
      server.fail('POST /:id/comments', ...comments);
    },
    posts: () => (isPage ? world.posts : world.media).length,
    comments: () => world.comments.map(({ message }) => message),
    edit: () => {
      for (const post of world.posts) post.message = 'Edited';
      for (const media of world.media) media.caption = 'Edited';
    },
    remove: () => {
      world.posts.splice(0);
      world.media.splice(0);
    },
    // The imitation shows the link to a video as a video.
    showPreview: () => undefined,
    close: server.close,
  };
}
