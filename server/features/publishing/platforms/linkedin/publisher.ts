import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { PublishError, type Publisher } from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { personUrn, readAccount, secretSchema } from './account.ts';
import { linkedInApi } from './api.ts';
import { uploadMedia, uploadThumb } from './media.ts';
import { publishPost, removePosts } from './posts.ts';

/** Where users revoke an app's permissions. */
const PERMITTED_SERVICES = '/psettings/permitted-services';
const NOT_READABLE =
  'LinkedIn lets no app read a member’s own posts, so nobody can tell from here. Look at your profile: if the post is missing, send it again; if it is there, mark it as published.';

/**
 * Publishes to a LinkedIn profile with a token of the portal's token generator.
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

    open(kept, calls) {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The kept token cannot be read. Connect the account again.');
      const api = linkedInApi(settings, secret.accessToken, calls);
      const author = personUrn(secret.personId);
      return {
        quota: async () => [],
        check: () => readAccount(settings, secret, calls),
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
        figures: async () => ({ likes: null, reposts: null, replies: null }),
      };
    },
  };
}
