import { z } from 'zod';
import type { EngineQuestion } from '../../../../generation/writers/local/text-engine.ts';

/** What the engine's process is to open, told once after its start. */
export type EngineSetup = {
  /** The folder whose node_modules holds node-llama-cpp. */
  engine: string;
  /** The GGUF file. */
  file: string;
  /** Of the processor; a graphics card, where there is one, takes what it likes. */
  threads: number;
  /** Most tokens of a question and its answer together. */
  contextMax: number;
  /** The process's priority, as os.setPriority takes it. */
  priority: number;
};

/** What the agent sends: the setup first, then one question at a time. `stop` ends the answer to it. */
export type EngineRequest = { setup: EngineSetup } | { ask: Omit<EngineQuestion, 'model'> } | { stop: true };

/** Where a failure was: the program, its model, its memory, or the question. */
export const engineTroubleSchema = z.enum(['engine', 'model', 'memory', 'question']);
export type EngineTrouble = z.infer<typeof engineTroubleSchema>;

/** What the process sends: one report for the setup, and one for each question, also for one that was stopped. */
export const engineReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('answer'),
    text: z.string(),
    isWhole: z.boolean(),
    inputTokens: z.number(),
    outputTokens: z.number(),
  }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('failed'), trouble: engineTroubleSchema, reason: z.string() }),
]);
export type EngineReport = z.infer<typeof engineReportSchema>;
