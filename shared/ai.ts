import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** Where a model may run, in the order in which the screens offer it. */
export const aiProviderSchema = z.enum(['openai', 'anthropic', 'google', 'openai-compatible', 'ollama', 'lmstudio']);
export type AiProvider = z.infer<typeof aiProviderSchema>;

type ProviderFacts = {
  label: string;
  /** Where its API is when no other address is given; null for a server that has to be named. */
  baseUrl: string | null;
  needsKey: boolean;
  /** Runs on this machine and costs nothing. */
  isLocal: boolean;
  /** A model's name as this provider writes it. */
  example: string;
};

export const AI_PROVIDERS: Record<AiProvider, ProviderFacts> = {
  openai: {
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    isLocal: false,
    example: 'gpt-5-mini',
  },
  anthropic: {
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    isLocal: false,
    example: 'claude-haiku-4-5',
  },
  google: {
    label: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    isLocal: false,
    example: 'gemini-2.5-flash',
  },
  'openai-compatible': {
    label: 'OpenAI-compatible server',
    baseUrl: null,
    needsKey: false,
    isLocal: false,
    example: 'mistral-small-latest',
  },
  ollama: {
    label: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    isLocal: true,
    example: 'llama3.2',
  },
  lmstudio: {
    label: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    isLocal: true,
    example: 'qwen2.5-7b-instruct',
  },
};

const usdPerMillion = z.number().min(0).max(10_000);

/** What a model costs, in USD per million tokens. */
export const modelPriceSchema = z.object({ input: usdPerMillion, output: usdPerMillion });
export type ModelPrice = z.infer<typeof modelPriceSchema>;

const A_MODEL = 'Name the model as its provider writes it.';
const A_SERVER = 'Give the address of the server, such as https://api.example.com/v1.';

const aiModelFields = {
  provider: aiProviderSchema,
  model: z.string(A_MODEL).trim().min(1, A_MODEL).max(200),
  /** The API's address up to its version; null for the provider's own. */
  baseUrl: z
    .url({ protocol: /^https?$/, error: A_SERVER })
    .transform((url) => url.replace(/\/+$/, ''))
    .nullable()
    .default(null),
  /** Asked for where we do not know what the model costs. */
  price: modelPriceSchema.nullable().default(null),
};

const needsAddress = ({ provider, baseUrl }: { provider: AiProvider; baseUrl: string | null }) =>
  baseUrl !== null || AI_PROVIDERS[provider].baseUrl !== null;
const ADDRESS_MISSING = { path: ['baseUrl'], error: A_SERVER };

/** A key is sent in a header, where a line break or a space would be an accident of copying. */
const apiKey = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[\x21-\x7e]+$/, 'The key has characters that no key has. Copy it again.');

/** A model that writes the posts, with the key that opens it. */
export const modelChoiceSchema = z
  .object({ ...aiModelFields, apiKey: apiKey.nullable().default(null) })
  .refine(needsAddress, ADDRESS_MISSING);
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

export const monthlyCapSchema = z
  .number('Give the cap in US dollars, such as 5.')
  .min(0, 'A cap cannot be below 0.')
  .max(100_000, 'A cap of more than 100,000 dollars is no cap.');

/** Who writes the posts: `model` null is the built-in writer. No call is made once the month has cost `monthlyCapUsd`. */
export const aiChoiceSchema = z.object({
  model: modelChoiceSchema.nullable().default(null),
  monthlyCapUsd: monthlyCapSchema.nullable().default(null),
});
export type AiChoice = z.infer<typeof aiChoiceSchema>;

/** POST /api/ai/test, and the model of POST /api/ai. Without `apiKey` the stored one stays, as long as it goes to the same provider and address. */
export const aiModelDraftSchema = z
  .object({ ...aiModelFields, apiKey: apiKey.optional() })
  .refine(needsAddress, ADDRESS_MISSING);
export type AiModelDraft = z.input<typeof aiModelDraftSchema>;

/** POST /api/ai: what is left out stays as it is. */
export const aiChangeSchema = z.object({
  model: aiModelDraftSchema.nullable().optional(),
  monthlyCapUsd: monthlyCapSchema.nullable().optional(),
});
export type AiChange = z.input<typeof aiChangeSchema>;

/** What models used since the month began in the workspace's zone. `costUsd` leaves `unpricedCalls` out, whose price is not known. */
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
  model: z
    .object({
      ...aiModelFields,
      hasKey: z.boolean(),
      /** What is reckoned with: `price`, or what we know of the model. */
      knownPrice: modelPriceSchema.nullable(),
    })
    .nullable(),
  monthlyCapUsd: z.number().nullable(),
  month: modelSpendingSchema.nullable(),
});
export type AiState = z.infer<typeof aiStateSchema>;

/** What POST /api/ai/test answers when the model did as it was told; otherwise an error with the remedy. */
export const aiTestResultSchema = z.object({ milliseconds: z.number() });

/** GET /api/ai/local: the servers that answer on this machine, with their models. */
export const localServersSchema = z.array(
  z.object({ provider: aiProviderSchema, baseUrl: z.string(), models: z.array(z.string()) }),
);
export type LocalServer = z.infer<typeof localServersSchema>[number];

/** The writer's name that is kept with a post, for people: "openai:gpt-5-mini" is "gpt-5-mini (OpenAI)". */
export function writerLabel(writer: string): string {
  const [, provider = '', model = writer] = /^([\w-]+):(.+)$/.exec(writer) ?? [];
  const known = aiProviderSchema.safeParse(provider);
  return known.success ? `${model} (${AI_PROVIDERS[known.data].label})` : writer;
}

/** When the month of `now` began in a time zone. RangeError when the zone is unknown. */
export function monthStart(now: Temporal.Instant, timezone: string): Temporal.Instant {
  const { year, month } = now.toZonedDateTimeISO(timezone);
  return Temporal.PlainDate.from({ year, month, day: 1 }).toZonedDateTime(timezone).toInstant();
}
