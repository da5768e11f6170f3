import type { ModelRecord } from './installation.ts';

/** A model that we offer: one GGUF file of its own publisher, at a revision that does not change. */
export type ListedModel = {
  id: string;
  title: string;
  publisher: string;
  licence: string;
  languages: string;
  /** Below the models' host: owner/name. */
  repository: string;
  revision: string;
  file: string;
  bytes: number;
  sha256: string;
  memoryBytes: number;
};

/** Where the publishers have their models; LOCAL_AGENT_AI_MODELS_MIRROR names another place with the same paths. */
export const MODELS_HOST = 'https://huggingface.co';

/**
 * Instruct models of 1 to 4 billion parameters, the one that writes best first. Sizes and digests are those of the
 * publisher's files (the SHA-256 that Hugging Face keeps for a file, as documents of several projects have it).
 * `memoryBytes` is reckoned: the file, its attention cache for 4096 tokens, and 350 MB for everything else.
 */
export const LISTED_MODELS: readonly ListedModel[] = [
  {
    id: 'ministral-3-3b-instruct',
    title: 'Ministral 3 3B Instruct',
    publisher: 'Mistral AI',
    licence: 'Apache 2.0',
    languages: 'English, French, Spanish, German, Italian, Portuguese, Dutch, Chinese, Japanese, Korean, Arabic',
    repository: 'mistralai/Ministral-3-3B-Instruct-2512-GGUF',
    revision: 'eb599d408350ea2bb60452cb86be7c7b2fc28227',
    file: 'Ministral-3-3B-Instruct-2512-Q4_K_M.gguf',
    bytes: 2_147_023_008,
    sha256: '9ed150d4367e68df0ac8e1540f6ddc65b42d0ee26378329d1ecbca60f93fc5f8',
    memoryBytes: 2_950_000_000,
  },
  {
    id: 'qwen3-4b',
    title: 'Qwen3 4B',
    publisher: 'Alibaba Cloud',
    licence: 'Apache 2.0',
    languages: 'over 100, among them Chinese, English, Spanish, French, German, Russian, Arabic, Hindi',
    repository: 'Qwen/Qwen3-4B-GGUF',
    revision: 'bc640142c66e1fdd12af0bd68f40445458f3869b',
    file: 'Qwen3-4B-Q4_K_M.gguf',
    bytes: 2_497_280_256,
    sha256: '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
    memoryBytes: 3_450_000_000,
  },
  {
    id: 'granite-4.0-micro',
    title: 'Granite 4.0 Micro',
    publisher: 'IBM',
    licence: 'Apache 2.0',
    languages: 'English, German, Spanish, French, Japanese, Portuguese, Arabic, Czech, Italian, Korean, Dutch, Chinese',
    repository: 'ibm-granite/granite-4.0-micro-GGUF',
    revision: 'ec48475f0c811d812fbfb61975717a9c36eeb652',
    file: 'granite-4.0-micro-Q4_K_M.gguf',
    bytes: 2_099_502_528,
    sha256: '97c417dcc0534b0737c74016fb2af083cb17c3b51eaac621192d23961b7024eb',
    memoryBytes: 2_800_000_000,
  },
  {
    id: 'lfm2.5-1.2b-instruct',
    title: 'LFM2.5 1.2B Instruct',
    publisher: 'Liquid AI',
    licence: 'LFM Open License 1.0 (free below 10 million dollars of yearly revenue)',
    languages: 'English, Arabic, Chinese, French, German, Japanese, Korean, Spanish',
    repository: 'LiquidAI/LFM2.5-1.2B-Instruct-GGUF',
    revision: '8ed288026e23958ad9dfa92d53ed773a8eee7125',
    file: 'LFM2.5-1.2B-Instruct-Q4_K_M.gguf',
    bytes: 730_895_168,
    sha256: 'b1b3de114215d9507409a662a501a631095a479a419584e8a2ded6304b19b4f5',
    memoryBytes: 1_150_000_000,
  },
];

/** What the system, the browser and the agent itself need besides the model. */
const OTHERS_BYTES = 2_000_000_000;
/** The same as for our own models, of which only the size is known: the cache is about a fifth of the file. */
const CACHE_SHARE = 0.2;
const OVERHEAD_BYTES = 350_000_000;

/** The address of a listed model's file on its host, or on a mirror of it. */
export function addressOf({ repository, revision, file }: ListedModel, mirror: string | null): string {
  return `${mirror ?? MODELS_HOST}/${repository}/resolve/${revision}/${file}`;
}

/** What a model of which only the file's size is known takes of the memory. */
export function reckonedMemory({ bytes }: Pick<ModelRecord, 'bytes'>): number {
  return Math.round(bytes * (1 + CACHE_SHARE)) + OVERHEAD_BYTES;
}

/** Whether a machine with `memoryBytes` in all has room for a model that takes `neededBytes`. */
export function fitsMemory(neededBytes: number, memoryBytes: number): boolean {
  return neededBytes + OTHERS_BYTES <= memoryBytes;
}

/** The first listed model that a machine with so much memory has room for; null where none fits. */
export function recommendedModel(listed: readonly ListedModel[], memoryBytes: number): ListedModel | null {
  return listed.find((model) => fitsMemory(model.memoryBytes, memoryBytes)) ?? null;
}
