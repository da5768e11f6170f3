import type { ModelRecord } from './installation.ts';

/** An offered model: one GGUF file at a fixed revision, checked against its digest. */
export type ListedModel = {
  id: string;
  title: string;
  publisher: string;
  /** Who converted the GGUF file; null when the publisher did. */
  quantiser: string | null;
  licence: string;
  languages: string;
  /** owner/name on the models' host. */
  repository: string;
  revision: string;
  file: string;
  bytes: number;
  sha256: string;
  memoryBytes: number;
};

/** The host of the models; LOCAL_AGENT_AI_MODELS_MIRROR names another one with the same paths. */
export const MODELS_HOST = 'https://huggingface.co';

/**
 * Instruct models of 1 to 4 billion parameters, ordered by their publishers' own scores for writing and open questions,
 * which are not directly comparable:
 * - Qwen3 4B Instruct 2507: Creative Writing v3 83.5, WritingBench 83.4, Arena-Hard v2 43.4 (its predecessor Qwen3 4B:
 *   53.6, 68.5 and 9.5). https://huggingface.co/Qwen/Qwen3-4B-Instruct-2507
 * - Ministral 3 3B Instruct: Arena Hard 30.5, WildBench 56.8 (Qwen3-VL 4B: 43.8 and 56.8).
 *   https://arxiv.org/abs/2601.08584, table 4
 * - Granite 4.0 Micro and LFM2.5 1.2B: no such scores are known. Ordered by size, for machines with less memory.
 *
 * Sizes and digests (SHA-256) are those of Hugging Face, as pinned by several projects. Alibaba publishes no GGUF file
 * of the 2507 version; this one is by bartowski. Many projects use it, and ten of them pin the same digest.
 * `memoryBytes` is an estimate: the file, its attention cache for 4096 tokens, and 350 MB for everything else.
 */
export const LISTED_MODELS: readonly ListedModel[] = [
  {
    id: 'qwen3-4b-instruct-2507',
    title: 'Qwen3 4B Instruct 2507',
    publisher: 'Alibaba Cloud',
    quantiser: 'bartowski',
    licence: 'Apache 2.0',
    languages: 'over 100, among them Chinese, English, Spanish, French, German, Russian, Arabic, Hindi',
    repository: 'bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF',
    revision: 'ae44f08e1392f39c0e474af10c3ff8355c8b6688',
    file: 'Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
    bytes: 2_497_280_736,
    sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
    memoryBytes: 3_450_000_000,
  },
  {
    id: 'ministral-3-3b-instruct',
    title: 'Ministral 3 3B Instruct',
    publisher: 'Mistral AI',
    quantiser: null,
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
    id: 'granite-4.0-micro',
    title: 'Granite 4.0 Micro',
    publisher: 'IBM',
    quantiser: null,
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
    quantiser: null,
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

/** Memory for the system, the browser and the agent, besides the model. */
const OTHERS_BYTES = 2_000_000_000;
/** As for the listed models, when only the file's size is known: the cache takes about a fifth of it. */
const CACHE_SHARE = 0.2;
const OVERHEAD_BYTES = 350_000_000;

/** The address of a listed model's file on its host or a mirror. */
export function addressOf({ repository, revision, file }: ListedModel, mirror: string | null): string {
  return `${mirror ?? MODELS_HOST}/${repository}/resolve/${revision}/${file}`;
}

/** Estimated memory of a model when only the file's size is known. */
export function reckonedMemory({ bytes }: Pick<ModelRecord, 'bytes'>): number {
  return Math.round(bytes * (1 + CACHE_SHARE)) + OVERHEAD_BYTES;
}

/** Whether a machine with `memoryBytes` in total can run a model that needs `neededBytes`. */
export function fitsMemory(neededBytes: number, memoryBytes: number): boolean {
  return neededBytes + OTHERS_BYTES <= memoryBytes;
}

/** The first listed model that fits the machine's memory; null when none does. */
export function recommendedModel(listed: readonly ListedModel[], memoryBytes: number): ListedModel | null {
  return listed.find((model) => fitsMemory(model.memoryBytes, memoryBytes)) ?? null;
}
