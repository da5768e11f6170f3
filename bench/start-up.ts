import { startAgentProcess } from './agent-process.ts';
import { median } from './table.ts';
import { withDataDir } from './workspace.ts';

const ROUNDS = 5;

/** Times cold first starts (new data directory) and warm starts (the same one again) until / and /api/health answer 200. */
export async function benchStartUp(): Promise<Record<string, string>[]> {
  const first: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await withDataDir(async (dataDir) => {
      first.push(await startOnce(dataDir));
      warm.push(await startOnce(dataDir));
    });
  }
  const row = (start: string, times: number[], aimMs: number) => ({
    start,
    'median (s)': (median(times) / 1000).toFixed(2),
    'worst (s)': (Math.max(...times) / 1000).toFixed(2),
    'aim (s)': (aimMs / 1000).toFixed(1),
  });
  return [row('first start, new data directory', first, 4000), row('warm start', warm, 1500)];
}

async function startOnce(dataDir: string): Promise<number> {
  const agent = await startAgentProcess(dataDir);
  await agent.stop();
  return agent.readyMs;
}
