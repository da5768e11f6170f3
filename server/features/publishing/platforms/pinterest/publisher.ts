import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type OutgoingPost, PublishError, type Publisher, type Session } from '../../publisher.ts';
import { beginLoopback, codeOf, renewedTokens } from '../kit/oauth.ts';
import { uploadLimitMs } from '../kit/upload-form.ts';
import { type PinterestSecret, readAccount, secretSchema } from './account.ts';
import { pinterestApi } from './api.ts';
import { placeOf } from './boards.ts';
import { mediaSource } from './media.ts';
import { appOf, authorizeUrl, checkKeys, exchangeCode, renewTokens } from './oauth.ts';
import { createPin, findPin, PINTEREST, pinOf, readFigures, readFollowers, removePins } from './pins.ts';

/**
 * Publishes pins to a board. The irreversible call is `POST /pins`; a video is uploaded before, and invisible until
 * then.
 * https://developers.pinterest.com/docs/work-with-organic-content-and-users/create-boards-and-pins/
 */
export function pinterestPublisher(api: PlatformApi): Publisher {
  return {
    platform: 'pinterest',
    // The API supports no idempotency keys.
    isIdempotent: false,

    async connect() {
      throw new PublishError('rejected', 'Connect Pinterest by logging in with Pinterest.');
    },

    oauth: {
      async begin(request, redirectUri) {
        if (request.platform !== 'pinterest')
          throw new PublishError('rejected', 'This is not a sign-in for Pinterest.');
        const app = appOf(request);
        const signIn = beginLoopback(redirectUri, 'localhost');
        return {
          authorizeUrl: authorizeUrl(api, app, signIn),
          state: signIn.state,
          async complete(answer, calls) {
            const tokens = await exchangeCode(api, app, { code: codeOf(answer, signIn), ...signIn }, calls);
            const opened = pinterestApi(api, async () => tokens.accessToken, calls);
            return await readAccount(api, opened, app, () => tokens);
          },
        };
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        return data ? { platform: 'pinterest', ...data.app } : null;
      },
    },

    checkKeys: (entry, calls) => checkKeys(api, entry, calls),

    open(kept, calls, keepSecret) {
      const { success, data } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved login cannot be read. Connect the account again.');
      return openSession(api, data, calls, keepSecret);
    },
  };
}

function openSession(
  settings: PlatformApi,
  opened: PinterestSecret,
  calls: PlatformCalls,
  keepSecret: (secret: unknown) => Promise<void>,
): Session {
  const { token, secret } = renewedTokens(opened, {
    now: calls.now,
    renew: ({ app, tokens }) => renewTokens(settings, app, tokens, calls),
    keep: keepSecret,
  });
  const api = pinterestApi(settings, token, calls);

  return {
    check: () => readAccount(settings, api, secret().app, () => secret().tokens),
    quota: async () => [],
    async prepare(post) {
      const size = post.media.reduce((sum, one) => sum + (one.kind === 'image' ? one.size : 0), 0);
      const pin = post.sent ? null : await pinFrom(post);
      return {
        async publish(known, onPart) {
          if (known.length > 0) return [...known];
          // The post was prepared as one whose pin is already known.
          if (!pin) throw new PublishError('transient', 'The pin is no longer known.');
          const part = await createPin(api, pin, uploadLimitMs(size));
          await onPart(part);
          return [part];
        },
      };
    },
    find: (post) => findPin(api, post, () => placeOf(api, post)),
    remove: (parts) => removePins(api, parts),
    figures: (parts) => readFigures(api, parts),
    followers: () => readFollowers(api),
    // Pinterest can only revoke tokens of system users.
    logOut: async () => ({
      text: 'The app can still post to this account. Remove it on Pinterest, under Settings, Security, Connected apps.',
      url: `${PINTEREST}/settings/security`,
    }),
  };
  async function pinFrom(post: OutgoingPost): Promise<object> {
    const place = await placeOf(api, post);
    return pinOf(post, place, await mediaSource(settings, api, post.media));
  }
}
