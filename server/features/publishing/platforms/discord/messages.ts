import { z } from 'zod';
import type { Figures } from '../../../../../shared/publishing/figures.ts';
import type { OutgoingPost, PublishedPart } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { filesForm, uploadLimitMs } from '../kit/upload-form.ts';
import { type DiscordSecret, parsed, type Webhook } from './webhook.ts';

/** https://docs.discord.com/developers/resources/message#message-object-message-flags */
const SUPPRESS_EMBEDS = 4;
const SUPPRESS_NOTIFICATIONS = 4096;

const messageSchema = z.object({
  id: z.string().regex(/^\d{5,25}$/),
  channel_id: z.string().regex(/^\d{5,25}$/),
});
const figuresSchema = z.object({
  reactions: z.array(z.object({ count: z.number().int().nonnegative() })).default([]),
});

/**
 * Publishes a post with one call, which must not be repeated blindly: a webhook cannot list its channel's messages.
 * https://docs.discord.com/developers/resources/webhook#execute-webhook
 */
export async function publishMessage(
  webhook: Webhook,
  account: DiscordSecret,
  post: OutgoingPost,
): Promise<PublishedPart> {
  const { media } = post;
  const { isOn, text } = chosenOptions(post);
  const forumTitle = text('forumTitle');
  const flags = (isOn('linkPreview') === false ? SUPPRESS_EMBEDS : 0) | (isOn('silent') ? SUPPRESS_NOTIFICATIONS : 0);
  const json = {
    content: post.parts[0] ?? '',
    allowed_mentions: { parse: isOn('everyone') ? ['users', 'roles', 'everyone'] : ['users'] },
    ...(flags > 0 && { flags }),
    ...(forumTitle && { thread_name: forumTitle }),
    ...(media.length > 0 && {
      attachments: media.map(({ alt }, index) => ({ id: String(index), ...(alt !== '' && { description: alt }) })),
    }),
  };
  const sent = { step: 'post', query: { wait: 'true' }, isIrreversible: true };
  const answer =
    media.length === 0
      ? await webhook.send({ ...sent, json })
      : await webhook.send({ ...sent, ...(await formOf(media, json)) });
  const { id, channel_id } = parsed(messageSchema, answer, { isIrreversible: true });
  // In a forum, the channel is the thread that the post started.
  const thread = channel_id === account.channelId ? '' : `${channel_id}/`;
  return { remoteId: `${thread}${id}`, url: `${webhook.api.site}/channels/${account.guildId}/${channel_id}/${id}` };
}

/** https://docs.discord.com/developers/reference#uploading-files */
async function formOf(media: OutgoingPost['media'], json: object) {
  const files = media.map((one, index) => ({ name: `files[${index}]`, media: one }));
  const { body, ...headers } = await filesForm(files, { payload_json: JSON.stringify(json) });
  const size = media.reduce((sum, one) => sum + one.size, 0);
  return { method: 'POST' as const, body, headers, limitMs: uploadLimitMs(size) };
}

/**
 * Deletes messages; a missing one is not an error.
 * https://docs.discord.com/developers/resources/webhook#delete-webhook-message
 */
export async function removeMessages(webhook: Webhook, parts: readonly PublishedPart[]): Promise<void> {
  for (const part of parts) await webhook.send({ step: 'delete', method: 'DELETE', ...placeOf(part), accepts: [404] });
}

/** https://docs.discord.com/developers/resources/webhook#get-webhook-message */
export async function readMessage(webhook: Webhook, part: PublishedPart, step: string): Promise<Figures | null> {
  const answer = await webhook.send({ step, ...placeOf(part), accepts: [404] });
  if (answer.status === 404) return null;
  const { reactions } = parsed(figuresSchema, answer);
  return { likes: reactions.reduce((sum, { count }) => sum + count, 0) };
}

function placeOf({ remoteId }: PublishedPart): { path: string; query?: Record<string, string> } {
  const [id, thread] = remoteId.split('/').reverse();
  return { path: `/messages/${id}`, ...(thread && { query: { thread_id: thread } }) };
}
