import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError, type Publisher } from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { beginLoopback, endsSoon, renewedTokens, type TokenSource } from '../kit/oauth.ts';
import {
  connectByToken,
  type LinkedInSecret,
  type LoginSecret,
  readAuthor,
  readLogin,
  secretSchema,
} from './account.ts';
import { linkedInApi, NEEDS_PAGE, NEEDS_SCOPE } from './api.ts';
import { authorUrn, choosePage, connectedAs, pageOfLogIn, readMember } from './author.ts';
import { uploadMedia, uploadThumb } from './media.ts';
import {
  appOf,
  authorizeUrl,
  codeFrom,
  exchangeCode,
  MEMBER_SCOPES,
  PAGE_SCOPES,
  renewTokens,
  type Tokens,
} from './oauth.ts';
import { readFigures, readFollowers } from './page-figures.ts';
import { findPagePost } from './page-posts.ts';
import { assertVisible, publishParts, removePosts } from './posts.ts';

/** A refreshable token is refreshed this long before it expires, so that the user is not warned of its expiry. */
const RENEW_BEFORE_MS = 15 * 24 * 3_600_000;
/** Where users revoke an app's permissions. */
const PERMITTED_SERVICES = '/psettings/permitted-services';
const NOT_READABLE =
  'LinkedIn does not let apps read a member’s own posts, so Local Agent cannot check. Look at your profile: if the post is missing, send it again; if it is there, mark it as published.';

/**
 * Publishes to a LinkedIn profile or company page with the user's own app: with a login, or with a token from the
 * portal's token generator. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export function createLinkedInPublisher(settings: PlatformApi): Publisher {
  return {
    platform: 'linkedin',
    isIdempotent: false,

    async connect(entry, calls) {
      if (entry.platform !== 'linkedin') throw new PublishError('rejected', 'This is not an entry for LinkedIn.');
      return await connectByToken(settings, entry, calls);
    },

    oauth: {
      async begin(request, redirectUri) {
        if (request.platform !== 'linkedin') throw new PublishError('rejected', 'This is not a sign-in for LinkedIn.');
        const isPage = request.pageClientId !== undefined || request.pageClientSecret !== undefined;
        const app = appOf(
          isPage ? { clientId: request.pageClientId, clientSecret: request.pageClientSecret } : request,
        );
        const [scopes, needs] = isPage ? [PAGE_SCOPES, NEEDS_PAGE] : [MEMBER_SCOPES, NEEDS_SCOPE];
        const signIn = beginLoopback(redirectUri);
        return {
          authorizeUrl: authorizeUrl(settings, app, signIn, scopes),
          state: signIn.state,
          async complete(answer, calls) {
            const code = codeFrom(answer, signIn, needs);
            const tokens = await exchangeCode(settings, app, { ...signIn, code }, calls);
            const connect = (page: string | undefined, later: PlatformCalls) => {
              const api = linkedInApi(settings, async () => tokens.accessToken, later, needs);
              return readLogin(settings, isPage ? choosePage(api, page) : readMember(api), app, () => tokens);
            };
            return await pageOfLogIn(connect, request.page, calls);
          },
        };
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        if (!data || !('app' in data)) return null;
        if ('personId' in data) return { platform: 'linkedin', ...data.app };
        const { clientId: pageClientId, clientSecret: pageClientSecret } = data.app;
        return { platform: 'linkedin', pageClientId, pageClientSecret, page: data.organizationId };
      },
    },

    open(kept, calls, keepSecret) {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved token cannot be read. Connect the account again.');
      const isPage = 'organizationId' in secret;
      const needs = isPage ? NEEDS_PAGE : NEEDS_SCOPE;
      const login = loginOf(settings, secret, calls, { needs, keep: keepSecret });
      const api = linkedInApi(settings, login.token, calls, needs);
      const author = authorUrn(secret);
      return {
        quota: async () => [],
        check: login.check,
        logOut: async () => ({
          text: 'The token works until it expires. To end it now, remove your app under Permitted services.',
          url: `${settings.site}${PERMITTED_SERVICES}`,
        }),
        async prepare(post) {
          if (post.sent) return { publish: (known, onPart) => publishParts(api, author, post, null, known, onPart) };
          assertVisible(post, isPage);
          const additions = openAdditions(calls);
          const urns = await uploadMedia(api, author, post, additions);
          const thumbUrn = post.card?.thumb ? await uploadThumb(api, author, post.card.thumb) : null;
          return additions.notedIn({
            publish: (known, onPart) => publishParts(api, author, post, { urns, thumbUrn }, known, onPart),
          });
        },
        async find(post) {
          if (isPage) return await findPagePost(api, author, post);
          const { known = [] } = post;
          // A member's post has a single part.
          return known.length > 0 ? { found: 'all', parts: [...known] } : { found: 'unclear', why: NOT_READABLE };
        },
        remove: (parts) => removePosts(api, parts),
        // Reading a member's metrics needs a permission that LinkedIn only grants to partners.
        figures: (parts) => (isPage ? readFigures(api, author, parts) : Promise.resolve({})),
        ...(isPage && { followers: () => readFollowers(api, author) }),
      };
    },
  };
}

type RenewedSecret = LoginSecret & { tokens: Tokens & { refreshToken: string } };

function isRenewed(secret: LinkedInSecret): secret is RenewedSecret {
  return 'app' in secret && secret.tokens.refreshToken !== null;
}

/** The token of a secret, and its check, which refreshes a refreshable login ahead of its expiry. */
function loginOf(
  settings: PlatformApi,
  secret: LinkedInSecret,
  calls: PlatformCalls,
  { needs, keep }: { needs: string; keep: (secret: unknown) => Promise<void> },
): { token: TokenSource; check(): Promise<Connected> } {
  const open = (token: TokenSource) => linkedInApi(settings, token, calls, needs);
  if (!('app' in secret)) {
    const { accessToken, expiresAt } = secret;
    const token = async () => accessToken;
    return {
      token,
      async check() {
        const known = await readAuthor(open(token), secret);
        return connectedAs(settings, known, { accessToken, expiresAt, ...known.author }, expiresAt);
      },
    };
  }
  const { app } = secret;
  if (!isRenewed(secret)) {
    const token = async () => secret.tokens.accessToken;
    return { token, check: () => readLogin(settings, readAuthor(open(token), secret), app, () => secret.tokens) };
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
      const seen = await readLogin(settings, readAuthor(open(renewed.token), secret), app, tokens);
      if (refused?.errorClass !== 'auth') return seen;
      return { ...seen, expiresAt: tokens().expiresAt, problem: `${NOT_RENEWED} ${refused.message}` };
    },
  };
}

const NOT_RENEWED = 'LinkedIn no longer renews this login automatically. Renew it before it ends.';

async function failureOf(renewal: Promise<string>): Promise<PublishError | null> {
  try {
    await renewal;
    return null;
  } catch (error) {
    if (error instanceof PublishError) return error;
    throw error;
  }
}
