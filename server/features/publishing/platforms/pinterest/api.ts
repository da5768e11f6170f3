import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type PlatformAnswer, type PlatformCalls, retryAfter } from '../../platform-calls.ts';
import { ByHandNeeded, PublishError } from '../../publisher.ts';
import { type Api, openApi, parserOf, sendingWithToken, sentence, unproved } from '../kit/api.ts';
import type { TokenSource } from '../kit/oauth.ts';

/** Ids are part of URLs. */
export const idSchema = z.string().regex(/^\d{1,30}$/);

/** Calls of Pinterest's API with an account's token. https://developers.pinterest.com/docs/api/v5/introduction */
export function pinterestApi(settings: PlatformApi, token: TokenSource, calls: PlatformCalls): Api {
  const faultOf = (answer: PlatformAnswer, isIrreversible: boolean) => fault(answer, isIrreversible, calls.now());
  const openWith = (accessToken: string) =>
    openApi(calls, {
      base: `${settings.origin}/${settings.version}`,
      authorization: () => ({ authorization: `Bearer ${accessToken}` }),
      faultOf,
    });
  return { calls, send: sendingWithToken(token, openWith, faultOf) };
}

export const parsed = parserOf((answer) => `The answer is not one of Pinterest's: ${wordsOf(answer)}`);

const errorSchema = z
  .object({ code: z.number().optional().catch(undefined), message: z.string().catch('') })
  .catch({ message: '' });

/** "Apps with Trial access may not create Pins in production". */
const TRIAL_ACCESS = 29;
const TRIAL =
  'Pinterest has granted your app trial access only, which cannot create pins. Ask for Standard access under My apps; until then, post yourself.';

/** https://developers.pinterest.com/docs/reference/rate-limits/ */
function fault(answer: PlatformAnswer, isIrreversible: boolean, now: Date): PublishError {
  const { status, headers } = answer;
  const words = wordsOf(answer);
  if (status === 429) return new PublishError('rate_limit', words, { retryAt: retryAfter(headers, now) });
  // A page instead of JSON comes from a proxy, and says nothing about the token or the pin.
  if (status === 408 || status >= 500 || answer.json === undefined)
    return new PublishError(unproved(isIrreversible), words);
  if (status === 401) return new PublishError('auth', `${words} Connect the account again.`);
  if (errorSchema.parse(answer.json).code === TRIAL_ACCESS) return new ByHandNeeded(`${TRIAL} It says: ${words}`);
  return new PublishError('rejected', words);
}

function wordsOf({ status, json }: PlatformAnswer): string {
  return sentence(errorSchema.parse(json).message, `Pinterest answered ${status}.`);
}

const pageSchema = z.object({ items: z.array(z.unknown()), bookmark: z.string().nullish() });
const PAGE_SIZE = 250;

/**
 * Reads at most `pages` pages of a list. Items of an unexpected shape are skipped. `isWhole` if no further pages exist.
 * https://developers.pinterest.com/docs/reference/pagination/
 */
export async function readList<T>(
  api: Api,
  { step, path, schema, pages }: { step: string; path: string; schema: z.ZodType<T>; pages: number },
): Promise<{ items: T[]; isWhole: boolean; headers: Headers }> {
  const items: T[] = [];
  let bookmark: string | null | undefined;
  for (let page = 1; ; page++) {
    const query = { page_size: String(PAGE_SIZE), ...(bookmark && { bookmark }) };
    const answer = await api.send({ step, path, query });
    const read = parsed(pageSchema, answer);
    for (const item of read.items) {
      const { success, data } = schema.safeParse(item);
      if (success) items.push(data);
    }
    ({ bookmark } = read);
    if (!bookmark || page === pages) return { items, isWhole: !bookmark, headers: answer.headers };
  }
}
