import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { PublishError, type Publisher, type Session } from '../../publisher.ts';
import { asChoices, wantedReads, wantedScopes } from '../kit/reads.ts';
import { longTokenOf } from '../meta/code-exchange.ts';
import { openGraph, parsed } from '../meta/graph.ts';
import { checkKeys } from '../meta/key-check.ts';
import { appOf, beginLogIn, exchangeCode } from '../meta/log-in.ts';
import { pageOfLogIn } from '../meta/page-login.ts';
import { removePhotos } from '../meta/photos.ts';
import {
  checkSecret,
  connectByLogIn,
  connectByPage,
  connectByToken,
  INSTAGRAM_SCOPES,
  type InstagramSecret,
  isInstagramToken,
  LINKED_SCOPES,
  READ_SCOPES,
  secretSchema,
} from './account.ts';
import { answersOf } from './answers.ts';
import { createContainer } from './containers.ts';
import { instagramOwnPages } from './own-pages.ts';
import { findPost, publishPost, readFigures, readFollowers } from './posts.ts';

const limitSchema = z.object({
  data: z
    .array(z.object({ quota_usage: z.number().int(), config: z.object({ quota_total: z.number().int() }).optional() }))
    .min(1),
});
const OWN_LOGIN = { name: 'Instagram', grantType: 'ig_exchange_token' } as const;
/** The documented daily limit, if an answer has none. */
const POSTS_PER_DAY = 100;

/**
 * Publishes to a professional account, through its linked Page (graph.facebook.com) or with its own token
 * (graph.instagram.com). https://developers.facebook.com/documentation/instagram-platform/content-publishing
 * The irreversible calls are `POST /{account}/media_publish` and `POST /{media}/comments`; containers are invisible,
 * and expire within a day.
 */
export function instagramPublisher(instagram: PlatformApi, facebook: PlatformApi): Publisher {
  const apiOf = ({ way }: InstagramSecret) => (way === 'page' ? facebook : instagram);
  const apis = { instagram, facebook };
  return {
    platform: 'instagram',
    // The API supports no idempotency keys.
    isIdempotent: false,
    ownPages: instagramOwnPages,

    async connect(entry, calls) {
      if (entry.platform !== 'instagram') throw new PublishError('rejected', 'This is not an entry for Instagram.');
      if (isInstagramToken(entry.accessToken)) return await connectByToken(apis, entry.accessToken, calls);
      return await connectByPage(apis, entry, calls);
    },

    oauth: {
      async begin(request) {
        if (request.platform !== 'instagram')
          throw new PublishError('rejected', 'This is not a sign-in for Instagram.');
        const { configId, page, instagramAppId, instagramAppSecret } = request;
        const reads = { reads: wantedReads(request) };
        if (instagramAppId !== undefined || instagramAppSecret !== undefined) {
          const given = { appId: instagramAppId, appSecret: instagramAppSecret };
          const app = appOf(given, 'Instagram app');
          const address = new URL(`${instagram.site}/oauth/authorize`);
          const scopes = [...INSTAGRAM_SCOPES, ...wantedScopes(READ_SCOPES.instagram, request)];
          return beginLogIn({ address, app, scopes }, async (code, calls) =>
            connectByLogIn(
              apis,
              await longTokenOf(instagram, OWN_LOGIN, app, code, calls),
              { ...app, ...reads },
              calls,
            ),
          );
        }
        const app = appOf(request);
        const address = new URL(`${facebook.site}/${facebook.version}/dialog/oauth`);
        const scopes = [...LINKED_SCOPES, ...wantedScopes(READ_SCOPES.page, request)];
        return beginLogIn({ address, app, scopes, configId }, async (code, calls) => {
          const accessToken = await exchangeCode(facebook, app, code, calls);
          const logIn = { ...app, ...(configId && { configId }), ...reads };
          return await pageOfLogIn(
            { ...app, accessToken, page },
            (entry, later) => connectByPage(apis, entry, later, logIn),
            calls,
          );
        });
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        if (!data?.logIn) return null;
        const { reads, ...app } = data.logIn;
        const choices = { platform: 'instagram' as const, ...asChoices(reads) };
        if (data.way === 'page') return { ...choices, ...app, page: data.pageId };
        return { ...choices, instagramAppId: app.appId, instagramAppSecret: app.appSecret };
      },
    },

    async checkKeys(entry, calls) {
      return isInstagramToken(entry.accessToken ?? '')
        ? []
        : await checkKeys(facebook, { scopes: LINKED_SCOPES }, entry, calls);
    },

    open(kept, calls, keepSecret): Session {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved login cannot be read. Connect the account again.');
      const graph = openGraph(apiOf(secret), secret.accessToken, calls);
      return {
        check: () => checkSecret(apis, secret, calls, keepSecret),
        async quota({ posts }) {
          const answer = await graph.send({
            step: 'read quota',
            path: `/${secret.igId}/content_publishing_limit`,
            query: { fields: 'quota_usage,config' },
          });
          const [limit] = parsed(limitSchema, answer).data;
          const left = Math.max(0, (limit?.config?.quota_total ?? POSTS_PER_DAY) - (limit?.quota_usage ?? 0));
          // The first comment belongs to the post and is not counted.
          return [{ of: 'posts', left: left === 0 ? 0 : Math.max(left, posts), until: null, words: null }];
        },
        async prepare(post) {
          const containerId = post.sent ? null : await createContainer(graph, secret, post);
          return { publish: (known, onPart) => publishPost(graph, secret, post, containerId, known, onPart) };
        },
        find: (post) => findPost(graph, secret, post),
        removeLeftovers: (ids) => removePhotos(graph, ids),
        async remove() {
          throw new PublishError('rejected', 'Instagram does not let apps delete posts. Delete it on Instagram.');
        },
        async logOut() {
          const text =
            'The app can still post to this account. Remove it under Settings, Website permissions, Apps and websites on Instagram';
          if (secret.way === 'instagram') return { text: `${text}.`, url: `${instagram.site}/accounts/manage_access/` };
          return {
            text: 'The app can still post through the linked Page. Remove it under Settings, Business integrations on Facebook, unless other accounts use it.',
            url: `${facebook.site}/settings/?tab=business_tools`,
          };
        },
        answers: answersOf(graph, secret),
        figures: (parts) => readFigures(graph, parts, !secret.lacks?.includes('figures')),
        followers: () => readFollowers(graph, secret),
      };
    },
  };
}
