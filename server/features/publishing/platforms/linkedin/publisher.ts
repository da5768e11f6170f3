import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError, type Publisher } from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { beginLoopback, endsSoon, renewedTokens, type TokenSource } from '../kit/oauth.ts';
import { type LinkedInSecret, type LoginSecret, personUrn, readAccount, readLogin, secretSchema } from './account.ts';
import { linkedInApi } from './api.ts';
import { uploadMedia, uploadThumb } from './media.ts';
import { appOf, authorizeUrl, codeFrom, exchangeCode, renewTokens, type Tokens } from './oauth.ts';
import { publishPost, removePosts } from './posts.ts';

/** A token that is renewed by itself is renewed before the person would be told of its end. */
const RENEW_BEFORE_MS = 15 * 24 * 3_600_000;
/** Where users revoke an app's permissions. */
const PERMITTED_SERVICES = '/psettings/permitted-services';
const NOT_READABLE =
  'LinkedIn lets no app read a member’s own posts, so nobody can tell from here. Look at your profile: if the post is missing, send it again; if it is there, mark it as published.';

/**
 * Publishes to a LinkedIn profile with the user's own app: by a log-in, or with a token of the portal's token generator.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export function createLinkedInPublisher(settings: PlatformApi): Publisher {
  return {
    platform: 'linkedin',
    isIdempotent: false,

    async connect(entry, calls) {
      if (entry.platform !== 'linkedin') throw new PublishError('rejected', 'This is no entry for LinkedIn.');
      return await readAccount(settings, { accessToken: entry.accessToken, expiresAt: null }, calls);
    },

    oauth: {
      async begin(request, redirectUri) {
        if (request.platform !== 'linkedin') throw new PublishError('rejected', 'This is no sign-in for LinkedIn.');
        const { clientId, clientSecret } = request;
        const app = appOf({ clientId, clientSecret });
        const signIn = beginLoopback(redirectUri);
        return {
          authorizeUrl: authorizeUrl(settings, app, signIn),
          state: signIn.state,
          async complete(answer, calls) {
            const tokens = await exchangeCode(settings, app, { ...signIn, code: codeFrom(answer, signIn) }, calls);
            const api = linkedInApi(settings, async () => tokens.accessToken, calls);
            return await readLogin(settings, api, app, () => tokens);
          },
        };
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        return data && 'app' in data ? { platform: 'linkedin', ...data.app } : null;
      },
    },

    open(kept, calls, keepSecret) {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The kept token cannot be read. Connect the account again.');
      const login = loginOf(settings, secret, calls, keepSecret);
      const api = linkedInApi(settings, login.token, calls);
      const author = personUrn(secret.personId);
      return {
        quota: async () => [],
        check: login.check,
        logOut: async () => ({
          text: 'The token works until it expires. To end it now, remove your app under Permitted services.',
          url: `${settings.site}${PERMITTED_SERVICES}`,
        }),
        async prepare(post) {
          const additions = openAdditions(calls);
          const urns = await uploadMedia(api, author, post, additions);
          const thumbUrn = post.card?.thumb ? await uploadThumb(api, author, post.card.thumb) : null;
          return additions.notedIn({
            async publish(known, onPart) {
              if (known.length > 0) return [...known];
              const part = await publishPost(api, author, post, { urns, thumbUrn });
              await onPart(part);
              return [part];
            },
          });
        },
        // A post has a single part.
        find: async ({ known = [] }) =>
          known.length > 0 ? { found: 'all', parts: [...known] } : { found: 'unclear', why: NOT_READABLE },
        remove: (parts) => removePosts(api, parts),
        // Reading them needs a permission that LinkedIn only gives to partners.
        figures: async () => ({}),
      };
    },
  };
}

type RenewedSecret = LoginSecret & { tokens: Tokens & { refreshToken: string } };

function isRenewed(secret: LinkedInSecret): secret is RenewedSecret {
  return 'app' in secret && secret.tokens.refreshToken !== null;
}

/** The token of a secret, and its check: LinkedIn renews some log-ins, which is done ahead of their end. */
function loginOf(
  settings: PlatformApi,
  secret: LinkedInSecret,
  calls: PlatformCalls,
  keep: (secret: unknown) => Promise<void>,
): { token: TokenSource; check(): Promise<Connected> } {
  if (!('app' in secret)) {
    const { accessToken } = secret;
    return { token: async () => accessToken, check: () => readAccount(settings, secret, calls) };
  }
  const { app } = secret;
  if (!isRenewed(secret)) {
    const token = async () => secret.tokens.accessToken;
    return { token, check: () => readLogin(settings, linkedInApi(settings, token, calls), app, () => secret.tokens) };
  }
  const renewed = renewedTokens(secret, {
    now: calls.now,
    renew: ({ tokens }) => renewTokens(settings, app, tokens, calls),
    keep,
  });
  const tokens = () => renewed.secret().tokens;
  return {
    token: renewed.token,
    async check() {
      const { expiresAt } = tokens();
      const left = Date.parse(expiresAt) - calls.now().getTime();
      const isToBeRenewed = left < RENEW_BEFORE_MS && !endsSoon(expiresAt, calls.now());
      const refused = isToBeRenewed ? await failureOf(renewed.token(tokens().accessToken)) : null;
      const seen = await readLogin(settings, linkedInApi(settings, renewed.token, calls), app, tokens);
      if (refused?.errorClass !== 'auth') return seen;
      return { ...seen, expiresAt: tokens().expiresAt, problem: `${NOT_RENEWED} ${refused.message}` };
    },
  };
}

const NOT_RENEWED = 'LinkedIn no longer renews this login by itself. Renew it before it ends.';

async function failureOf(renewal: Promise<string>): Promise<PublishError | null> {
  try {
    await renewal;
    return null;
  } catch (error) {
    if (error instanceof PublishError) return error;
    throw error;
  }
}
