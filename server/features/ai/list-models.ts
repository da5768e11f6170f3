import { z } from 'zod';
import type { ModelChoice, ModelList } from '../../../shared/ai/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../shared/ai/providers.ts';
import { GenerationError } from '../../generation/generation-error.ts';
import { limitAnswers } from '../../generation/writers/model/limit-answers.ts';
import { failureOfStatus, reasonIn, unreachable } from '../../generation/writers/model/status-failure.ts';
import { MODEL_LIST, noList, slowList } from './messages.ts';

const TIMEOUT_MS = 10_000;
/** The longest lists have a few thousand models, with a few hundred characters each. */
const LIST_MAX_BYTES = 8_000_000;

/** The format of OpenAI, Anthropic, Ollama and compatible servers, or Google's, whose names begin with "models/". */
const listSchema = z.union([
  z
    .object({ data: z.array(z.object({ id: z.string() })) })
    .transform(({ data }): ListedModel[] => data.map(({ id }) => ({ id }))),
  z
    .object({
      models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() })),
    })
    .transform(({ models }): ListedModel[] =>
      models.map(({ name, supportedGenerationMethods: methods }) => ({ id: name.replace(/^models\//, ''), methods })),
    ),
]);

type Source = Pick<ModelChoice, 'provider' | 'apiKey' | 'baseUrl'>;

/**
 * The models that a provider offers for this key. GenerationError with the remedy on failure; redirects are not
 * followed, because the key would be sent along.
 */
export async function listModels(source: Source, timeoutMs = TIMEOUT_MS): Promise<ModelList> {
  const { provider, apiKey, baseUrl } = source;
  const { label } = AI_PROVIDERS[provider];
  const { address, headers } = listRequest(source);
  const signal = AbortSignal.timeout(timeoutMs);
  const choice: ModelChoice = { provider, apiKey, baseUrl, model: MODEL_LIST, price: null };
  const limit = limitAnswers(LIST_MAX_BYTES);
  try {
    const response = await limit.fetch(address, { headers, signal, redirect: 'error' });
    const body = await response.text();
    if (response.ok) return sortModels(listSchema.parse(JSON.parse(body)));
    const { status, headers: answered } = response;
    if (status === 404) throw new GenerationError('unavailable', noList(label, address));
    throw failureOfStatus({ status, message: reasonIn(body), body, headers: Object.fromEntries(answered) }, choice)
      .error;
  } catch (thrown) {
    if (thrown instanceof GenerationError) throw thrown;
    if (signal.aborted) throw new GenerationError('unavailable', slowList(label, timeoutMs / 1000));
    const isNoList = limit.isExceeded() || thrown instanceof SyntaxError || thrown instanceof z.ZodError;
    throw isNoList ? new GenerationError('unavailable', noList(label, address)) : unreachable(thrown, choice).error;
  }
}

function listRequest({ provider, apiKey, baseUrl }: Source): { address: string; headers: Record<string, string> } {
  const address = `${baseUrl ?? AI_PROVIDERS[provider].baseUrl ?? ''}/models${PAGE[provider] ?? ''}`;
  if (apiKey === null) return { address, headers: {} };
  if (provider === 'anthropic') return { address, headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' } };
  if (provider === 'google') return { address, headers: { 'x-goog-api-key': apiKey } };
  return { address, headers: { authorization: `Bearer ${apiKey}` } };
}

/** These two paginate; this is their maximum page size, larger than their lists. */
const PAGE: { [provider in AiProvider]?: string } = { anthropic: '?limit=1000', google: '?pageSize=1000' };

/** A model in a provider's list; `methods` are its abilities according to Google. */
type ListedModel = { id: string; methods?: string[] | undefined };

/** Providers describe their models only by name; these words mark picture models. */
const PICTURES =
  /image|imagen|dall-e|\bflux|diffusion|sdxl|kandinsky|ideogram|recraft|seedream|playground-v|nano-banana/i;
/** Neither for posts nor for pictures. */
const OTHERS =
  /embed|whisper|tts|audio|speech|realtime|transcri|translat|moderation|rerank|sora|veo|video|lyria|robotics|computer-use|-search-|davinci-002|babbage-002|\baqa\b/i;
/** The Google methods that we call. */
const ASKED_BY = ['generateContent', 'predict'];

/**
 * Splits a provider's models into text and picture models, in the provider's order. Omits models for other purposes.
 */
export function sortModels(models: readonly ListedModel[]): ModelList {
  const usable = models.filter(({ methods }) => !methods || methods.some((method) => ASKED_BY.includes(method)));
  const pictures = usable.filter(({ id }) => PICTURES.test(id));
  const writers = usable.filter(({ id }) => !PICTURES.test(id) && !OTHERS.test(id));
  const names = (list: readonly ListedModel[]) => [...new Set(list.map(({ id }) => id))];
  return { writers: names(writers), pictures: names(pictures) };
}
