import { z } from 'zod';
import { AI_PROVIDER_IDS, AI_PROVIDERS } from './providers.ts';

export const aiProviderSchema = z.enum(AI_PROVIDER_IDS);

const usdPerMillion = z.number().min(0).max(10_000);

/** What a model costs, in USD per million tokens. */
export const modelPriceSchema = z.object({ input: usdPerMillion, output: usdPerMillion });
export type ModelPrice = z.infer<typeof modelPriceSchema>;

const MODEL_ERROR = 'Enter the provider’s name for the model.';
const BASE_URL_ERROR = 'Enter the server address, such as https://api.example.com/v1.';

const BASE_URL_MAX = 2000;
/** It is shown where the key is not. */
const LOGIN_IN_URL = 'Leave the user and password out of the address; the key has a field of its own.';

function hasLogin(url: string): boolean {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' };
  return username !== '' || password !== '';
}

const fields = {
  model: z.string(MODEL_ERROR).trim().min(1, MODEL_ERROR).max(200),
  /** Sent in a header, where a line break or a space would be an accident of copying. */
  apiKey: z
    .string()
    .trim()
    .min(1, 'The key is empty.')
    .max(1000, 'The key is too long to be one.')
    .regex(/^[\x21-\x7e]+$/, 'The key has characters that no key has. Copy it again.'),
  /** The API's address up to its version; null for the provider's own. */
  baseUrl: z
    .url({ protocol: /^https?$/, error: BASE_URL_ERROR })
    .max(BASE_URL_MAX, BASE_URL_ERROR)
    .refine((url) => !hasLogin(url), LOGIN_IN_URL)
    .transform((url) => url.replace(/\/+$/, '')),
  monthlyCapUsd: z
    .number('Give the cap in US dollars, such as 5.')
    .min(0, 'A cap cannot be below 0.')
    .max(100_000, 'A cap of more than 100,000 dollars is no cap.'),
};

/**
 * A model that writes the posts, with the key that opens it. `price` is asked for where we do not know what the model
 * costs.
 */
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
 * Who writes the posts and makes their pictures: `model` null is the built-in writer, `pictureModel` null the drawn
 * cards. No call is made once the month has cost `monthlyCapUsd`.
 */
export type AiChoice = { model: ModelChoice | null; pictureModel: ModelChoice | null; monthlyCapUsd: number | null };

/**
 * The choice as it is kept: made step by step, so that a provider may be there without its model. Null is not chosen.
 */
export const aiSettingsSchema = z.object({
  provider: aiProviderSchema.nullable().default(null),
  model: fields.model.nullable().default(null),
  /** Of the same provider, with the same key and address; null draws cards. */
  pictureModel: fields.model.nullable().default(null),
  apiKey: fields.apiKey.nullable().default(null),
  baseUrl: fields.baseUrl.nullable().default(null),
  price: modelPriceSchema.nullable().default(null),
  monthlyCapUsd: fields.monthlyCapUsd.nullable().default(null),
});
export type AiSettings = z.infer<typeof aiSettingsSchema>;

/**
 * POST /api/ai changes what is named; POST /api/ai/test tries it out and POST /api/ai/models lists models with it,
 * without saving it. Another provider resets the choice, and another address asks for the key again, which must not go
 * where it was not meant to.
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
 * What models used since the month began in the workspace's zone. `costUsd` leaves `unpricedCalls` out, whose price is
 * not known.
 */
export const modelSpendingSchema = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number(),
  unpricedCalls: z.number(),
});
export type ModelSpending = z.infer<typeof modelSpendingSchema>;

/** Where a choice comes from: 'function' is a hosted project, whose edge function has secrets of its own. */
export const aiSourceSchema = z.enum(['stored', 'environment', 'function']);

/** GET /api/ai. The key itself is never answered; `month` is null where the database cannot be asked. */
export const aiStateSchema = z.object({
  source: aiSourceSchema,
  provider: aiProviderSchema.nullable(),
  model: z.string().nullable(),
  pictureModel: z.string().nullable(),
  baseUrl: z.string().nullable(),
  hasKey: z.boolean(),
  price: modelPriceSchema.nullable(),
  /** What is reckoned with: `price`, or what we know of the model. */
  knownPrice: modelPriceSchema.nullable(),
  monthlyCapUsd: z.number().nullable(),
  month: modelSpendingSchema.nullable(),
});
export type AiState = z.infer<typeof aiStateSchema>;

/** What POST /api/ai/test answers when the model did as it was told; otherwise an error with the remedy. */
export const aiTestResultSchema = z.object({ milliseconds: z.number() });

/**
 * POST /api/ai/models: what the provider offers, its models that write posts and those that make pictures. Both may be
 * empty.
 */
export const modelListSchema = z.object({ writers: z.array(z.string()), pictures: z.array(z.string()) });
export type ModelList = z.infer<typeof modelListSchema>;

/** GET /api/ai/local: the servers that answer on this machine, with their models. */
export const localServersSchema = z.array(
  z.object({ provider: aiProviderSchema, baseUrl: z.string(), models: z.array(z.string()) }),
);
export type LocalServer = z.infer<typeof localServersSchema>[number];
