/** What a model on this machine is asked. */
export type EngineQuestion = {
  /** The model's id (ModelChoice.model). */
  model: string;
  system: string;
  /** A conversation that ends with a user's turn. */
  turns: readonly EngineTurn[];
  /** JSON schema that a grammar holds the answer to, letter by letter. */
  schema: unknown;
  /** Of the answer; one that is longer is cut. */
  maxTokens: number;
  /** 0 always takes the likeliest word. */
  temperature: number;
};

export type EngineTurn = { role: 'user' | 'assistant'; text: string };

/** `isWhole` is false where the answer was cut at `maxTokens`. */
export type EngineAnswer = { text: string; isWhole: boolean; inputTokens: number; outputTokens: number };

/**
 * Runs models on this machine, one question at a time. The agent has one; a hosted project has none. Rejects with a
 * GenerationError that says what to do, or with the signal's reason as soon as it aborts.
 */
export type TextEngine = { answer(question: EngineQuestion, signal?: AbortSignal): Promise<EngineAnswer> };
