import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type OutgoingPost, PublishError, type PublishedPart, type Publisher, type Session } from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { beginLoopback, codeOf, renewedTokens } from '../kit/oauth.ts';
import { asChoices, wantedReads, wantedScopes } from '../kit/reads.ts';
import {
  type Choices,
  connectedAs,
  lacksOf,
  noteVideo,
  readChannel,
  secretSchema,
  videosLeft,
  type YouTubeSecret,
} from './account.ts';
import { addToPlaylist, addToVideo } from './additions.ts';
import { answersOf } from './answers.ts';
import { quotaReset, type YouTubeApi, youtubeApi } from './api.ts';
import { holdsOf } from './holds.ts';
import { checkKeys } from './key-check.ts';
import { authorizeUrl, exchangeCode, READ_SCOPES, renewTokens, revoke } from './oauth.ts';
import { readReport } from './report.ts';
import { CHUNK_BYTES, type Uploaded, uploadBeginning, uploadEnd } from './upload.ts';
import { choicesOf, videoResource } from './video-resource.ts';
import { findPost, partOf, postComment, readFigures, readSubscribers, readVisibility, removeVideo } from './videos.ts';

/**
 * Uploads Shorts with the user's own Google project. The last chunk of the upload creates the post.
 * https://developers.google.com/youtube/v3
 */
export function youtubePublisher(api: PlatformApi, chunkBytes = CHUNK_BYTES): Publisher {
  return {
    platform: 'youtube_shorts',
    isIdempotent: false,

    async connect() {
      throw new PublishError('rejected', 'Connect YouTube by logging in with Google.');
    },

    oauth: {
      async begin(request, redirectUri) {
        if (request.platform !== 'youtube_shorts')
          throw new PublishError('rejected', 'This is not a sign-in for YouTube.');
        const { clientId, clientSecret, privacy, madeForKids } = request;
        const app = { clientId, clientSecret };
        const choices = { privacy, isMadeForKids: madeForKids === 'yes' };
        const reads = wantedReads(request);
        const signIn = beginLoopback(redirectUri);
        return {
          authorizeUrl: authorizeUrl(api, app, signIn, wantedScopes(READ_SCOPES, request)),
          state: signIn.state,
          async complete(answer, calls) {
            const code = codeOf(answer, signIn);
            const tokens = await exchangeCode(api, app, { code, ...signIn }, calls);
            const channel = await readChannel(youtubeApi(api, async () => tokens.accessToken, calls, chunkBytes));
            return connectedAs({ app, tokens, choices, reads }, channel);
          },
        };
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        if (!data) return null;
        const { privacy, isMadeForKids } = data.choices;
        const madeForKids = isMadeForKids ? 'yes' : 'no';
        return { platform: 'youtube_shorts', ...data.app, privacy, madeForKids, ...asChoices(data.reads) };
      },
    },

    checkKeys: (entry, calls) => checkKeys(api, entry, calls),

    open(kept, calls, keepSecret) {
      const { success, data } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved login cannot be read. Connect the account again.');
      return openSession(api, data, calls, keepSecret, chunkBytes);
    },
  };
}

/** How long after its upload a video is watched, to see whether its project is audited. */
const WATCH_MS = 24 * 3600_000;

function openSession(
  settings: PlatformApi,
  opened: YouTubeSecret,
  calls: PlatformCalls,
  keepSecret: (secret: unknown) => Promise<void>,
  chunkBytes: number,
): Session {
  const { token, secret, change } = renewedTokens(opened, {
    now: calls.now,
    renew: ({ app, tokens }) => renewTokens(settings, app, tokens, calls),
    keep: keepSecret,
  });
  const plain = youtubeApi(settings, token, calls, chunkBytes);
  const api = withQuotaNoted(plain, opened.app.clientId);
  /** Videos that `find` found, by the post's key: they need not be uploaded. */
  const found = new Map<string, PublishedPart>();

  return {
    async check() {
      const channel = await readChannel(api);
      await watch().catch(() => undefined);
      return connectedAs(secret(), channel);
    },
    async quota() {
      const left = videosLeft(secret().app.clientId, calls);
      return left ? [{ of: 'videos', ...left, words: null }] : [];
    },
    async prepare(post) {
      const there = found.get(post.key);
      if (post.sent) return { publish: (known, onPart) => publish(post, known, null, onPart) };
      if (there) return { publish: (known, onPart) => publish(post, known, async () => there, onPart) };
      const upload = await prepareUpload(post, videoResource(post, secret().choices));
      const end = async () => {
        const video = await upload();
        const choices = choicesOf(post, secret().choices);
        await noteAudit(video, choices);
        return partOf(video, choices);
      };
      return { publish: (known, onPart) => publish(post, known, end, onPart) };
    },
    async find(post) {
      const answer = await findPost(api, secret(), post);
      if (answer.found === 'some' && answer.parts[0]) found.set(post.key, answer.parts[0]);
      return answer;
    },
    holds: holdsOf(api, secret(), async (post, until) => {
      const upload = await prepareUpload(post, videoResource(post, secret().choices, until));
      return async () => {
        const video = partOf(await upload(), { ...secret().choices, privacy: 'private' });
        const additions = openAdditions(calls);
        // Not counted: these calls have a separate quota.
        if (post.media[0]) await addToVideo(plain, video.remoteId, post.media[0], additions);
        await addToPlaylist(plain, video.remoteId, post.options?.playlist, additions);
        return video;
      };
    }),
    remove: (parts) => removeVideo(api, parts),
    async figures(parts) {
      const told = await readFigures(api, parts);
      return told && lacksOf(secret()).length === 0 ? { ...told, ...(await readReport(settings, plain, parts)) } : told;
    },
    followers: () => readSubscribers(api),
    // Not counted: these calls have a separate quota.
    answers: answersOf(plain, secret()),
    logOut: () => revoke(settings, secret().tokens.refreshToken, calls),
  };

  /** Uploads a post's video except for its end. The returned function sends the end, which creates the video. */
  async function prepareUpload(post: OutgoingPost, resource: object): Promise<() => Promise<Uploaded>> {
    const [media, ...others] = post.media;
    if (media?.kind !== 'video' || others.length > 0)
      throw new PublishError('rejected', 'YouTube accepts one video and nothing else.');
    if (media.size === 0) throw new PublishError('rejected', 'The video is empty.');
    const { channelId } = secret();
    const { upload, progress } = await uploadBeginning(api, { post, channelId, resource, media });
    return async () =>
      progress.state === 'done' ? progress.video : await uploadEnd(api, upload, media, progress.next);
  }

  /**
   * Stores what a video shows about its project's audit, for messages about later posts. A failure does not affect the
   * video.
   */
  async function noteAudit({ id, status }: Uploaded, { privacy }: Choices): Promise<void> {
    if (privacy === 'private') return;
    const { isAudited: before } = secret();
    const isAudited = status?.privacyStatus === undefined ? before : status.privacyStatus !== 'private';
    if (isAudited === true && before === true) return;
    const until = new Date(calls.now().getTime() + WATCH_MS).toISOString();
    await change({ isAudited, watched: { id, until } }).catch(() => undefined);
  }

  /**
   * Updates the audit state from the watched video's visibility: YouTube may lock a video some time after its upload.
   */
  async function watch(): Promise<void> {
    const { watched, isAudited: before } = secret();
    if (!watched) return;
    const seen = await readVisibility(plain, watched.id);
    const isAudited = seen === null ? before : seen !== 'private';
    const isOver = seen === null || (isAudited && calls.now() > new Date(watched.until));
    if (isOver || isAudited !== before) await change({ isAudited, watched: isOver ? null : watched });
  }

  /** Adds the note that YouTube keeps the video private, if the answer to the upload did not show it yet. */
  async function readBack(video: PublishedPart, post: OutgoingPost): Promise<PublishedPart> {
    const choices = choicesOf(post, secret().choices);
    if (secret().watched?.id !== video.remoteId || secret().isAudited === false) return video;
    await watch().catch(() => undefined);
    const privacyStatus = secret().isAudited === false ? 'private' : undefined;
    const { note } = partOf({ id: video.remoteId, status: { privacyStatus } }, choices);
    return note === undefined ? video : { ...video, note: [video.note, note].filter(Boolean).join(' ') };
  }

  async function publish(
    post: OutgoingPost,
    known: readonly PublishedPart[],
    upload: (() => Promise<PublishedPart>) | null,
    onPart: (part: PublishedPart) => Promise<void>,
  ): Promise<PublishedPart[]> {
    const [made = await upload?.(), comment] = known;
    // The post was prepared as one whose video is already known.
    if (!made) throw new PublishError('transient', 'The video is no longer known.');
    let video = made;
    if (!known[0]) {
      await onPart(made);
      const additions = openAdditions(calls);
      // Not counted: these calls have a separate quota.
      if (post.media[0]) await addToVideo(plain, made.remoteId, post.media[0], additions);
      await addToPlaylist(plain, made.remoteId, post.options?.playlist, additions);
      video = await readBack(additions.noted(made), post);
    }
    const [, text] = post.parts;
    if (text === undefined || comment) return comment ? [video, comment] : [video];
    const posted = await postComment(api, secret(), video, text);
    await onPart(posted);
    return [video, posted];
  }
}

/** Counts a project's uploads towards its daily quota. */
function withQuotaNoted(api: YouTubeApi, clientId: string): YouTubeApi {
  return {
    ...api,
    async send(request) {
      const isInsert = request.json !== undefined && request.url.searchParams.get('uploadType') === 'resumable';
      const until = quotaReset(api.calls.now());
      try {
        const answer = await api.send(request);
        if (isInsert) noteVideo(clientId, until);
        return answer;
      } catch (error) {
        const isUsedUp = error instanceof PublishError && error.retryAt?.getTime() === until.getTime();
        if (isUsedUp) noteVideo(clientId, until, true);
        throw error;
      }
    },
  };
}
