import { z } from 'zod';
import type { EngineQuestion } from '../../../../generation/writers/local/text-engine.ts';

/** What the engine process should load; sent once, right after its start. */
export type EngineSetup = {
  /** The folder whose node_modules holds node-llama-cpp. */
  engine: string;
  file: string;
  /** CPU threads; a GPU, if present, is used freely. */
  threads: number;
  /** Maximum tokens of a question and its answer together. */
  contextMax: number;
  /** The process's priority, for os.setPriority. */
  priority: number;
};

/** Messages to the process: the setup first, then one question at a time. `stop` ends the current answer. */
export type EngineRequest = { setup: EngineSetup } | { ask: Omit<EngineQuestion, 'model'> } | { stop: true };

/** The cause of a failure: the program, its model, its memory, or the question. */
export const engineFaultSchema = z.enum(['engine', 'model', 'memory', 'question']);
export type EngineFault = z.infer<typeof engineFaultSchema>;

/** Messages from the process: one report for the setup, and one for each question, including stopped ones. */
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
  z.object({ kind: z.literal('failed'), trouble: engineFaultSchema, reason: z.string() }),
]);
export type EngineReport = z.infer<typeof engineReportSchema>;
