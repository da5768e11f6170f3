import { z } from 'zod';
import { sumOf } from '../../../../../shared/publishing/figures.ts';
import type { OutgoingMedia, OutgoingPost, PublishedPart } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { filesForm, uploadLimitMs } from '../kit/upload-form.ts';
import type { TelegramSecret } from './account.ts';
import type { BotApi } from './api.ts';

const messageSchema = z.object({ message_id: z.int().positive() });

/**
 * Publishes a post with one call, which must not be repeated blindly: bots cannot read a channel's messages.
 * https://core.telegram.org/bots/api#sendmessage, #sendphoto, #sendvideo and #sendmediagroup
 */
export async function publishPost(bot: BotApi, account: TelegramSecret, post: OutgoingPost): Promise<PublishedPart> {
  const text = post.parts[0] ?? '';
  const { media } = post;
  const { isOn } = chosenOptions(post);
  const told = {
    chat_id: account.chatId,
    ...(isOn('silent') && { disable_notification: true }),
    ...(isOn('protected') && { protect_content: true }),
  };
  const caption = {
    ...(text !== '' && { caption: text }),
    ...(isOn('captionAbove') && { show_caption_above_media: true }),
  };
  const [first, ...others] = media;
  const sent = { step: 'post', isIrreversible: true };
  if (!first) {
    const link_preview_options = isOn('linkPreview') === false ? { is_disabled: true } : undefined;
    const json = { ...told, text, ...(link_preview_options && { link_preview_options }) };
    return partOf(bot, account, [await bot.call(messageSchema, 'sendMessage', { ...sent, json })]);
  }
  if (others.length === 0) {
    const [method, field] = first.kind === 'video' ? ['sendVideo', 'video'] : ['sendPhoto', 'photo'];
    const fields = { ...told, ...caption, ...factsOf(first) };
    const form = await formOf([{ name: field, media: first }], fields);
    return partOf(bot, account, [await bot.call(messageSchema, method, { ...sent, ...form })]);
  }
  const files = media.map((one, index) => ({ name: `file${index}`, media: one }));
  const items = files.map(({ name, media: one }, index) => ({
    type: one.kind === 'video' ? 'video' : 'photo',
    media: `attach://${name}`,
    ...(index === 0 && caption),
    ...factsOf(one),
  }));
  const form = await formOf(files, { ...told, media: items });
  return partOf(bot, account, await bot.call(z.array(messageSchema).min(1), 'sendMediaGroup', { ...sent, ...form }));
}

/** The facts that a player needs before it loads a video. */
function factsOf({ kind, width, height, seconds }: OutgoingMedia): object {
  if (kind !== 'video') return {};
  return {
    supports_streaming: true,
    ...(width !== null && height !== null && { width, height }),
    ...(seconds && { duration: Math.round(seconds) }),
  };
}

async function formOf(files: { name: string; media: OutgoingMedia }[], fields: object) {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const { body, ...headers } = await filesForm(files, Object.fromEntries(texts));
  return { body, headers, limitMs: uploadLimitMs(files.reduce((sum, { media }) => sum + media.size, 0)) };
}

/** The messages of an album are one post. */
function partOf(
  { api }: BotApi,
  { username, chatId }: TelegramSecret,
  messages: readonly z.infer<typeof messageSchema>[],
): PublishedPart {
  const ids = messages.map(({ message_id }) => message_id);
  // https://core.telegram.org/api/links#message-links
  const channel = username ?? `c/${chatId.replace(/^-100/, '')}`;
  return { remoteId: ids.join(','), url: `${api.site}/${channel}/${ids[0]}` };
}

/** https://core.telegram.org/bots/api#getchatmembercount */
export async function countMembers(bot: BotApi, { chatId }: TelegramSecret): Promise<number | undefined> {
  const json = { chat_id: chatId };
  return sumOf(await bot.call(z.unknown(), 'getChatMemberCount', { step: 'count members', json }));
}

/** Deletes posts; missing messages are skipped. https://core.telegram.org/bots/api#deletemessages */
export async function removePosts(
  bot: BotApi,
  { chatId }: TelegramSecret,
  parts: readonly PublishedPart[],
): Promise<void> {
  for (const { remoteId } of parts) {
    const json = { chat_id: chatId, message_ids: remoteId.split(',').map(Number) };
    await bot.call(z.literal(true), 'deleteMessages', { step: 'delete', json });
  }
}
