export type EngineQuestion = {
  /** The model's id (ModelChoice.model). */
  model: string;
  system: string;
  /** A conversation that ends with a user turn. */
  turns: readonly EngineTurn[];
  /** A JSON schema, enforced by a grammar. */
  schema: unknown;
  /** Maximum tokens of the answer; longer answers are cut. */
  maxTokens: number;
  /** 0 always selects the most likely token. */
  temperature: number;
};

export type EngineTurn = { role: 'user' | 'assistant'; text: string };

/** `isWhole` is false when the answer was cut at `maxTokens`. */
export type EngineAnswer = { text: string; isWhole: boolean; inputTokens: number; outputTokens: number };

/**
 * Runs local models, one question at a time. Only the agent has one; a hosted project does not. Rejects with a
 * GenerationError with the remedy, or with the signal's reason on abort.
 */
export type TextEngine = { answer(question: EngineQuestion, signal?: AbortSignal): Promise<EngineAnswer> };
