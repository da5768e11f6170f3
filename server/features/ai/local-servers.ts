import type { LocalServer } from '../../../shared/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../shared/ai-providers.ts';
import { listModels } from './list-models.ts';

/** A server on this machine that does not answer within this time is not there. */
const PROBE_MS = 800;

/** The usual addresses of servers on this machine. */
export const LOCAL_ADDRESSES: readonly { provider: AiProvider; baseUrl: string }[] = (
  ['ollama', 'lmstudio'] as const
).map((provider) => ({ provider, baseUrl: AI_PROVIDERS[provider].baseUrl ?? '' }));

/** Which of the addresses answer, with the models that can write. Asked side by side; never fails. */
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
