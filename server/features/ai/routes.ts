import {
  aiChangeSchema,
  aiStateSchema,
  aiTestResultSchema,
  type LocalServer,
  localServersSchema,
  modelListSchema,
} from '../../../shared/ai/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../shared/ai/providers.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import { OWNER_ACCESS } from '../../http/authentication.ts';
import { callerClient } from '../../http/caller-client.ts';
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
 * The choice of the writer: GET and POST /api/ai (the key is write-only), POST /api/ai/test tests a choice, POST
 * /api/ai/models lists what its provider offers (a POST, since it may contain an unsaved key), GET /api/ai/local finds
 * servers on this machine. 409 when the choice is made elsewhere or is incomplete; test and list answer 429 or 503 with
 * the provider's error and its remedy.
 */
export function aiRoutes({ connection, agentToken, store, engine }: AiRoutesDeps): Routes {
  const ai = { mode: connection.mode, store, engine };
  return (api) => {
    api.get('/api/ai', { schema: { response: { 200: aiStateSchema } } }, (request) =>
      describeAi(ai, callerClient(request, { connection, agentToken })),
    );

    api.post(
      '/api/ai',
      { config: OWNER_ACCESS, schema: { body: aiChangeSchema, response: { 200: aiStateSchema } } },
      async (request) => {
        await changeAi(ai, request.body);
        return describeAi(ai, callerClient(request, { connection, agentToken }));
      },
    );

    api.post(
      '/api/ai/test',
      { config: OWNER_ACCESS, schema: { body: aiChangeSchema, response: { 200: aiTestResultSchema } } },
      async (request) => ({
        milliseconds: await testAi(ai, request.body, callerClient(request, { connection, agentToken })),
      }),
    );

    api.post(
      '/api/ai/models',
      { config: OWNER_ACCESS, schema: { body: aiChangeSchema, response: { 200: modelListSchema } } },
      (request) => offeredModels(ai, request.body),
    );

    api.get('/api/ai/local', { schema: { response: { 200: localServersSchema } } }, () => findLocalServers());
  };
}

/** Limit for a server on this machine to respond. */
const PROBE_MS = 800;

/** The usual addresses of servers on this machine. */
const LOCAL_ADDRESSES: readonly { provider: AiProvider; baseUrl: string }[] = (['ollama', 'lmstudio'] as const).map(
  (provider) => ({ provider, baseUrl: AI_PROVIDERS[provider].baseUrl ?? '' }),
);

/** The responding addresses, with their models for writing. Queried in parallel; never rejects. */
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
