import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { millsOf } from '../../../../../shared/publishing/prices.ts';
import { PublishError, type Publisher } from '../../publisher.ts';
import { openAdditions } from '../kit/additions.ts';
import { readAccount, secretSchema } from './account.ts';
import { xApi } from './api.ts';
import { checkKeys } from './key-check.ts';
import { postLimits } from './limits.ts';
import { uploadMedia } from './media.ts';
import { findPost, publishParts, readFigures, removeParts } from './posts.ts';

/** Where the keys of an app are. */
const CONSOLE = 'https://console.x.com';

/**
 * Publishes to X with the four OAuth 1.0a keys of the user's own app, which X charges per call.
 * https://docs.x.com/x-api/getting-started/about-x-api
 */
export function createXPublisher(settings: PlatformApi): Publisher {
  const limits = postLimits();
  return {
    platform: 'twitter',
    isIdempotent: false,

    async connect(entry, calls) {
      if (entry.platform !== 'twitter') throw new PublishError('rejected', 'This is no entry for X.');
      const { monthlyBudget, platform: _, ...keys } = entry;
      return await readAccount(settings, { ...keys, monthlyMills: millsOf(monthlyBudget) }, calls);
    },

    checkKeys: (entry, calls) => checkKeys(settings, entry, calls),

    open(kept, calls) {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The kept keys cannot be read. Connect the account again.');
      const api = xApi(settings, secret, calls, (headers) => limits.note(secret.userId, headers, calls.now()));
      return {
        quota: async () => limits.left(secret.userId, calls.now()),
        check: () => readAccount(settings, secret, calls),
        logOut: async () => ({
          text: 'The keys still work, also for other programs. To end them, press Revoke for the Access Token of your app.',
          url: CONSOLE,
        }),
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
      };
    },
  };
}
