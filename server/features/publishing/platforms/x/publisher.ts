import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { millsOf } from '../../../../../shared/publishing/prices.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { PublishError, type Publisher, type Session } from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { beginLoopback, codeOf, renewedTokens } from '../kit/oauth.ts';
import { readAccount, readLogin, secretSchema, type XSecret } from './account.ts';
import { answersOf } from './answers.ts';
import { type XLogin, xApi } from './api.ts';
import { readFigures, readFollowers } from './figures.ts';
import { checkKeys } from './key-check.ts';
import { postLimits } from './limits.ts';
import { uploadMedia } from './media.ts';
import { appOf, authorizeUrl, exchangeCode, renewTokens, revoke } from './oauth2.ts';
import { xOwnPages } from './own-pages.ts';
import { findPost, publishParts, removeParts } from './posts.ts';

/** The console with the keys of an app. */
const CONSOLE = 'https://console.x.com';

/**
 * Publishes to X with the user's own app, with its four OAuth 1.0a keys or a login by OAuth 2.0. X charges the app per
 * call.
 * https://docs.x.com/x-api/getting-started/about-x-api
 */
export function createXPublisher(settings: PlatformApi): Publisher {
  const limits = postLimits();
  return {
    platform: 'twitter',
    isIdempotent: false,
    ownPages: xOwnPages,

    async connect(entry, calls) {
      if (entry.platform !== 'twitter') throw new PublishError('rejected', 'This is not an entry for X.');
      const { monthlyBudget, platform: _, ...keys } = entry;
      return await readAccount(settings, { ...keys, monthlyMills: millsOf(monthlyBudget) }, calls);
    },

    oauth: {
      async begin(request, redirectUri) {
        if (request.platform !== 'twitter') throw new PublishError('rejected', 'This is not a sign-in for X.');
        const app = appOf(request);
        const monthlyMills = millsOf(request.monthlyBudget);
        const signIn = beginLoopback(redirectUri);
        return {
          authorizeUrl: authorizeUrl(settings, app, signIn),
          state: signIn.state,
          async complete(answer, calls) {
            const tokens = await exchangeCode(settings, app, { code: codeOf(answer, signIn), ...signIn }, calls);
            const api = xApi(settings, { token: async () => tokens.accessToken }, calls);
            return await readLogin(settings, api, { app, monthlyMills }, () => tokens);
          },
        };
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        if (!data || !('app' in data)) return null;
        const { app, monthlyMills } = data;
        return {
          platform: 'twitter',
          clientId: app.clientId,
          ...(app.clientSecret !== null && { clientSecret: app.clientSecret }),
          ...(monthlyMills !== null && { monthlyBudget: (monthlyMills / 1000).toFixed(2) }),
        };
      },
    },

    checkKeys: (entry, calls) => checkKeys(settings, entry, calls),

    open(kept, calls, keepSecret) {
      const { success, data } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved keys cannot be read. Connect the account again.');
      const secret = data;
      const login = loginOf(settings, secret, calls, keepSecret);
      const api = xApi(settings, login.by, calls, (headers) => limits.note(secret.userId, headers, calls.now()));
      return {
        quota: async () => limits.left(secret.userId, calls.now()),
        check: () => login.check(),
        logOut: () => login.logOut(),
        async prepare(post) {
          const mediaIds: string[] = [];
          // The media are published with the first part, and their alt texts cost money.
          if (post.sent)
            return { publish: (known, onPart) => publishParts(api, secret, post, mediaIds, known, onPart) };
          const additions = openAdditions(calls);
          for (const [index, media] of post.media.entries()) {
            const name = media.kind === 'video' ? 'video' : 'picture';
            mediaIds.push(await uploadMedia(api, media, `${name} ${index + 1}`, additions));
          }
          return additions.notedIn({
            publish: (known, onPart) => publishParts(api, secret, post, mediaIds, known, onPart),
          });
        },
        find: (post) => findPost(api, secret, post),
        remove: (parts) => removeParts(api, parts),
        figures: (parts) => readFigures(api, parts),
        followers: () => readFollowers(api),
        answers: answersOf(api, secret),
      };
    },
  };
}

type Login = { by: XLogin } & Pick<Session, 'check' | 'logOut'>;

/** What differs between the two ways to log in; everything else is the same. */
function loginOf(
  settings: PlatformApi,
  secret: XSecret,
  calls: PlatformCalls,
  keep: (secret: unknown) => Promise<void>,
): Login {
  if (!('app' in secret)) {
    return {
      by: { keys: secret },
      check: () => readAccount(settings, secret, calls),
      logOut: async () => ({
        text: 'The keys still work, also for other programs. To end them, press Revoke for the Access Token of your app.',
        url: CONSOLE,
      }),
    };
  }
  const { app } = secret;
  const renewed = renewedTokens(secret, {
    now: calls.now,
    renew: ({ tokens }) => renewTokens(settings, app, tokens, calls),
    keep,
  });
  const by = { token: renewed.token };
  return {
    by,
    check: () => readLogin(settings, xApi(settings, by, calls), secret, () => renewed.secret().tokens),
    logOut: () => revoke(settings, app, renewed.secret().tokens, calls),
  };
}
