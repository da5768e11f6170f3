import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { PublishError, type Publisher, type Session } from '../../publisher.ts';
import { beginLoopback, codeOf, renewedTokens } from '../kit/oauth.ts';
import { asChoices, wantedReads, wantedScopes } from '../kit/reads.ts';
import {
  assertScopes,
  READ_SCOPES,
  readAccount,
  readFollowers,
  readQuota,
  scopesFor,
  secretSchema,
  type TikTokSecret,
} from './account.ts';
import { tiktokApi } from './api.ts';
import { checkKeys } from './key-check.ts';
import { authorizeUrl, exchangeCode, renewTokens, revoke } from './oauth.ts';
import { tiktokOwnPages } from './own-pages.ts';
import { findPost, initOf, readFigures, untilOut } from './posts.ts';
import { CHUNK_BYTES, uploadBeginning, uploadEnd } from './upload.ts';

/**
 * Publishes videos with the user's own app, directly or to their inbox. The last chunk of the upload creates the post.
 * https://developers.tiktok.com/doc/content-posting-api-get-started
 */
export function tiktokPublisher(api: PlatformApi, chunkBytes = CHUNK_BYTES): Publisher {
  return {
    platform: 'tiktok',
    isIdempotent: false,
    ownPages: tiktokOwnPages,

    async connect() {
      throw new PublishError('rejected', 'Connect TikTok by logging in with TikTok.');
    },

    oauth: {
      async begin(request, redirectUri) {
        if (request.platform !== 'tiktok') throw new PublishError('rejected', 'This is not a sign-in for TikTok.');
        const { clientKey, clientSecret, mode } = request;
        const app = { clientKey, clientSecret };
        const reads = wantedReads(request);
        const signIn = beginLoopback(redirectUri);
        return {
          authorizeUrl: authorizeUrl(api, app, signIn, [...scopesFor(mode).all, ...wantedScopes(READ_SCOPES, request)]),
          state: signIn.state,
          async complete(answer, calls) {
            const code = codeOf(answer, signIn);
            const tokens = await exchangeCode(api, app, { code, ...signIn }, calls);
            assertScopes(tokens.scopes, mode);
            return await readAccount(
              tiktokApi(api, async () => tokens.accessToken, calls, chunkBytes),
              { app, mode, reads },
              () => tokens,
            );
          },
        };
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        return data ? { platform: 'tiktok', ...data.app, mode: data.mode, ...asChoices(data.reads) } : null;
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

function openSession(
  settings: PlatformApi,
  opened: TikTokSecret,
  calls: PlatformCalls,
  keepSecret: (secret: unknown) => Promise<void>,
  chunkBytes: number,
): Session {
  const { token, secret } = renewedTokens(opened, {
    now: calls.now,
    renew: ({ app, tokens }) => renewTokens(settings, app, tokens.refreshToken, calls),
    keep: keepSecret,
  });
  const api = tiktokApi(settings, token, calls, chunkBytes);

  return {
    check() {
      const { app, mode, reads } = secret();
      return readAccount(api, { app, mode, ...(reads && { reads }) }, () => secret().tokens);
    },
    quota: async () => (secret().mode === 'inbox' ? [] : await readQuota(api)),
    async prepare(post) {
      const [media, ...others] = post.media;
      if (media?.kind !== 'video' || others.length > 0)
        throw new PublishError('rejected', 'TikTok accepts one video and nothing else.');
      if (media.size === 0) throw new PublishError('rejected', 'The video is empty.');
      const init = await initOf(api, secret().mode, post);
      const upload = await uploadBeginning(api, { post, account: secret().openId, media, ...init });
      return {
        async publish(known, onPart) {
          if (known[0]) return [...known];
          await uploadEnd(api, upload, { post, media });
          const part = await untilOut(api, secret(), upload.publishId);
          await onPart(part);
          return [part];
        },
      };
    },
    find: (post) => findPost(api, secret(), post),
    async remove() {
      throw new PublishError('rejected', 'TikTok does not let apps delete videos. Delete it in the TikTok app.');
    },
    figures: (parts) => readFigures(api, secret(), parts),
    followers: () => readFollowers(api, secret()),
    logOut: () => revoke(settings, secret().app, secret().tokens, calls),
  };
}
