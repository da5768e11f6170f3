import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The part of the API of node-llama-cpp 3.21 used here. The package is not a dependency; it is installed on demand.
 * https://node-llama-cpp.withcat.ai/api/functions/getLlama
 */
export type NodeLlamaCpp = {
  getLlama(options: {
    gpu: 'metal' | false;
    /** Never compiles or downloads: missing binaries are an error. */
    build: 'never';
    skipDownload: true;
    maxThreads: number;
    logLevel: 'error';
    logger(level: string, message: string): void;
  }): Promise<Llama>;
  LlamaChatSession: new (options: {
    contextSequence: LlamaSequence;
    systemPrompt: string;
    autoDisposeSequence: false;
  }) => LlamaChatSession;
};

export type Llama = {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  /** Throws for an unsupported schema. */
  createGrammarForJsonSchema(schema: unknown): Promise<LlamaGrammar>;
};
type LlamaGrammar = { readonly grammar: string };

export type LlamaModel = {
  readonly trainContextSize: number;
  tokenize(text: string): readonly number[];
  createContext(options: { contextSize: number; sequences: 1 }): Promise<LlamaContext>;
};

export type LlamaContext = {
  readonly contextSize: number;
  getSequence(): LlamaSequence;
  dispose(): Promise<void>;
};

export type LlamaSequence = { readonly tokenMeter: TokenMeter };

type TokenCount = { usedInputTokens: number; usedOutputTokens: number };
type TokenMeter = { getState(): TokenCount; diff(before: TokenCount): TokenCount };

type ChatItem =
  | { type: 'system'; text: string }
  | { type: 'user'; text: string }
  | { type: 'model'; response: string[] };

type LlamaChatSession = {
  setChatHistory(history: readonly ChatItem[]): void;
  /** Rejects with the signal's reason when it aborts. */
  promptWithMeta(
    prompt: string,
    options: {
      grammar: LlamaGrammar;
      maxTokens: number;
      temperature: number;
      signal: AbortSignal;
      /** Turns reasoning off. */
      budgets: { thoughtTokens: 0 };
    },
  ): Promise<{ responseText: string; stopReason: string }>;
  dispose(): void;
};

/** Loads the package from its installation folder. */
export async function importNodeLlamaCpp(engine: string): Promise<NodeLlamaCpp> {
  const entry = join(engine, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
  const loaded: NodeLlamaCpp = await import(pathToFileURL(entry).href);
  return loaded;
}
