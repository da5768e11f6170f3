import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type Read, readSchema } from '../../../../../shared/platforms/reads.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError, type Publisher } from '../../publisher.ts';
import { asChoices, lacking, lackingOf, type ReadScopes, wantedReads, wantedScopes } from '../kit/reads.ts';
import { webAddress } from '../kit/server-address.ts';
import { type Graph, idSchema, openGraph, tokenSchema } from '../meta/graph.ts';
import { checkKeys } from '../meta/key-check.ts';
import { appOf, beginLogIn, exchangeCode, logInSchema } from '../meta/log-in.ts';
import {
  accessEndOf,
  assertGranted,
  endOf,
  type Page,
  type PageEntry,
  pageLogin,
  pageOfLogIn,
  readPage,
  tokenFacts,
} from '../meta/page-login.ts';
import { uploadPhoto } from '../meta/photos.ts';
import { isStory } from '../meta/stories.ts';
import { answersOf } from './answers.ts';
import { findPost } from './find.ts';
import { holdsOf } from './holds.ts';
import { type PageAccount, publishPost, readFigures, readFollowers, removeParts } from './posts.ts';
import { uploadReel } from './reels.ts';
import { uploadStory } from './stories.ts';
import { goesAsReel, uploadVideo } from './videos.ts';

/**
 * The permissions for posting, finding posts and the first comment. https://developers.facebook.com/docs/permissions
 */
export const FACEBOOK_SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
];

const READ_SCOPES: ReadScopes = { figures: ['read_insights'], answers: ['pages_read_user_content'] };

const secretSchema = z.object({
  pageId: idSchema,
  pageName: z.string(),
  accessToken: tokenSchema,
  /** The app and the choices of a login through Facebook; absent if the token was entered. */
  logIn: logInSchema.optional(),
  lacks: z.array(readSchema).optional(),
});
type Secret = z.infer<typeof secretSchema>;

/**
 * Publishes to a Page with that Page's token. https://developers.facebook.com/docs/pages-api
 * The irreversible calls are `POST /{page}/feed`, for a video the `finish` of `POST /{page}/video_reels` or
 * `/{page}/videos`, for a story `POST /{page}/photo_stories` or the `finish` of `/{page}/video_stories`, and for a
 * comment `POST /{post}/comments`. Earlier uploads are invisible.
 */
export function facebookPublisher(api: PlatformApi): Publisher {
  return {
    platform: 'facebook',
    // The Graph API supports no idempotency keys.
    isIdempotent: false,

    async connect(entry, calls) {
      if (entry.platform !== 'facebook') throw new PublishError('rejected', 'This is not an entry for Facebook.');
      return await connectPage(api, entry, undefined, calls);
    },

    oauth: {
      async begin(request) {
        if (request.platform !== 'facebook') throw new PublishError('rejected', 'This is not a sign-in for Facebook.');
        const { configId, page } = request;
        const app = appOf(request);
        const address = new URL(`${api.site}/${api.version}/dialog/oauth`);
        const wanted = { figures: request.figures, answers: request.answers ?? 'yes' };
        return beginLogIn(
          { address, app, scopes: [...FACEBOOK_SCOPES, ...wantedScopes(READ_SCOPES, wanted)], configId },
          async (code, calls) => {
            const accessToken = await exchangeCode(api, app, code, calls);
            const logIn = { ...app, ...(configId && { configId }), reads: wantedReads(wanted) };
            return await pageOfLogIn(
              { ...app, accessToken, page },
              (entry, later) => connectPage(api, entry, logIn, later),
              calls,
            );
          },
        );
      },
      again(kept) {
        const { data } = secretSchema.safeParse(kept);
        if (!data?.logIn) return null;
        const { reads, ...app } = data.logIn;
        // Logins without stored choices are older, and always requested comments.
        const choices = reads ? { answers: 'no' as const, ...asChoices(reads) } : {};
        return { platform: 'facebook', ...app, page: data.pageId, ...choices };
      },
    },

    checkKeys: (entry, calls) => checkKeys(api, { scopes: FACEBOOK_SCOPES, isPublishedApp: true }, entry, calls),

    open(kept, calls) {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved login cannot be read. Connect the account again.');
      const graph = openGraph(api, secret.accessToken, calls);
      return {
        check: () => check(graph, secret),
        // The Graph API reports the used share of its limits, and refuses at the limit, but never reports what is left.
        quota: async () => [],
        async prepare(post) {
          if (isStory(post) && !post.sent) {
            const story = await uploadStory(graph, secret, post);
            return { publish: (known, onPart) => publishPost(graph, secret, post, { story }, known, onPart) };
          }
          const [first] = post.media;
          if (first?.kind === 'video') {
            const uploaded = goesAsReel(first)
              ? { reelId: await uploadReel(graph, secret, first) }
              : { video: await uploadVideo(graph, secret, first) };
            return { publish: (known, onPart) => publishPost(graph, secret, post, uploaded, known, onPart) };
          }
          const photoIds: string[] = [];
          for (const [index, media] of post.media.entries()) {
            photoIds.push(await uploadPhoto(graph, secret.pageId, media, `picture ${index + 1}`));
          }
          return { publish: (known, onPart) => publishPost(graph, secret, post, { photoIds }, known, onPart) };
        },
        find: (post) => findPost(graph, secret, post),
        holds: holdsOf(graph, secret),
        remove: (parts) => removeParts(graph, parts),
        // The permission is not revoked: it belongs to the user, and their other Pages and accounts use it too.
        logOut: async () => ({
          text: 'The app can still post to this Page. Remove it under Settings, Business integrations on Facebook, unless other accounts use it.',
          url: `${api.site}/settings/?tab=business_tools`,
        }),
        answers: answersOf(graph, secret),
        figures: (parts) => readFigures(graph, parts, !secret.lacks?.includes('figures')),
        followers: () => readFollowers(graph, secret.pageId),
      };
    },
  };
}

/** Connects a Page with an entered token, or one from a login. */
async function connectPage(
  api: PlatformApi,
  entry: PageEntry,
  logIn: Secret['logIn'],
  calls: PlatformCalls,
): Promise<Connected> {
  const { page, expiresAt, accessEndsAt, granted } = await pageLogin(
    api,
    entry,
    {
      scopes: FACEBOOK_SCOPES,
      fields: '',
      question: 'Which Page should this account post to?',
      isFit: () => true,
      none: 'This token is not for any Page. Choose your Page when you generate it; for a Page of a business portfolio, add the permission business_management.',
      label: ({ name }) => name,
    },
    calls,
  );
  const lacks = lackingOf(READ_SCOPES, granted);
  return connected(api, page, { logIn, lacks }, expiresAt ?? (logIn ? accessEndsAt : null));
}

async function check(graph: Graph, { accessToken, logIn, lacks: before }: Secret): Promise<Connected> {
  const page = await readPage(graph, '');
  const facts = await tokenFacts(graph, accessToken);
  if (facts?.scopes) assertGranted(facts.scopes, FACEBOOK_SCOPES);
  const ends = endOf(facts) ?? (logIn ? accessEndOf(facts) : null);
  const lacks = lackingOf(READ_SCOPES, facts?.scopes) ?? before;
  return connected(graph.api, { ...page, access_token: accessToken }, { logIn, lacks }, ends);
}

function connected(
  api: PlatformApi,
  page: Page,
  { logIn, lacks }: { logIn: Secret['logIn']; lacks: Read[] | undefined },
  expiresAt: string | null,
): Connected {
  const secret: PageAccount & Secret = {
    pageId: page.id,
    pageName: page.name,
    accessToken: page.access_token,
    ...(logIn && { logIn }),
    ...(lacks && { lacks }),
  };
  return {
    secret,
    handle: page.name,
    remoteId: page.id,
    profileUrl: webAddress(page.link) ?? `${api.site}/${page.id}`,
    server: api.site,
    expiresAt,
    limits: lacking(lacks),
  };
}
