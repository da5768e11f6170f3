import { z } from 'zod';

/**
 * Models that the agent runs on this machine: provider `local` of AI_PROVIDERS. The choice's `model` is the `id` of a
 * LocalModel, chosen with POST /api/ai like any other model.
 */

export const LOCAL_AI_EVENTS = { install: 'install' } as const;

/** Part of file names: letters, digits, dots, dashes and underscores. */
export const localModelIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, 'Give the model’s short name, as `local-agent ai list` has it.');

const bytes = z.number().int().min(0);

/** The program that runs models. `bytes` is its size on disk. */
export const localEngineSchema = z.discriminatedUnion('state', [
  /** There are no binaries for this machine; `reason` names the alternatives. */
  z.object({ state: z.literal('unsupported'), reason: z.string() }),
  z.object({ state: z.literal('missing'), version: z.string(), downloadBytes: bytes }),
  z.object({ state: z.literal('installed'), version: z.string(), bytes }),
]);
export type LocalEngine = z.infer<typeof localEngineSchema>;

/**
 * `partial`: partly downloaded, and can be resumed. `lost`: the user's own file has changed or disappeared since it was
 * chosen.
 */
export const localModelStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('missing') }),
  z.object({ state: z.literal('partial'), receivedBytes: bytes }),
  z.object({ state: z.literal('installed') }),
  z.object({ state: z.literal('lost') }),
]);

/** A listed or custom model. */
export const localModelSchema = z.object({
  id: localModelIdSchema,
  title: z.string(),
  /** Null for a custom model. */
  publisher: z.string().nullable(),
  /** Who converted it to GGUF, if not the publisher; null otherwise and for a custom model. */
  quantiser: z.string().nullable(),
  licence: z.string().nullable(),
  /** In a few words, such as "English, German and 100 others". */
  languages: z.string().nullable(),
  /** The file's size; null if unknown. */
  bytes: bytes.nullable(),
  /** Memory used while writing; null while the size is unknown. */
  memoryBytes: bytes.nullable(),
  /** Whether this machine has enough memory for it and everything else. */
  fits: z.boolean(),
  /** The file's source: an https address, or an absolute path for the user's own file. */
  source: z.string(),
  /** In hexadecimal; null until the publisher's server has named it. */
  sha256: z.string().nullable(),
  status: localModelStateSchema,
});
export type LocalModel = z.infer<typeof localModelSchema>;

/**
 * The steps: downloading the engine, unpacking and trying it, downloading the model, checking its digest.
 * `receivedBytes` and `totalBytes` (null: unknown) refer to the current step.
 */
export const localInstallStepSchema = z.enum(['engine', 'engine-check', 'model', 'model-check']);
export type LocalInstallStep = z.infer<typeof localInstallStepSchema>;

export const localInstallSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    model: z.string(),
    step: localInstallStepSchema,
    receivedBytes: bytes,
    totalBytes: bytes.nullable(),
  }),
  /** `isChosen`: whether it is now the writer; false if another model was chosen before. */
  z.object({ state: z.literal('done'), model: z.string(), isChosen: z.boolean() }),
  z.object({ state: z.literal('cancelled'), model: z.string() }),
  /** `error` says what went wrong, with the remedy; `code` is one of the agent's error codes. */
  z.object({ state: z.literal('failed'), model: z.string(), error: z.string(), code: z.string() }),
]);
export type LocalInstall = z.infer<typeof localInstallSchema>;

/** Null if nothing was installed since the agent started. */
export const localInstallAnswerSchema = z.object({ install: localInstallSchema.nullable() });

const address = z.url({ protocol: /^https$/, error: 'Give the address of a GGUF file that begins with https://.' });
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'A SHA-256 digest has 64 hexadecimal digits.')
  .transform((text) => text.toLowerCase());

/**
 * What to install in addition to the engine: a listed model (the recommended one by default), the GGUF file at an https
 * address, or one on this machine, which is not moved.
 */
export const localInstallRequestSchema = z
  .strictObject({
    model: localModelIdSchema.optional(),
    address: address.max(2000).optional(),
    /** The expected digest of the file at the address. */
    sha256: digest.optional(),
    file: z.string().min(1).max(4000).optional(),
  })
  .refine(({ model, address: from, file }) => [model, from, file].filter((one) => one !== undefined).length < 2, {
    error: 'Give either a model, an address or a file.',
  })
  .refine(({ address: from, sha256 }) => sha256 === undefined || from !== undefined, {
    error: 'A digest can only be given with an address.',
  });
export type LocalInstallRequest = z.infer<typeof localInstallRequestSchema>;

export const localAiStateSchema = z.object({
  engine: localEngineSchema,
  models: z.array(localModelSchema),
  /** The id of the listed model that suits this machine best; null when none fits. */
  recommended: z.string().nullable(),
  /** The id of the chosen local model; null when another writer is chosen. */
  chosen: z.string().nullable(),
  /** This machine's total memory, and the free space on the data directory's disk. */
  memoryBytes: bytes,
  freeDiskBytes: bytes.nullable(),
  install: localInstallSchema.nullable(),
});
export type LocalAiState = z.infer<typeof localAiStateSchema>;
