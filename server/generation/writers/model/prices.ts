import type { ModelChoice, ModelPrice } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';

/**
 * List prices of November 2026 in US dollars per million tokens, [input, output], without cache discounts and
 * long-prompt surcharges. The cost of unlisted models is unknown, unless the user set a price; their tokens are still
 * counted.
 */
const PRICES: Record<string, readonly [input: number, output: number]> = {
  'openai:gpt-4o': [2.5, 10],
  'openai:gpt-4o-mini': [0.15, 0.6],
  'openai:gpt-4.1': [2, 8],
  'openai:gpt-4.1-mini': [0.4, 1.6],
  'openai:gpt-4.1-nano': [0.1, 0.4],
  'openai:gpt-5': [1.25, 10],
  'openai:gpt-5-mini': [0.25, 2],
  'openai:gpt-5-nano': [0.05, 0.4],
  'openai:gpt-5.1': [1.25, 10],
  'openai:gpt-5.2': [1.75, 14],
  'openai:gpt-5.4': [2.5, 15],
  'openai:gpt-5.4-mini': [0.75, 4.5],
  'openai:gpt-5.4-nano': [0.2, 1.25],
  'openai:gpt-5.5': [5, 30],
  'openai:gpt-5.6-sol': [5, 30],
  'openai:gpt-5.6-terra': [2, 12],
  'openai:gpt-5.6-luna': [0.2, 1.2],
  'anthropic:claude-haiku-4-5': [1, 5],
  'anthropic:claude-haiku-5-5': [0.1, 0.5],
  'anthropic:claude-sonnet-4-5': [3, 15],
  'anthropic:claude-sonnet-4-6': [3, 15],
  'anthropic:claude-opus-4-5': [5, 25],
  'anthropic:claude-opus-4-6': [5, 25],
  'anthropic:claude-opus-4-7': [5, 25],
  'anthropic:claude-opus-4-8': [5, 25],
  'anthropic:claude-opus-5': [5, 25],
  'anthropic:claude-opus-5-5': [4, 20],
  'anthropic:claude-sonnet-5': [2, 10],
  'anthropic:claude-sonnet-5-5': [2, 10],
  'anthropic:claude-fable-5': [10, 50],
  'anthropic:claude-fable-5-1': [10, 50],
  'google:gemini-2.5-flash': [0.3, 2.5],
  'google:gemini-2.5-flash-lite': [0.1, 0.4],
  'google:gemini-3.1-pro-preview': [2, 12],
  'google:gemini-3.5-flash': [1.5, 9],
  'google:gemini-3.5-flash-lite': [0.3, 2.5],
};

/** The same for pictures: [text, picture]. */
const PICTURE_PRICES: Record<string, readonly [input: number, output: number]> = {
  'openai:gpt-image-1-mini': [2, 8],
  'openai:gpt-image-2': [5, 30],
  'openai:gpt-image-2.5-flare': [5, 30],
  'openai:gpt-image-2.5-sunburst': [5, 30],
};

/** US dollars per picture in the size that we request, for models priced per picture rather than by tokens. */
const PRICES_PER_PICTURE: Record<string, number> = {
  'google:gemini-3.1-flash-image': 0.067,
  'google:gemini-3-pro-image': 0.134,
};

/** A dated snapshot costs the same as its model: -2025-08-07, -20251001. */
const SNAPSHOT = /-(\d{4}-\d{2}-\d{2}|\d{8})$/;

/** A model's price: the one set by the user, zero for a local model, the listed one, or null when unknown. */
export function priceOf(choice: Pick<ModelChoice, 'provider' | 'model' | 'price' | 'baseUrl'>): ModelPrice | null {
  if (choice.price) return choice.price;
  return AI_PROVIDERS[choice.provider].isLocal ? { input: 0, output: 0 } : listed(PRICES, choice);
}

/** The cost of a picture in US dollars, calculated from its tokens if the provider counts them; null when unknown. */
export function pictureCostOf(
  choice: Pick<ModelChoice, 'provider' | 'model' | 'baseUrl'>,
  usage: { inputTokens: number; outputTokens: number } | null,
): number | null {
  if (AI_PROVIDERS[choice.provider].isLocal) return 0;
  const perPicture = choice.baseUrl === null ? PRICES_PER_PICTURE[listName(choice)] : undefined;
  return perPicture ?? (usage && costOf(usage, listed(PICTURE_PRICES, choice)));
}

/** The cost of a call in US dollars; null without a price. */
export function costOf(
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
  price: ModelPrice | null,
): number | null {
  return price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

function listed(
  prices: Record<string, readonly [input: number, output: number]>,
  choice: Pick<ModelChoice, 'provider' | 'model' | 'baseUrl'>,
): ModelPrice | null {
  // A custom server has different prices.
  const price = choice.baseUrl === null ? prices[listName(choice)] : undefined;
  return price ? { input: price[0], output: price[1] } : null;
}

function listName({ provider, model }: Pick<ModelChoice, 'provider' | 'model'>): string {
  return `${provider}:${model.replace(SNAPSHOT, '')}`;
}
