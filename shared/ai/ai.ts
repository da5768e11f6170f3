import { z } from 'zod';
import { parseUrl } from '../web/parse-url.ts';
import { AI_PROVIDER_IDS, AI_PROVIDERS } from './providers.ts';

export const aiProviderSchema = z.enum(AI_PROVIDER_IDS);

const usdPerMillion = z.number().min(0).max(10_000);

/** A model's price in USD per million tokens. */
export const modelPriceSchema = z.object({ input: usdPerMillion, output: usdPerMillion });
export type ModelPrice = z.infer<typeof modelPriceSchema>;

const MODEL_ERROR = 'Enter the provider’s name for the model.';
const BASE_URL_ERROR = 'Enter the server address, such as https://api.example.com/v1.';

const BASE_URL_MAX = 2000;
/** The address is displayed, unlike the key. */
const LOGIN_IN_URL = 'Leave the user and password out of the address; the key has its own field.';

function hasLogin(url: string): boolean {
  const { username, password } = parseUrl(url) ?? { username: '', password: '' };
  return username !== '' || password !== '';
}

const fields = {
  model: z.string(MODEL_ERROR).trim().min(1, MODEL_ERROR).max(200),
  /** Sent in a header, where a line break or a space would be a copying error. */
  apiKey: z
    .string()
    .trim()
    .min(1, 'The key is empty.')
    .max(1000, 'The key is too long.')
    .regex(/^[\x21-\x7e]+$/, 'The key contains invalid characters. Copy it again.'),
  /** The API's address including its version; null for the provider's default. */
  baseUrl: z
    .url({ protocol: /^https?$/, error: BASE_URL_ERROR })
    .max(BASE_URL_MAX, BASE_URL_ERROR)
    .refine((url) => !hasLogin(url), LOGIN_IN_URL)
    .transform((url) => url.replace(/\/+$/, '')),
  monthlyCapUsd: z
    .number('Enter the cap in US dollars, such as 5.')
    .min(0, 'A cap cannot be below 0.')
    .max(100_000, 'The cap can be at most 100,000 dollars.'),
};

/** A model that writes posts, with its key. `price` is needed when the model's price is unknown. */
export const modelChoiceSchema = z
  .object({
    provider: aiProviderSchema,
    model: fields.model,
    apiKey: fields.apiKey.nullable(),
    baseUrl: fields.baseUrl.nullable(),
    price: modelPriceSchema.nullable(),
  })
  .refine(
    ({ provider, baseUrl }) => {
      const { hasServer, baseUrl: usual } = AI_PROVIDERS[provider];
      return !hasServer || (baseUrl ?? usual) !== null;
    },
    { path: ['baseUrl'], error: BASE_URL_ERROR },
  );
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/**
 * The models for a run: a null `model` means the built-in writer, a null `pictureModel` drawn cards. No more calls are
 * made once the month has cost `monthlyCapUsd`.
 */
export type AiChoice = { model: ModelChoice | null; pictureModel: ModelChoice | null; monthlyCapUsd: number | null };

/** The stored choice. It is made in steps, so a provider may be set without its model. Null means not chosen. */
export const aiSettingsSchema = z.object({
  provider: aiProviderSchema.nullable().default(null),
  model: fields.model.nullable().default(null),
  /** Uses the same provider, key and address; null draws cards. */
  pictureModel: fields.model.nullable().default(null),
  apiKey: fields.apiKey.nullable().default(null),
  baseUrl: fields.baseUrl.nullable().default(null),
  price: modelPriceSchema.nullable().default(null),
  monthlyCapUsd: fields.monthlyCapUsd.nullable().default(null),
});
export type AiSettings = z.infer<typeof aiSettingsSchema>;

/**
 * POST /api/ai changes the given fields; POST /api/ai/test tests them and POST /api/ai/models lists models with them,
 * without saving. A new provider resets the choice; a new address requires the key again, because it must not be sent
 * elsewhere.
 */
export const aiChangeSchema = z.strictObject({
  provider: aiProviderSchema.nullable().optional(),
  model: fields.model.nullable().optional(),
  pictureModel: fields.model.nullable().optional(),
  apiKey: fields.apiKey.nullable().optional(),
  baseUrl: fields.baseUrl.nullable().optional(),
  price: modelPriceSchema.nullable().optional(),
  monthlyCapUsd: fields.monthlyCapUsd.nullable().optional(),
});
export type AiChange = z.infer<typeof aiChangeSchema>;

/**
 * Model usage since the start of the month in the workspace's time zone. `costUsd` excludes `unpricedCalls`, whose
 * price is unknown.
 */
export const modelSpendingSchema = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number(),
  unpricedCalls: z.number(),
});
export type ModelSpending = z.infer<typeof modelSpendingSchema>;

/** Where a choice is stored: 'function' is a hosted project, whose edge function has its own secrets. */
export const aiSourceSchema = z.enum(['stored', 'environment', 'function']);

/** GET /api/ai. Never contains the key; `month` is null when the database is unavailable. */
export const aiStateSchema = z.object({
  source: aiSourceSchema,
  provider: aiProviderSchema.nullable(),
  model: z.string().nullable(),
  pictureModel: z.string().nullable(),
  baseUrl: z.string().nullable(),
  hasKey: z.boolean(),
  price: modelPriceSchema.nullable(),
  /** The price used: `price`, or the known one of the model. */
  knownPrice: modelPriceSchema.nullable(),
  monthlyCapUsd: z.number().nullable(),
  month: modelSpendingSchema.nullable(),
});
export type AiState = z.infer<typeof aiStateSchema>;

/** The response of POST /api/ai/test on success; otherwise an error with the remedy. */
export const aiTestResultSchema = z.object({ milliseconds: z.number() });

/** POST /api/ai/models: the provider's models for posts and for pictures. Both may be empty. */
export const modelListSchema = z.object({ writers: z.array(z.string()), pictures: z.array(z.string()) });
export type ModelList = z.infer<typeof modelListSchema>;

/** GET /api/ai/local: the servers responding on this machine, with their models. */
export const localServersSchema = z.array(
  z.object({ provider: aiProviderSchema, baseUrl: z.string(), models: z.array(z.string()) }),
);
export type LocalServer = z.infer<typeof localServersSchema>[number];
