import { z } from 'zod';
import { knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import {
  type Connected,
  type Found,
  type OutgoingMedia,
  PublishError,
  type PublishedPart,
  type Publisher,
  type Session,
} from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { endsOf } from '../kit/reading-back.ts';
import { serverAddress } from '../kit/server-address.ts';
import { answersOf } from './answers.ts';
import { POSTGATE, THREADGATE } from './gates.ts';
import * as logins from './login.ts';
import { accountsMentioned, searchPeople } from './people.ts';
import * as posts from './posts.ts';
import * as records from './records.ts';
import { cardOf, upload, uploadSubtitles } from './uploads.ts';
import { videoQuota } from './video-quota.ts';
import { answerOf, methodUrl } from './xrpc.ts';

const DEFAULT_SERVER = 'https://bsky.social';
/** Bluesky's "AppView", which reports metrics without a login. */
const APP_VIEW = 'https://public.api.bsky.app';
/** Processes videos, and reports the remaining quota. */
const VIDEO_SERVICE = 'https://video.bsky.app';

/** Returned whether or not the session could be ended. */
const APP_PASSWORD_STAYS = {
  text: 'The app password still works. To end it, delete it on Bluesky under Settings, Privacy and security, App passwords.',
  url: 'https://bsky.app/settings/app-passwords',
};

/** A server may omit any of the counts. */
const told = z.unknown().optional();
const countedSchema = z.object({
  posts: z
    .array(
      z.object({
        uri: z.string(),
        likeCount: told,
        repostCount: told,
        quoteCount: told,
        replyCount: told,
        bookmarkCount: told,
      }),
    )
    .max(1),
});
const profileSchema = z.object({ followersCount: told });

/** Bluesky and other AT Protocol servers, over XRPC. `appView` reports the metrics. */
export function createBlueskyPublisher({ appView = APP_VIEW, videoService = VIDEO_SERVICE } = {}): Publisher {
  return {
    platform: 'bluesky',
    isIdempotent: true,
    async connect(entry, calls) {
      if (entry.platform !== 'bluesky') throw new PublishError('rejected', 'This is not a Bluesky account.');
      const { identifier, appPassword } = entry;
      const server = serverAddress(entry.server ?? DEFAULT_SERVER);
      // Users may enter their handle with an @.
      return connected(await logins.logIn({ identifier: identifier.replace(/^@/, ''), appPassword, server }, calls));
    },
    open(secret, calls, keepSecret) {
      const login = logins.loginSchema.safeParse(secret).data;
      if (!login) throw new PublishError('auth', 'The login to Bluesky cannot be read. Connect again.');
      const guarded = logins.guardNamedServers(calls, [login.server, appView, videoService]);
      return openSession(logins.authorize(login, guarded, keepSecret), guarded, { appView, videoService });
    },
  };
}

export const blueskyPublisher = createBlueskyPublisher();

function connected(login: logins.Login): Connected {
  return {
    secret: login,
    handle: login.handle,
    remoteId: login.did,
    profileUrl: posts.profileUrl(login),
    server: login.server,
    // An app password is valid until it is revoked.
    expiresAt: null,
    limits: {},
  };
}

function openSession(
  account: logins.Authorized,
  calls: PlatformCalls,
  { appView, videoService }: { appView: string; videoService: string },
): Session {
  return {
    quota: async ({ videos }) => (videos === 0 ? [] : await videoQuota(videoService, account, calls)),

    async check() {
      const answer = await account.send(({ pds }) => ({
        step: 'check the log-in',
        url: methodUrl(pds, 'com.atproto.server.getSession'),
      }));
      const session = answerOf(answer, logins.accountSchema, { now: calls.now() });
      const login = account.login();
      if (session.did !== login.did) throw new PublishError('auth', 'The login now belongs to another account.');
      logins.assertActive(session);
      account.update({ ...login, handle: session.handle, pds: logins.pdsOf(session, login.pds) });
      return connected(account.login());
    },

    async logOut() {
      await logins.endSession(account.login(), calls).catch((error: unknown) => {
        if (!(error instanceof PublishError)) throw error;
      });
      return APP_PASSWORD_STAYS;
    },

    async prepare(post) {
      assertMedia(post.media);
      const blobs = [];
      for (const [index, media] of post.media.entries()) {
        blobs.push(await upload(media, `upload ${media.kind} ${index + 1}`, account, calls));
      }
      const additions = openAdditions(calls);
      const caption = await uploadSubtitles(post, account, calls, additions);
      const embed = records.embedOf(post.media, blobs, caption) ?? (await cardOf(post, account, calls));
      const embedded = post.card ? records.cardPart(post, post.card) : 0;
      const dids = await accountsMentioned(post, account, calls);
      const langs = await records.languagesOf(post);
      // The media belong to the first part.
      const labels = (part: number) => (part === 0 ? records.labelsOf(post) : {});
      return additions.notedIn({
        async publish(known, onPart, sentAt = post.sentAt) {
          const sent = { ...post, sentAt };
          const parts = [...known];
          for (let part = known.length; part < sent.parts.length; part += 1) {
            const record = {
              ...records.recordOf(sent, part, dids, part === embedded ? embed : null),
              ...langs,
              ...labels(part),
            };
            const reply = posts.replyTo(parts);
            const published = await posts.createPart(
              { ...record, ...(reply && { reply }) },
              sent,
              part,
              account,
              calls,
            );
            await onPart(published);
            parts.push(published);
          }
          return parts;
        },
      });
    },

    async find(post): Promise<Found> {
      const parts: PublishedPart[] = [...(post.known ?? [])];
      for (const part of endsOf(parts))
        if (await posts.isGone(posts.remoteIdOf(part), account, calls)) return { found: 'gone' };
      if (post.isKeyLost) return posts.findByWords(post, account, calls);
      for (let part = parts.length; part < post.parts.length; part += 1) {
        const stored = await posts.readPost(post, part, account, calls);
        if ('why' in stored) return { found: 'unclear', why: stored.why };
        if (stored.part === null) return parts.length === 0 ? { found: 'none' } : { found: 'some', parts };
        parts.push(stored.part);
      }
      return { found: 'all', parts };
    },

    async remove(parts) {
      const reversed = parts.map(posts.remoteIdOf).reverse();
      if (reversed.some(({ uri }) => !uri.startsWith(`at://${account.login().did}/`)))
        throw new PublishError('rejected', 'The post belongs to another account.');
      for (const [index, { rkey }] of reversed.entries()) {
        const isFirst = index === reversed.length - 1;
        // A missing record is not an error.
        for (const collection of [records.POSTS, POSTGATE, ...(isFirst ? [THREADGATE] : [])]) {
          const answer = await account.send(({ pds, did }) => ({
            step: 'delete post',
            url: methodUrl(pds, 'com.atproto.repo.deleteRecord'),
            json: { repo: did, collection, rkey },
          }));
          answerOf(answer, z.unknown(), { now: calls.now() });
        }
      }
    },

    searchPeople: (query) => searchPeople(query, account, calls),
    answers: answersOf(account, calls),

    async figures(parts) {
      const [first] = parts.map(posts.remoteIdOf);
      if (!first) return null;
      const answer = await calls.send({
        step: 'count likes',
        url: methodUrl(appView, 'app.bsky.feed.getPosts', { uris: first.uri }),
      });
      const answered = answerOf(answer, countedSchema, { now: calls.now() });
      const counted = answered.posts.find(({ uri }) => uri === first.uri);
      if (!counted) return (await posts.isGone(first, account, calls)) ? null : {};
      return knownFigures({
        likes: counted.likeCount,
        comments: counted.replyCount,
        shares: sumOf(counted.repostCount, counted.quoteCount),
        saves: counted.bookmarkCount,
      });
    },
    /** https://docs.bsky.app/docs/api/app-bsky-actor-get-profile */
    async followers() {
      const answer = await calls.send({
        step: 'count followers',
        url: methodUrl(appView, 'app.bsky.actor.getProfile', { actor: account.login().did }),
      });
      return sumOf(answerOf(answer, profileSchema, { now: calls.now() }).followersCount);
    },
  };
}

/** Throws PublishError `rejected` for media that no record can hold. */
function assertMedia(media: readonly OutgoingMedia[]): void {
  if (media.length < 2 || media.every(({ kind }) => kind === 'image')) return;
  throw new PublishError('rejected', 'Bluesky accepts pictures or one video, not both.');
}
