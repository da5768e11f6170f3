import { type AiChange, type AiSettings, type ModelChoice, modelChoiceSchema } from '../../../shared/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai-providers.ts';
import { AppError } from '../../errors.ts';
import { NO_PROVIDER, noKey, noModel } from './messages.ts';

/** Nothing is chosen: the built-in writer writes. */
export const NO_AI: AiSettings = {
  provider: null,
  model: null,
  apiKey: null,
  baseUrl: null,
  price: null,
  monthlyCapUsd: null,
};

/**
 * The settings after a change. Another provider begins anew, with the cap alone kept; another address needs its key again, so that nobody can have the
 * key sent elsewhere; another model has another price. AppError conflict for what would be lost, because no provider is chosen.
 */
export function withChange(settings: AiSettings, change: AiChange): AiSettings {
  const { provider = settings.provider, monthlyCapUsd = settings.monthlyCapUsd } = change;
  const base = provider === settings.provider ? settings : { ...NO_AI, provider };
  const { baseUrl = base.baseUrl, model = base.model } = change;
  const { apiKey = baseUrl === base.baseUrl ? base.apiKey : null } = change;
  const { price = model === base.model ? base.price : null } = change;
  if (provider !== null) return { provider, model, apiKey, baseUrl, price, monthlyCapUsd };
  if (model ?? apiKey ?? baseUrl ?? price) throw new AppError('conflict', NO_PROVIDER);
  return { ...NO_AI, monthlyCapUsd };
}

/** The model that the settings name; null for the built-in writer. AppError conflict when something is missing that it cannot do without. */
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
