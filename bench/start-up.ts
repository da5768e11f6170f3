import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startAgentProcess } from './agent-process.ts';
import { byDepth } from './depth.ts';
import { median } from './table.ts';
import { withDataDir } from './workspace.ts';

const ROUNDS = byDepth(5, 1);
/** Commands run next to a running agent, with their target times. */
const COMMANDS = [
  { args: ['--version'], aimMs: 150 },
  { args: ['status'], aimMs: 350 },
  { args: ['posts', 'list'], aimMs: 350 },
];

/**
 * Times cold starts (new data directory) and warm starts (the same one again) until / and /api/health answer 200, and
 * commands next to the running agent from spawn to exit.
 */
export async function benchStartUp(): Promise<Record<string, string>[]> {
  const first: number[] = [];
  const warm: number[] = [];
  const commands: number[][] = COMMANDS.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    await withDataDir(async (dataDir) => {
      first.push(await startOnce(dataDir, async () => undefined));
      warm.push(
        await startOnce(dataDir, async () => {
          for (const [at, { args }] of COMMANDS.entries()) commands[at]?.push(await run(args, dataDir));
        }),
      );
    });
  }
  return [
    row('first start, new data directory', first, 4000),
    row('warm start', warm, 700),
    ...COMMANDS.map(({ args, aimMs }, at) => row(`local-agent ${args.join(' ')}`, commands[at] ?? [], aimMs)),
  ];
}

function row(what: string, times: number[], aimMs: number): Record<string, string> {
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  return {
    what,
    'best (s)': seconds(Math.min(...times)),
    'median (s)': seconds(median(times)),
    'worst (s)': seconds(Math.max(...times)),
    'aim (s)': seconds(aimMs),
  };
}

/** Starts an agent, runs `meanwhile`, and stops the agent. */
async function startOnce(dataDir: string, meanwhile: () => Promise<void>): Promise<number> {
  const agent = await startAgentProcess(dataDir);
  try {
    await meanwhile();
  } finally {
    await agent.stop();
  }
  return agent.readyMs;
}

async function run(args: string[], dataDir: string): Promise<number> {
  const where = args[0] === '--version' ? [] : ['--data-dir', dataDir];
  const began = performance.now();
  await promisify(execFile)(process.execPath, ['bin/local-agent.js', ...args, ...where]);
  return performance.now() - began;
}
