import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { AiChoice } from '../../../shared/ai.ts';
import { generationCallSchema } from '../../../shared/generation.ts';
import { admitCaller, type Backend, type Client } from './caller.ts';
import { dryRun } from './dry-run.ts';
import { streamRun } from './event-stream.ts';
import { GenerationError, toGenerationError } from './generation-error.ts';
import { MESSAGES } from './messages.ts';
import type { PictureMaker } from './pictures/picture-maker.ts';
import type { Writer } from './post.ts';
import { generate } from './run.ts';
import { builtInWriter } from './writer/built-in-writer.ts';
import { modelLedger } from './writer/model/ledger.ts';

export type HandlerEnv = Backend & {
  /** Fetches the project's sources; `fetch` itself is for the backend. */
  sourceFetch?: typeof fetch;
  now?: () => Temporal.Instant;
  /** Who writes the posts, asked at each run; the built-in writer when no model is chosen. May throw GenerationError. */
  chooseModel?: () => Promise<AiChoice>;
  /** Writes instead of either; then nobody else makes pictures than `pictures`. */
  writer?: Writer;
  pictures?: PictureMaker;
  /** Told of each run, so that a runtime that stops with the connection can wait for it. */
  keepAlive?: (run: Promise<unknown>) => void;
};

/**
 * auto-generate-content (§7): makes and schedules posts for a content project, as the caller. POST with no body or a GenerationRequest; answers a
 * GenerationResult, or the events of shared/generation.ts when the client accepts an event stream. A DryRunRequest answers a DryRun, and makes
 * nothing. Errors are `{ error, code }`: 400 for a bad body, 401 without a member's token or the service key, 403 for a stranger. A run goes on when
 * its client leaves.
 */
export function createHandler(env: HandlerEnv): (request: Request) => Promise<Response> {
  return (request) =>
    answer(request, env).catch((thrown: unknown) => {
      const error = toGenerationError(thrown);
      return Response.json(error.toBody(), { status: error.status });
    });
}

async function answer(request: Request, env: HandlerEnv): Promise<Response> {
  if (request.method !== 'POST') throw new GenerationError('method_not_allowed', MESSAGES.postOnly);
  const client = await admitCaller(request, env);
  const wanted = await readBody(request);
  const now = env.now ?? Temporal.Now.instant;
  if (wanted.dryRun) return Response.json(await dryRun({ client, now }, wanted));
  const makers = env.writer ? { writer: env.writer, pictures: env.pictures ?? null } : await makersOf(env, client, now);
  const deps = { client, sourceFetch: env.sourceFetch ?? fetch, now, ...makers };
  if (request.headers.get('accept')?.includes('text/event-stream')) {
    return streamRun((report) => generate(deps, wanted, report), env.keepAlive);
  }
  const run = generate(deps, wanted, () => {});
  env.keepAlive?.(run);
  return Response.json(await run);
}

type Makers = { writer: Writer; pictures: PictureMaker | null };

/** The AI SDK is loaded only where a model writes. */
async function makersOf({ chooseModel }: HandlerEnv, client: Client, now: () => Temporal.Instant): Promise<Makers> {
  const choice = await chooseModel?.();
  if (!choice?.model) return { writer: builtInWriter, pictures: null };
  const budget = { monthlyCapUsd: choice.monthlyCapUsd, ledger: modelLedger(client, now) };
  const { modelWriter } = await import('./writer/model/model-writer.ts');
  const writer = modelWriter({ choice: choice.model, ...budget });
  if (!choice.pictureModel) return { writer, pictures: null };
  const { pictureMaker } = await import('./pictures/picture-maker.ts');
  return { writer, pictures: pictureMaker({ choice: choice.pictureModel, ...budget }) };
}

async function readBody(request: Request): Promise<z.infer<typeof generationCallSchema>> {
  const text = await request.text();
  const parsed = generationCallSchema.safeParse(text.trim() === '' ? {} : parseJson(text));
  if (!parsed.success) throw new GenerationError('bad_input', MESSAGES.badRequest(z.prettifyError(parsed.error)));
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GenerationError('bad_input', MESSAGES.badJson);
  }
}
