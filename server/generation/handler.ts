import { z } from 'zod';
import { generationCallSchema } from '../../shared/posts/generation.ts';
import { CLOUD_SECRET_HEADER } from '../../shared/workspace/cloud-writing.ts';
import { beginCloudRun } from './autopilot/cloud-run.ts';
import { streamRun } from './event-stream.ts';
import { createGeneration, type Generation, type GenerationEnv } from './generation.ts';
import { GenerationError, toGenerationError } from './generation-error.ts';
import { MESSAGES } from './messages.ts';
import { admitCaller, admitProject, type Backend } from './stores/client.ts';

export type HandlerEnv = Backend &
  GenerationEnv & {
    /** Called with each run, so that a runtime that stops when the connection closes can wait for it. */
    keepAlive?: (run: Promise<unknown>) => void;
    /** The project's secret key. Without it, calls from the project's own database are rejected. */
    secretKey?: string | undefined;
  };

/**
 * auto-generate-content (§7): makes and schedules posts for a content project, as the caller. POST without a body or
 * with a GenerationRequest; responds with a GenerationResult, or with the events of shared/posts/generation.ts if the
 * client accepts an event stream. A DryRunRequest gets a DryRun and stores nothing. Errors are `{ error, code }`: 400
 * for a bad body, 401 without a member's token or the service key, 403 for a non-member. A run continues when its
 * client disconnects.
 *
 * The project's own database calls the function with the project's secret instead
 * (supabase/migrations/*_cloud_writing.sql). The function then begins the autopilot's run of the day, if due, and
 * responds immediately with `{ outcome }`: 202 if it began one, otherwise 200.
 */
export function createHandler(env: HandlerEnv): (request: Request) => Promise<Response> {
  const generation = createGeneration(env);
  return (request) =>
    answer(request, env, generation).catch((thrown: unknown) => {
      const error = toGenerationError(thrown);
      return Response.json(error.toBody(), { status: error.status });
    });
}

async function answer(request: Request, env: HandlerEnv, generation: Generation): Promise<Response> {
  if (request.method !== 'POST') throw new GenerationError('method_not_allowed', MESSAGES.postOnly);
  const secret = request.headers.get(CLOUD_SECRET_HEADER);
  if (secret !== null) {
    const begun = await beginCloudRun(await admitProject(secret, env.secretKey, env), generation);
    if (begun.outcome === 'begun') letRun(begun.run, env);
    return Response.json({ outcome: begun.outcome }, { status: begun.outcome === 'begun' ? 202 : 200 });
  }
  const client = await admitCaller(request, env);
  const wanted = await readBody(request);
  if (wanted.dryRun) return Response.json(await generation.plan(client, wanted));
  if (request.headers.get('accept')?.includes('text/event-stream')) {
    return streamRun((report) => generation.run(client, wanted, report), env.keepAlive);
  }
  const run = generation.run(client, wanted, () => {});
  env.keepAlive?.(run);
  return Response.json(await run);
}

/**
 * Lets a run continue after the response. An error means that its end could not be recorded: it is logged, and the
 * claim expires.
 */
function letRun(run: Promise<void>, { keepAlive }: HandlerEnv): void {
  const logged = run.catch((error: unknown) => console.error(error));
  keepAlive?.(logged);
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
