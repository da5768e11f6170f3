import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiStateSchema } from '../../../../../shared/ai/ai.ts';
import { startTestAgent, type TestAgent } from '../../../../helpers/agent.ts';
import { POST_REWRITE_PATH } from '../../../../helpers/agent-paths.ts';
import { testEngine } from '../../../../helpers/engine-package.ts';
import { installTinyModel, TINY } from '../../../../helpers/local-model.ts';
import { type SourceServer, startSourceServer } from '../../../../helpers/source-server.ts';

const found = await testEngine();
const engine = found ?? '';

let agent: TestAgent;
let sources: SourceServer;

beforeAll(async () => {
  if (found === null) return;
  [agent, sources] = await Promise.all([startTestAgent(), startSourceServer()]);
  await installTinyModel(agent.dataDir, engine);
  const url = `${sources.origin}/sourdough.html`;
  const project = { niche_name: 'Home baking', source_url_1: url, source_url_2: url };
  await agent.admin
    .from('content_projects')
    .insert({ ...project, platforms: ['instagram'] })
    .throwOnError();
});
afterAll(async () => {
  await agent?.close();
  await sources?.close();
});

describe.skipIf(found === null)(
  'an agent whose posts are written on this machine (skipped without npm’s registry)',
  // The model's process has the lowest priority.
  { timeout: 400_000 },
  () => {
    it('is asked for each post, its words are checked, and the built-in writer writes what is nonsense', async () => {
      await agent.call('/api/ai', { body: { provider: 'local', model: TINY } });
      const response = await agent.call('/api/generation', { body: { count: 1 } });
      const { message } = await response.json();
      expect(message).toContain('tiny (On this machine) returned nothing usable, so the built-in writer wrote');
      const { data } = await agent.admin.from('generated_content').select('writer, cost_usd').throwOnError();
      expect(data).toEqual([{ writer: 'built-in', cost_usd: null }]);
      // Two attempts at the post.
      expect(await callsOf()).toEqual(Array(2).fill('local:tiny'));
      const { month } = aiStateSchema.parse(await (await agent.call('/api/ai')).json());
      expect(month).toMatchObject({ calls: 2, costUsd: 0, unpricedCalls: 0 });
      expect(month?.outputTokens).toBeGreaterThan(0);
    });

    it('has it help with a text in the composer', async () => {
      const before = await callsOf();
      const text = 'Dough rests in the fridge. It tastes of more the next day. Bake it in a hot pot, and let it cool.';
      expect((await agent.call(POST_REWRITE_PATH, { body: { action: 'shorten', text } })).status).toBe(200);
      expect((await callsOf()).slice(before.length)).toContain('local:tiny');
    });
  },
);

async function callsOf(): Promise<string[]> {
  const { data } = await agent.admin.from('model_calls').select('model').throwOnError();
  return data.map(({ model }) => model);
}
