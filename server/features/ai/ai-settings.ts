import { type AiChange, type AiSettings, type ModelChoice, modelChoiceSchema } from '../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai/providers.ts';
import { AppError } from '../../errors.ts';
import { NO_PROVIDER, noKey, noModel, noPictures } from './messages.ts';

/** No model: the built-in writer is used. */
export const NO_AI: AiSettings = {
  provider: null,
  model: null,
  pictureModel: null,
  apiKey: null,
  baseUrl: null,
  price: null,
  monthlyCapUsd: null,
};

/**
 * Returns the settings after a change. A new provider resets everything but the cap; a new address drops the saved key,
 * so that it is not sent there; a new model resets the price. AppError conflict for a change that would have no effect
 * because no provider is chosen, or for a picture model of a provider without any.
 */
export function withChange(settings: AiSettings, change: AiChange): AiSettings {
  const { provider = settings.provider, monthlyCapUsd = settings.monthlyCapUsd } = change;
  const base = provider === settings.provider ? settings : { ...NO_AI, provider };
  const { baseUrl = base.baseUrl, model = base.model, pictureModel = base.pictureModel } = change;
  const { apiKey = baseUrl === base.baseUrl ? base.apiKey : null } = change;
  const { price = model === base.model ? base.price : null } = change;
  if (provider === null) {
    if (model ?? pictureModel ?? apiKey ?? baseUrl ?? price) throw new AppError('conflict', NO_PROVIDER);
    return { ...NO_AI, monthlyCapUsd };
  }
  const { label, pictureExample } = AI_PROVIDERS[provider];
  if (pictureModel !== null && pictureExample === null) throw new AppError('conflict', noPictures(label));
  return { provider, model, pictureModel, apiKey, baseUrl, price, monthlyCapUsd };
}

/** The configured model; null for the built-in writer. AppError conflict when a required setting is missing. */
export function modelOf(settings: AiSettings): ModelChoice | null {
  const { provider, model, apiKey } = settings;
  if (provider === null) return null;
  const { label, needsKey } = AI_PROVIDERS[provider];
  if (model === null) throw new AppError('conflict', noModel(label));
  if (needsKey && apiKey === null) throw new AppError('conflict', noKey(label));
  const parsed = modelChoiceSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw new AppError('conflict', parsed.error.issues[0]?.message ?? noModel(label), { cause: parsed.error });
}

/** The configured picture model, if a text model is chosen too; null if cards are drawn instead. */
export function pictureModelOf(settings: AiSettings, model: ModelChoice | null): ModelChoice | null {
  return model && settings.pictureModel ? { ...model, model: settings.pictureModel, price: null } : null;
}
