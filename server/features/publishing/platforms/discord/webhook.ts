import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformAnswer, PlatformCalls, PlatformRequest } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { addressOf, bounded, isSuccess, parserOf, sentence, unproved, withoutSecrets } from '../kit/api.ts';

const snowflake = z.string().regex(/^\d{5,25}$/);

export const secretSchema = z.object({
  id: snowflake,
  token: z.string().regex(/^[\w-]{20,200}$/),
  channelId: snowflake,
  guildId: snowflake,
});
export type DiscordSecret = z.infer<typeof secretSchema>;
type Address = Pick<DiscordSecret, 'id' | 'token'>;

/** Requests to a webhook, whose address contains its token. */
export type Webhook = {
  api: PlatformApi;
  /** Throws a PublishError with Discord's message if the answer is neither a success nor accepted. */
  send(
    request: Omit<PlatformRequest, 'url'> & {
      path?: string;
      query?: Record<string, string>;
      accepts?: readonly number[];
    },
  ): Promise<PlatformAnswer>;
};

const webhookSchema = z.object({
  name: z.string().max(200).nullable().catch(null),
  channel_id: snowflake,
  guild_id: snowflake,
});

/** https://docs.discord.com/developers/resources/webhook */
export function openWebhook(api: PlatformApi, { id, token }: Address, calls: PlatformCalls): Webhook {
  return {
    api,
    async send({ path = '', query, accepts = [], headers, ...request }) {
      const sent = await calls.send({
        ...request,
        url: addressOf(api.origin, `/api/v${api.version}/webhooks/${id}/${token}${path}`, query),
        headers: { accept: 'application/json', 'user-agent': 'LocalAgent', ...headers },
        secrets: [token],
      });
      const answer = withoutSecrets([token], sent);
      if (isSuccess(answer) || accepts.includes(answer.status)) return answer;
      throw faultOf(answer, request.isIrreversible, calls.now());
    },
  };
}

export const parsed = parserOf((answer) => `The answer is not one of Discord's: ${wordsOf(answer)}`);

const ADDRESS =
  /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{5,25})\/([\w-]{20,200})\/?$/;

/** The id and token in a webhook's address. Throws PublishError `rejected` for any other text. */
export function addressIn(entered: string): Address {
  const [, id, token] = ADDRESS.exec(entered.trim()) ?? [];
  if (id && token) return { id, token };
  throw new PublishError(
    'rejected',
    'This is not the address of a webhook. Press "Copy Webhook URL" in the channel\'s settings: it begins with https://discord.com/api/webhooks/.',
  );
}

/** https://docs.discord.com/developers/resources/webhook#get-webhook-with-token */
export async function readWebhook(api: PlatformApi, address: Address, calls: PlatformCalls): Promise<Connected> {
  const answer = await openWebhook(api, address, calls).send({ step: 'check webhook' });
  const { name, channel_id: channelId, guild_id: guildId } = parsed(webhookSchema, answer);
  const secret: DiscordSecret = { id: address.id, token: address.token, channelId, guildId };
  return {
    secret,
    handle: name || 'Webhook',
    remoteId: channelId,
    profileUrl: `${api.site}/channels/${guildId}/${channelId}`,
    server: api.site,
    expiresAt: null,
    limits: {},
  };
}

const refusalSchema = z
  .object({
    message: z.string().catch(''),
    code: z.number().optional().catch(undefined),
    retry_after: z.number().positive().optional().catch(undefined),
  })
  .catch({ message: '' });

/** The codes of Unknown Webhook and Invalid Webhook Token. */
const ENDED = [10_015, 50_027];

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
function faultOf(answer: PlatformAnswer, isIrreversible: boolean | undefined, now: Date): PublishError {
  const { status } = answer;
  const { code, retry_after } = refusalSchema.parse(answer.json);
  const words = wordsOf(answer);
  // A page instead of JSON comes from a proxy, and says nothing about the webhook or the post.
  if (status >= 500 || status === 408 || answer.json === undefined)
    return new PublishError(unproved(isIrreversible), words);
  if (status === 429) {
    const retryAt = retry_after === undefined ? null : bounded(new Date(now.getTime() + retry_after * 1000), now);
    return new PublishError('rate_limit', words, { retryAt });
  }
  if (status === 401 || (code !== undefined && ENDED.includes(code)))
    return new PublishError('auth', `${words} Create a new webhook, and connect the account with its address.`);
  return new PublishError('rejected', words);
}

function wordsOf({ status, json }: PlatformAnswer): string {
  return sentence(refusalSchema.parse(json).message, `Discord answered ${status}.`);
}
