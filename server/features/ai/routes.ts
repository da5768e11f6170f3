import type { LocalServer } from '../../../shared/ai/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../shared/ai/providers.ts';
import { aiApi } from '../../../shared/api/ai.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import { callerClient } from '../../http/caller-client.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { listModels } from './list-models.ts';
import { changeAi, describeAi, offeredModels, testAi } from './service.ts';
import type { AiSettingsStore } from './settings-store.ts';

type AiRoutesDeps = {
  connection: SupabaseConnection;
  agentToken: string;
  store: AiSettingsStore;
  engine: TextEngine;
};

/**
 * The routes for the choice of the model that writes posts. They answer 409 if it is chosen elsewhere or the choice is
 * incomplete; tests and lists answer 429 or 503 with the provider's error and its remedy.
 */
export function aiRoutes({ connection, agentToken, store, engine }: AiRoutesDeps): Routes {
  const ai = { mode: connection.mode, store, engine };
  const caller = { connection, agentToken };
  return routesOf(aiApi, {
    getAi: (request) => describeAi(ai, callerClient(request, caller)),
    changeAi: async (request) => {
      await changeAi(ai, request.body);
      return describeAi(ai, callerClient(request, caller));
    },
    testAi: async (request) => ({ milliseconds: await testAi(ai, request.body, callerClient(request, caller)) }),
    listModels: ({ body }) => offeredModels(ai, body),
    listLocalModels: () => findLocalServers(),
  });
}

/** Time limit for a server on this machine to respond. */
const PROBE_MS = 800;

/** The default addresses of model servers on this machine. */
const LOCAL_ADDRESSES: readonly { provider: AiProvider; baseUrl: string }[] = (['ollama', 'lmstudio'] as const).map(
  (provider) => ({ provider, baseUrl: AI_PROVIDERS[provider].baseUrl ?? '' }),
);

/** Queries the addresses in parallel and returns those that respond, with their text models. Never rejects. */
export async function findLocalServers(addresses = LOCAL_ADDRESSES): Promise<LocalServer[]> {
  const found = await Promise.all(
    addresses.map(async ({ provider, baseUrl }) => {
      const source = { provider, baseUrl, apiKey: null };
      const list = await listModels(source, PROBE_MS).catch(() => null);
      return list ? [{ provider, baseUrl, models: list.writers }] : [];
    }),
  );
  return found.flat();
}
