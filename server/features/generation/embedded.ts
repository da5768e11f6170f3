import { setTimeout as delay } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import type { AiChoice } from '../../../shared/ai/ai.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { toGenerationError } from '../../generation/generation-error.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import type { EmbeddedConnection } from '../../supabase/embedded/backend.ts';
import type { EdgeFunction } from '../../supabase/embedded/mount.ts';
import type { Generation } from './generation.ts';
import type { GenerationWorkers } from './workers.ts';

/** Generation in this process. */
export type EmbeddedGeneration = Generation & {
  /** The handler of /functions/v1/auto-generate-content, the same one that hosted Supabase runs. */
  handle: EdgeFunction;
  /**
   * Waits for current runs, at most `ms`: they can continue without their client, but need the database. Then closes
   * the workers.
   */
  settle(ms: number): Promise<void>;
};

const STOPPED = 'The agent was stopped before the posts were made. Start it and try again.';

/**
 * Generation on the embedded backend. Its code is loaded at the first call, because the libraries for drawing and
 * parsing are large and would delay the agent's start. `writers.chooseModel` is called for each run.
 */
export function embeddedGeneration(
  connection: Pick<EmbeddedConnection, 'inProcessUrl' | 'publishableKey' | 'fetch' | 'admin'>,
  writers: { chooseModel(): Promise<AiChoice>; engine: TextEngine },
  workers: GenerationWorkers,
  now: () => Temporal.Instant,
): EmbeddedGeneration {
  const runs = new Set<Promise<unknown>>();
  const keepAlive = (run: Promise<unknown>) => {
    const running = run.catch(() => undefined).finally(() => runs.delete(running));
    runs.add(running);
  };
  const load = async () => {
    const [{ createHandler }, { createGeneration }] = await Promise.all([
      import('../../generation/handler.ts'),
      import('../../generation/generation.ts'),
    ]);
    const { inProcessUrl: supabaseUrl, publishableKey, fetch } = connection;
    const { chooseModel, engine } = writers;
    const env = { chooseModel, engine, readSource: workers.read, drawCard: workers.draw, now };
    return {
      handle: createHandler({ supabaseUrl, publishableKey, fetch, keepAlive, ...env }),
      generation: createGeneration(env),
    };
  };
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    async generate(request, { report, signal }) {
      const { generation } = await loaded();
      const run = generation.run(connection.admin, request, report, signal);
      keepAlive(run);
      return run.catch((thrown: unknown) => {
        if (signal.aborted) throw new AppError('unavailable', STOPPED, { cause: thrown });
        throw asAppError(thrown);
      });
    },
    async dryRun(request) {
      const { generation } = await loaded();
      return generation.plan(connection.admin, request).catch((thrown: unknown) => {
        throw asAppError(thrown);
      });
    },
    handle: async (request) => (await loaded()).handle(request),
    async settle(ms) {
      if (runs.size > 0) await Promise.race([Promise.all(runs), delay(ms, undefined, { ref: false })]);
      await workers.close();
    },
  };
}

function asAppError(thrown: unknown): AppError {
  const { code, message } = toGenerationError(thrown);
  const known: ErrorCode = code === 'method_not_allowed' ? 'bad_input' : code;
  return new AppError(known, message, { cause: thrown });
}
