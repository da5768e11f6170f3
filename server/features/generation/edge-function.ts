import { setTimeout as delay } from 'node:timers/promises';
import type { AiChoice } from '../../../shared/ai.ts';
import type { EmbeddedConnection } from '../../supabase/embedded/backend.ts';
import type { EdgeFunction } from '../../supabase/embedded/mount.ts';

/** auto-generate-content as the embedded mode runs it. */
export type EmbeddedGeneration = {
  handle: EdgeFunction;
  /** Waits for the runs under way, at most `ms`: they go on when their client leaves, but not when the database does. */
  settle(ms: number): Promise<void>;
};

/**
 * The very handler that hosted Supabase runs, on the embedded backend. It is loaded at its first call, because what draws pictures and reads
 * pages is large and a start should not wait for it. `chooseModel` is asked at each run.
 */
export function embeddedGeneration(
  connection: Pick<EmbeddedConnection, 'inProcessUrl' | 'publishableKey' | 'fetch'>,
  chooseModel: () => Promise<AiChoice>,
): EmbeddedGeneration {
  const runs = new Set<Promise<unknown>>();
  const keepAlive = (run: Promise<unknown>) => {
    const running = run.catch(() => undefined).finally(() => runs.delete(running));
    runs.add(running);
  };
  let loading: Promise<EdgeFunction> | undefined;
  const load = async () => {
    const { createHandler } = await import('../../../supabase/functions/auto-generate-content/handler.ts');
    const { inProcessUrl: supabaseUrl, publishableKey, fetch } = connection;
    return createHandler({ supabaseUrl, publishableKey, fetch, keepAlive, chooseModel });
  };
  return {
    async handle(request) {
      loading ??= load();
      return (await loading)(request);
    },
    async settle(ms) {
      if (runs.size > 0) await Promise.race([Promise.all(runs), delay(ms, undefined, { ref: false })]);
    },
  };
}
