import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { type BotApi, botTokenSchema, openBot } from './api.ts';

const chatIdSchema = z.string().regex(/^-\d{5,20}$/);

export const secretSchema = z.object({
  token: botTokenSchema,
  /** The id of the channel, whose name may change. */
  chatId: chatIdSchema,
  /** Null for a private channel. */
  username: z.string().max(100).nullable(),
});
export type TelegramSecret = z.infer<typeof secretSchema>;

const botSchema = z.object({ id: z.int().positive(), username: z.string().max(100) });
const chatSchema = z.object({
  id: z.int().transform(String).pipe(chatIdSchema),
  type: z.string(),
  title: z.string().max(300).catch(''),
  username: z.string().max(100).optional(),
});
const memberSchema = z.object({ status: z.string(), can_post_messages: z.boolean().optional().catch(undefined) });

/**
 * Reads the bot and the channel, and checks that the bot may post there.
 * https://core.telegram.org/bots/api#getchatmember
 */
export async function readAccount(
  api: PlatformApi,
  { token, channel }: { token: string; channel: string },
  calls: PlatformCalls,
): Promise<Connected> {
  const bot = openBot(api, token, calls);
  const { id, username: botName } = await bot.call(botSchema, 'getMe', { step: 'check bot' });
  const chat = await readChat(bot, chatOf(channel));
  if (chat.type !== 'channel')
    throw new PublishError('rejected', `${channel} is not a channel. Enter the name of one.`);
  const { status, can_post_messages } = await bot.call(memberSchema, 'getChatMember', {
    step: 'check rights',
    json: { chat_id: chat.id, user_id: id },
  });
  if (status !== 'creator' && !(status === 'administrator' && can_post_messages))
    throw new PublishError(
      'auth',
      `The bot @${botName} may not post to ${chat.title || channel}. Make it an administrator of the channel with permission to post messages.`,
    );
  const { username = null } = chat;
  const secret: TelegramSecret = { token, chatId: chat.id, username };
  return {
    secret,
    handle: username === null ? chat.title || chat.id : `@${username}`,
    remoteId: chat.id,
    profileUrl: username === null ? null : `${api.site}/${username}`,
    server: api.site,
    expiresAt: null,
    limits: {},
  };
}

/**
 * Checks a bot's token, and whether it may post to the channel if one is given. Throws a PublishError if Telegram
 * cannot be reached.
 */
export async function checkKeys(
  api: PlatformApi,
  { botToken, channel }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  if (!botToken) return [];
  const fields = channel ? ['botToken', 'channel'] : ['botToken'];
  try {
    if (channel) {
      const { handle } = await readAccount(api, { token: botToken, channel }, calls);
      return [{ fields, state: 'works', words: `The bot may post to ${handle}.` }];
    }
    const { username } = await openBot(api, botToken, calls).call(botSchema, 'getMe', { step: 'check bot' });
    return [{ fields, state: 'works', words: `Telegram knows this token: it belongs to @${username}.` }];
  } catch (error) {
    if (error instanceof PublishError && ['auth', 'rejected'].includes(error.errorClass))
      return [{ fields, state: 'wrong', words: error.message }];
    throw error;
  }
}

export async function readChat(bot: BotApi, chat_id: string) {
  return await bot.call(chatSchema, 'getChat', { step: 'check channel', json: { chat_id } });
}

/** The chat id of a channel that was entered as a name, an address or a number: `@name`, or the number. */
function chatOf(entered: string): string {
  const text = entered.trim().replace(/^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\//i, '');
  if (/^-\d{5,20}$/.test(text)) return text;
  const [, name] = /^@?([a-z]\w{3,31})\/?$/i.exec(text) ?? [];
  if (name) return `@${name}`;
  throw new PublishError('rejected', 'Enter the name of the channel, such as @ada_bakes, or its number.');
}
