import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformAnswer, PlatformCalls, PlatformRequest } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { bounded, isSuccess, sentence, unproved, withoutSecrets } from '../kit/api.ts';

/** Calls of the Bot API with one bot's token, which is part of every URL. */
export type BotApi = {
  api: PlatformApi;
  calls: PlatformCalls;
  /** The result of a method. Throws a PublishError with Telegram's message if the call fails. */
  call<T>(result: z.ZodType<T>, method: string, request: BotRequest): Promise<T>;
};
type BotRequest = Pick<PlatformRequest, 'step' | 'json' | 'body' | 'headers' | 'isIrreversible' | 'limitMs'>;

/** https://core.telegram.org/bots/api#authorizing-your-bot */
export const botTokenSchema = z.string().regex(/^\d{3,20}:[\w-]{20,200}$/);

const refusalSchema = z
  .object({
    description: z.string().catch(''),
    parameters: z.object({ retry_after: z.number().positive().optional().catch(undefined) }).catch({}),
  })
  .catch({ description: '', parameters: {} });

/** https://core.telegram.org/bots/api#making-requests */
export function openBot(api: PlatformApi, token: string, calls: PlatformCalls): BotApi {
  if (!botTokenSchema.safeParse(token).success)
    throw new PublishError('rejected', 'This is not a bot token. One has digits, a colon, and a long string.');
  return {
    api,
    calls,
    async call(result, method, request) {
      const { json, body, headers, ...more } = request;
      const sent = await calls.send({
        ...more,
        method: 'POST',
        url: `${api.origin}/bot${token}/${method}`,
        headers: { accept: 'application/json', 'user-agent': 'LocalAgent', ...headers },
        secrets: [token],
        ...(body === undefined ? { json: json ?? {} } : { body }),
      });
      const answer = withoutSecrets([token], sent);
      if (!isSuccess(answer)) throw faultOf(answer, request.isIrreversible, calls.now());
      const { success, data } = z.object({ ok: z.literal(true), result }).safeParse(answer.json);
      if (success) return data.result;
      throw new PublishError(
        unproved(request.isIrreversible),
        `The answer is not one of Telegram's: ${wordsOf(answer)}`,
      );
    },
  };
}

/** Errors if the bot is not an administrator of the channel, or may not post there. */
const NO_RIGHT =
  /not a member|kicked|administrator rights|not enough rights|no rights|CHAT_WRITE_FORBIDDEN|chat not found/i;

function faultOf(answer: PlatformAnswer, isIrreversible: boolean | undefined, now: Date): PublishError {
  const { status } = answer;
  const words = wordsOf(answer);
  // A page instead of JSON comes from a proxy, and says nothing about the token or the post.
  if (status >= 500 || status === 408 || answer.json === undefined)
    return new PublishError(status === 413 ? 'rejected' : unproved(isIrreversible), words);
  if (status === 429) {
    const seconds = refusalSchema.parse(answer.json).parameters.retry_after;
    const retryAt = seconds === undefined ? null : bounded(new Date(now.getTime() + seconds * 1000), now);
    return new PublishError('rate_limit', words, { retryAt });
  }
  if (status === 401 || status === 404) return new PublishError('auth', `${words} ${NEW_TOKEN}`);
  if (status === 403 || NO_RIGHT.test(words)) return new PublishError('auth', `${words} ${NEEDS_RIGHTS}`);
  return new PublishError('rejected', words);
}

function wordsOf({ status, json }: PlatformAnswer): string {
  return sentence(refusalSchema.parse(json).description, `Telegram answered ${status}.`);
}

const NEW_TOKEN = 'Ask BotFather for the token of the bot, and connect the account with it.';
const NEEDS_RIGHTS =
  'Make the bot an administrator of the channel with permission to post messages; then connect again.';
