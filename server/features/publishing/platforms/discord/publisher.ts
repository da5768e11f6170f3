import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { PublishError, type Publisher, type Session } from '../../publisher.ts';
import { publishMessage, readMessage, removeMessages } from './messages.ts';
import { addressIn, openWebhook, readWebhook, secretSchema } from './webhook.ts';

const NOT_READABLE =
  'A webhook cannot read its channel, so Local Agent cannot check. Look at the channel: if the post is missing, send it again; if it is there, mark it as published.';

/** Publishes to a Discord channel through its webhook. https://docs.discord.com/developers/resources/webhook */
export function discordPublisher(api: PlatformApi): Publisher {
  return {
    platform: 'discord',
    // Only bots can send a nonce with their messages.
    isIdempotent: false,

    async connect(entry, calls) {
      if (entry.platform !== 'discord') throw new PublishError('rejected', 'This is not an entry for Discord.');
      return await readWebhook(api, addressIn(entry.webhook), calls);
    },

    open(kept, calls): Session {
      const { success, data: secret } = secretSchema.safeParse(kept);
      if (!success) throw new PublishError('auth', 'The saved address cannot be read. Connect the account again.');
      const webhook = openWebhook(api, secret, calls);
      return {
        quota: async () => [],
        check: () => readWebhook(api, secret, calls),
        logOut: async () => ({
          text: 'The webhook still works for anyone who has its address. Delete it in the settings of the channel, Integrations, Webhooks.',
          url: `${api.site}/channels/${secret.guildId}/${secret.channelId}`,
        }),
        async prepare(post) {
          // The files are sent with the one call that creates the post, so check the connection before it.
          if (!post.sent) await readWebhook(api, secret, calls);
          return {
            async publish(known, onPart) {
              if (known.length > 0) return [...known];
              const part = await publishMessage(webhook, secret, post);
              await onPart(part);
              return [part];
            },
          };
        },
        // A post has a single part.
        async find({ known = [] }) {
          const [part] = known;
          if (!part) return { found: 'unclear', why: NOT_READABLE };
          const isThere = (await readMessage(webhook, part, 'check the post')) !== null;
          return isThere ? { found: 'all', parts: [...known] } : { found: 'gone' };
        },
        remove: (parts) => removeMessages(webhook, parts),
        figures: async ([part]) => (part ? await readMessage(webhook, part, 'read figures') : null),
      };
    },
  };
}
