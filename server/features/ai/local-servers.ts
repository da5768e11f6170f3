import { z } from 'zod';
import type { LocalServer } from '../../../shared/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../shared/ai-providers.ts';

/** A server on this machine that does not answer within this time is not there. */
const PROBE_MS = 800;

const modelListSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The usual addresses of servers on this machine. */
export const LOCAL_ADDRESSES: readonly { provider: AiProvider; baseUrl: string }[] = (
  ['ollama', 'lmstudio'] as const
).map((provider) => ({ provider, baseUrl: AI_PROVIDERS[provider].baseUrl ?? '' }));

/** Which of the addresses answer, with the models that can write. Asked side by side; never fails. */
export async function findLocalServers(addresses = LOCAL_ADDRESSES): Promise<LocalServer[]> {
  const found = await Promise.all(
    addresses.map(async ({ provider, baseUrl }) => {
      const models = await modelsAt(baseUrl).catch(() => null);
      return models ? [{ provider, baseUrl, models }] : [];
    }),
  );
  return found.flat();
}

async function modelsAt(baseUrl: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(PROBE_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`${baseUrl} answered ${response.status}.`);
  const { data } = modelListSchema.parse(await response.json());
  // Models that only turn text into numbers are listed, too.
  return data.map(({ id }) => id).filter((id) => !/embed/i.test(id));
}
