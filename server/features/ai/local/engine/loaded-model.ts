import type { EngineQuestion } from '../../../../generation/writers/local/text-engine.ts';
import { importNodeLlamaCpp, type LlamaContext } from './node-llama-cpp.ts';
import type { EngineFault, EngineReport, EngineSetup } from './protocol.ts';

/** Contexts grow in steps of this many tokens, so that most questions fit the current one. */
const CONTEXT_STEP = 1024;
/** Estimated tokens of a chat template around a conversation. */
const TEMPLATE_TOKENS = 200;

/** A failure that the agent turns into a message for users. */
export class EngineFailure extends Error {
  readonly trouble: EngineFault;

  constructor(trouble: EngineFault, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'EngineFailure';
    this.trouble = isOutOfMemory(cause) ? 'memory' : trouble;
  }
}

export type LoadedModel = {
  /** Rejects with the signal's reason, or with EngineFailure. */
  answer(
    question: Omit<EngineQuestion, 'model'>,
    signal: AbortSignal,
  ): Promise<Extract<EngineReport, { kind: 'answer' }>>;
};

/** Loads the engine and its model. Rejects with an EngineFailure that names the one that failed. */
export async function loadModel({ engine, file, threads, contextMax }: EngineSetup): Promise<LoadedModel> {
  const { LlamaChatSession, llama } = await attempt('engine', () => openEngine(engine, threads));
  const model = await attempt('model', () => llama.loadModel({ modelPath: file }));
  const limit = Math.min(contextMax, model.trainContextSize);
  let context: LlamaContext | undefined;

  /** Kept between questions, so that a common prompt prefix is evaluated only once. */
  let sequence: ReturnType<LlamaContext['getSequence']> | undefined;

  const sequenceFor = async (tokens: number) => {
    if (tokens > limit) throw new Error(`It has ${tokens} tokens with its answer, and the model takes ${limit}.`);
    if (context && sequence && context.contextSize >= tokens) return sequence;
    await context?.dispose();
    const contextSize = Math.min(limit, Math.ceil(tokens / CONTEXT_STEP) * CONTEXT_STEP);
    context = await model.createContext({ contextSize, sequences: 1 });
    sequence = context.getSequence();
    return sequence;
  };

  return {
    async answer({ system, turns, schema, maxTokens, temperature }, signal) {
      const grammar = await attempt('question', () => llama.createGrammarForJsonSchema(schema));
      const words = [system, ...turns.map(({ text }) => text)].join('\n');
      const needed = model.tokenize(words).length + TEMPLATE_TOKENS + maxTokens;
      const contextSequence = await attempt('question', () => sequenceFor(needed));
      const session = new LlamaChatSession({ contextSequence, systemPrompt: system, autoDisposeSequence: false });
      try {
        session.setChatHistory([
          { type: 'system', text: system },
          ...turns
            .slice(0, -1)
            .map(({ role, text }) =>
              role === 'user' ? { type: 'user' as const, text } : { type: 'model' as const, response: [text] },
            ),
        ]);
        const before = contextSequence.tokenMeter.getState();
        const options = { grammar, maxTokens, temperature, signal, budgets: { thoughtTokens: 0 } } as const;
        const { responseText, stopReason } = await session.promptWithMeta(turns.at(-1)?.text ?? '', options);
        const used = contextSequence.tokenMeter.diff(before);
        return {
          kind: 'answer',
          text: responseText,
          isWhole: stopReason !== 'maxTokens',
          inputTokens: used.usedInputTokens,
          outputTokens: used.usedOutputTokens,
        };
      } catch (error) {
        signal.throwIfAborted();
        throw new EngineFailure('question', error);
      } finally {
        session.dispose();
      }
    },
  };
}

async function openEngine(engine: string, threads: number) {
  const { getLlama, LlamaChatSession } = await importNodeLlamaCpp(engine);
  const llama = await getLlama({
    // The package for Apple silicon has Metal; the other packages are CPU-only.
    gpu: process.platform === 'darwin' && process.arch === 'arm64' ? 'metal' : false,
    build: 'never',
    skipDownload: true,
    maxThreads: threads,
    logLevel: 'error',
    logger: (_level, message) => process.stderr.write(`${message}\n`),
  });
  return { llama, LlamaChatSession };
}

async function attempt<T>(trouble: EngineFault, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new EngineFailure(trouble, error);
  }
}

/** node-llama-cpp rejects models that it estimates to be too large; llama.cpp reports failed allocations. */
function isOutOfMemory(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.name === 'InsufficientMemoryError' || /insufficient memory|out of memory|bad_alloc/i.test(cause.message);
}
