import { z } from 'zod';

/**
 * A model that the agent itself runs on this machine: provider `local` of AI_PROVIDERS. Its `model` is the `id` of a
 * LocalModel, and choosing it is POST /api/ai, as with every other model.
 */

/** GET: what is there and what there could be, LocalAiState. DELETE: removes the engine and every model. */
export const LOCAL_AI_PATH = '/api/ai/on-this-machine';
/**
 * POST begins an installation, or continues one (LocalInstallRequest; 202 with a LocalInstall; 409 while another one
 * runs). GET is the one under way or the last of this agent, with `Accept: text/event-stream` as LOCAL_AI_EVENTS until
 * it is over. DELETE cancels it: what has come stays for the next time.
 */
export const LOCAL_INSTALL_PATH = `${LOCAL_AI_PATH}/install`;
/** DELETE of `<this>/<id>` removes a model with what was downloaded of it; a file of the user's own stays. */
export const LOCAL_MODELS_PATH = `${LOCAL_AI_PATH}/models`;

export const LOCAL_AI_EVENTS = { install: 'install' } as const;

/** As it stands in a file's name: letters, digits, dots, dashes and underscores. */
export const localModelIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, 'Give the model’s short name, as `local-agent ai list` has it.');

const bytes = z.number().int().min(0);

/** The program that runs models. `bytes` is its size on the disk. */
export const localEngineSchema = z.discriminatedUnion('state', [
  /** There are no binaries for this machine; `reason` says what there is instead. */
  z.object({ state: z.literal('unsupported'), reason: z.string() }),
  z.object({ state: z.literal('missing'), version: z.string(), downloadBytes: bytes }),
  z.object({ state: z.literal('installed'), version: z.string(), bytes }),
]);
export type LocalEngine = z.infer<typeof localEngineSchema>;

/**
 * `partial`: some of the file has come, and an installation continues from there. `lost`: a file of the user's own that
 * is no longer as it was when it was chosen.
 */
export const localModelStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('missing') }),
  z.object({ state: z.literal('partial'), receivedBytes: bytes }),
  z.object({ state: z.literal('installed') }),
  z.object({ state: z.literal('lost') }),
]);

/** A model of our list, or one by the user's choice. */
export const localModelSchema = z.object({
  id: localModelIdSchema,
  title: z.string(),
  /** Null for one by choice. */
  publisher: z.string().nullable(),
  /** Who made the GGUF file where that was not the publisher; null for the publisher's own and for one by choice. */
  quantiser: z.string().nullable(),
  licence: z.string().nullable(),
  /** In a few words, such as "English, German and 100 others". */
  languages: z.string().nullable(),
  /** Size of the file; null as long as it is not known. */
  bytes: bytes.nullable(),
  /** What it takes of the machine's memory while it writes; null as long as the size is not known. */
  memoryBytes: bytes.nullable(),
  /** Whether this machine's memory is enough for it, with room for everything else. */
  fits: z.boolean(),
  /** Where the file comes from: an https address, or an absolute path for a file of the user's own. */
  source: z.string(),
  /** In hexadecimal; null as long as it is not known, which is until the publisher's server has named it. */
  sha256: z.string().nullable(),
  status: localModelStateSchema,
});
export type LocalModel = z.infer<typeof localModelSchema>;

/**
 * Downloading the engine, unpacking and trying it, downloading the model, checking its digest. `receivedBytes` and
 * `totalBytes` (null: not known) are of the step.
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
  /** `isChosen`: it writes from now on; false where another model was chosen before. */
  z.object({ state: z.literal('done'), model: z.string(), isChosen: z.boolean() }),
  z.object({ state: z.literal('cancelled'), model: z.string() }),
  /** `error` says what went wrong and what to do; `code` is one of the agent's error codes. */
  z.object({ state: z.literal('failed'), model: z.string(), error: z.string(), code: z.string() }),
]);
export type LocalInstall = z.infer<typeof localInstallSchema>;

/** GET LOCAL_INSTALL_PATH: null when this agent has installed nothing yet. */
export const localInstallAnswerSchema = z.object({ install: localInstallSchema.nullable() });

const address = z.url({ protocol: /^https$/, error: 'Give the address of a GGUF file that begins with https://.' });
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'A SHA-256 digest has 64 hexadecimal digits.')
  .transform((text) => text.toLowerCase());

/**
 * What to install, besides the engine: a model of the list (the recommended one if none is named), or the GGUF file at
 * an https address, or one that lies on this machine, which stays where it is.
 */
export const localInstallRequestSchema = z
  .strictObject({
    model: localModelIdSchema.optional(),
    address: address.max(2000).optional(),
    /** What the file at the address must have. */
    sha256: digest.optional(),
    file: z.string().min(1).max(4000).optional(),
  })
  .refine(({ model, address: from, file }) => [model, from, file].filter((one) => one !== undefined).length < 2, {
    error: 'Name a model, an address or a file, not several of them.',
  })
  .refine(({ address: from, sha256 }) => sha256 === undefined || from !== undefined, {
    error: 'A digest goes with an address only.',
  });
export type LocalInstallRequest = z.infer<typeof localInstallRequestSchema>;

export const localAiStateSchema = z.object({
  engine: localEngineSchema,
  models: z.array(localModelSchema),
  /** The id of the model of the list that suits this machine best; null where none fits. */
  recommended: z.string().nullable(),
  /** The id of the model that writes the posts; null while anything else does. */
  chosen: z.string().nullable(),
  /** All memory of this machine, and what is free on the disk of the data directory. */
  memoryBytes: bytes,
  freeDiskBytes: bytes.nullable(),
  install: localInstallSchema.nullable(),
});
export type LocalAiState = z.infer<typeof localAiStateSchema>;
