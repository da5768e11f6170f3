import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { Quota } from '../../../../../shared/publishing/quota.ts';
import { PublishError, type Publisher, type Session } from '../../publisher.ts';
import { asChoices, wantedReads, wantedScopes } from '../kit/reads.ts';
import { longTokenOf } from '../meta/code-exchange.ts';
import { type Graph, openGraph, parsed } from '../meta/graph.ts';
import { appOf, beginLogIn } from '../meta/log-in.ts';
import { checkSecret, connectByLogIn, connectByToken, READ_SCOPES, secretSchema, THREADS_SCOPES } from './account.ts';
import { answersOf } from './answers.ts';
import { createContainer } from './containers.ts';
import { checkThreadsKeys } from './key-check.ts';
import { findPost, publishParts, readFigures, readFollowers, removeParts } from './posts.ts';

/** The documented daily limits, if an answer has none. */
const POSTS_PER_DAY = 250;
const REPLIES_PER_DAY = 1000;

const LOGIN = { name: 'Threads', grantType: 'th_exchange_token' } as const;

const used = z.number().int().nonnegative().catch(0);
const config = z.object({ quota_total: z.number().int() }).optional().catch(undefined);
const limitSchema = z.object({
  data: z.array(z.object({ quota_usage: used, config, reply_quota_usage: used, reply_config: config })).min(1),
});

/**
 * Publishes to a Threads profile. The irreversible call is `POST /me/threads_publish`; containers are invisible, and
 * expire within a day. https://developers.facebook.com/docs/threads/posts
 */
export function threadsPublisher(api: PlatformApi): Publisher {
  return {
    platform: 'threads',
    // The API supports no idempotency keys.
    isIdempotent: false,

    async connect(entry, calls) {
      if (entry.platform !== 'threads') throw new PublishError('rejected', 'This is not an entry for Threads.');
      return await connectByToken(api, entry, calls);
    },

    oauth: {
      async begin(request) {
        if (request.platform !== 'threads') throw new PublishError('rejected', 'This is not a sign-in for Threads.');
        const app = appOf(request, 'Threads app');
        const scopes = [...THREADS_SCOPES, ...wantedScopes(READ_SCOPES, request)];
        const logIn = { ...app, reads: wantedReads(request) };
        return beginLogIn({ address: dialogOf(api), app, scopes }, async (code, calls) =>
          connectByLogIn(api, await longTokenOf(api, LOGIN, app, code, calls), logIn, calls),
        );
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        if (!data?.logIn) return null;
        const { appId, appSecret, reads } = data.logIn;
        return { platform: 'threads', appId, appSecret, ...asChoices(reads) };
      },
    },

    checkKeys: (entry, calls) => checkThreadsKeys(api, entry, calls),

    open(kept, calls, keepSecret): Session {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved login cannot be read. Connect the account again.');
      const graph = openGraph(api, secret.accessToken, calls);
      return {
        check: () => checkSecret(api, secret, calls, keepSecret),
        quota: async ({ posts }) => [await readQuota(graph, posts)],
        async prepare(post) {
          const ready = post.sent ? null : await createContainer(graph, post, 0, null);
          return { publish: (known, onPart) => publishParts(graph, secret, post, ready, known, onPart) };
        },
        find: (post) => findPost(graph, secret, post),
        remove: (parts) => removeParts(graph, parts),
        logOut: async () => ({
          text: 'The app can still post to this account. Remove it under Settings, Account, Website permissions on Threads.',
          url: `${api.site}/settings/account`,
        }),
        figures: (parts) => readFigures(graph, parts),
        followers: () => readFollowers(graph, secret),
        answers: answersOf(graph, secret),
      };
    },
  };
}

/**
 * The login dialog, documented without www.
 * https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions
 */
function dialogOf({ site }: PlatformApi): URL {
  return new URL('/oauth/authorize', site.replace('//www.', '//'));
}

/** The first part of a thread is a post, the others are replies. https://developers.facebook.com/docs/threads/overview */
async function readQuota(graph: Graph, posts: number): Promise<Quota> {
  const fields = 'quota_usage,config,reply_quota_usage,reply_config';
  const answer = await graph.send({ step: 'read quota', path: '/me/threads_publishing_limit', query: { fields } });
  const [limit] = parsed(limitSchema, answer).data;
  const left = (limit?.config?.quota_total ?? POSTS_PER_DAY) - (limit?.quota_usage ?? 0);
  const replies = (limit?.reply_config?.quota_total ?? REPLIES_PER_DAY) - (limit?.reply_quota_usage ?? 0);
  const isShortOfReplies = replies < posts - 1;
  const whole = left <= 0 ? 0 : Math.max(left, posts);
  return {
    of: 'posts',
    left: isShortOfReplies ? Math.min(whole, Math.max(0, replies) + 1) : whole,
    until: null,
    words: null,
  };
}
