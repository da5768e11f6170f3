import { Temporal } from 'temporal-polyfill';
import type { AiChoice } from '../../shared/ai/ai.ts';
import type { DryRun, DryRunRequest } from '../../shared/posts/dry-run.ts';
import type { GenerationRequest, GenerationResult } from '../../shared/posts/generation.ts';
import type { CardDrawer } from './cards/draw-card.ts';
import type { Report } from './event-stream.ts';
import type { PictureMaker } from './pictures/picture-maker.ts';
import type { Writer } from './post.ts';
import { dryRun } from './run/dry-run.ts';
import { generate } from './run/run.ts';
import { readInPlace, type SourceReader } from './sources/read-source.ts';
import type { Client } from './stores/client.ts';
import { builtInWriter } from './writers/built-in-writer.ts';
import type { TextEngine } from './writers/local/text-engine.ts';
import { modelLedger } from './writers/model/ledger.ts';

/** What generation uses in addition to the workspace. */
export type GenerationEnv = {
  /** Reads the project's sources; defaults to reading in this thread. */
  readSource?: SourceReader;
  /** Draws the posts' cards; defaults to drawing in this thread. */
  drawCard?: CardDrawer;
  now?: () => Temporal.Instant;
  /** Chooses the writer for each run; the built-in writer when no model is chosen. May throw GenerationError. */
  chooseModel?: () => Promise<AiChoice>;
  /** Runs local models; absent in a hosted project. */
  engine?: TextEngine;
  /** Overrides the chosen writer; only `pictures` then makes pictures. */
  writer?: Writer;
  pictures?: PictureMaker;
};

/** The generation API behind the edge function and the embedded agent. Throws GenerationErrors. */
export type Generation = {
  /**
   * Makes and schedules posts as `client`. When `signal` aborts, the run is recorded as failed, makes no posts, and
   * rejects with the signal's reason.
   */
  run(client: Client, request: GenerationRequest, report: Report, signal?: AbortSignal): Promise<GenerationResult>;
  /** The posts that the autopilot would make in the coming days. Stores nothing. */
  plan(client: Client, request: DryRunRequest): Promise<DryRun>;
};

export function createGeneration(env: GenerationEnv): Generation {
  const now = env.now ?? Temporal.Now.instant;
  return {
    async run(client, request, report, signal) {
      const makers = env.writer
        ? { writer: env.writer, pictures: env.pictures ?? null }
        : await makersOf(env, client, now);
      const readSource = env.readSource ?? readInPlace;
      return generate({ client, readSource, drawCard: env.drawCard, now, signal, ...makers }, request, report);
    },
    plan: (client, request) => dryRun({ client, now }, request),
  };
}

type Makers = { writer: Writer; pictures: PictureMaker | null };

/** The writer and picture maker for the chosen models. The AI SDK is loaded only when a model is used. */
export async function makersOf(
  { chooseModel, engine }: GenerationEnv,
  client: Client,
  now: () => Temporal.Instant,
): Promise<Makers> {
  const choice = await chooseModel?.();
  if (!choice?.model) return { writer: builtInWriter, pictures: null };
  const budget = { monthlyCapUsd: choice.monthlyCapUsd, ledger: modelLedger(client, now) };
  if (choice.model.provider === 'local') {
    const { localWriter } = await import('./writers/local/local-writer.ts');
    return {
      writer: localWriter({ choice: choice.model, engine, fallback: builtInWriter, ...budget }),
      pictures: null,
    };
  }
  const { modelWriter } = await import('./writers/model/model-writer.ts');
  const writer = modelWriter({ choice: choice.model, ...budget });
  if (!choice.pictureModel) return { writer, pictures: null };
  const { pictureMaker } = await import('./pictures/picture-maker.ts');
  return { writer, pictures: pictureMaker({ choice: choice.pictureModel, ...budget }) };
}
