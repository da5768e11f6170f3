import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { PublishError, type Publisher, type Session } from '../../publisher.ts';
import { checkKeys, readAccount, readChat, secretSchema } from './account.ts';
import { openBot } from './api.ts';
import { countMembers, publishPost, removePosts } from './posts.ts';

const NOT_READABLE =
  'Telegram shows bots no earlier posts of a channel, so Local Agent cannot check. Look at your channel: if the post is missing, send it again; if it is there, mark it as published.';

/** Publishes to a Telegram channel with the user's own bot. https://core.telegram.org/bots/api */
export function telegramPublisher(api: PlatformApi): Publisher {
  return {
    platform: 'telegram',
    isIdempotent: false,

    async connect(entry, calls) {
      if (entry.platform !== 'telegram') throw new PublishError('rejected', 'This is not an entry for Telegram.');
      return await readAccount(api, { token: entry.botToken.trim(), channel: entry.channel }, calls);
    },

    checkKeys: (entry, calls) => checkKeys(api, entry, calls),

    open(kept, calls): Session {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved token cannot be read. Connect the account again.');
      const bot = openBot(api, secret.token, calls);
      return {
        quota: async () => [],
        check: () => readAccount(api, { token: secret.token, channel: secret.chatId }, calls),
        logOut: async () => ({
          text: 'The bot is still an administrator of the channel. Remove it there, or send BotFather /revoke to end its token.',
          url: 'https://t.me/BotFather',
        }),
        async prepare(post) {
          // The files are sent with the one call that creates the post, so check the connection before it.
          if (!post.sent) await readChat(bot, secret.chatId);
          return {
            async publish(known, onPart) {
              if (known.length > 0) return [...known];
              const part = await publishPost(bot, secret, post);
              await onPart(part);
              return [part];
            },
          };
        },
        // A post has a single part.
        find: async ({ known = [] }) =>
          known.length > 0 ? { found: 'all', parts: [...known] } : { found: 'unclear', why: NOT_READABLE },
        remove: (parts) => removePosts(bot, secret, parts),
        figures: async () => ({}),
        followers: () => countMembers(bot, secret),
      };
    },
  };
}
