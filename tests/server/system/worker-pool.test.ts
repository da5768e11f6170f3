import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openWorkerPool, type WorkerTask } from '../../../server/system/worker-pool.ts';

const IDLE_MS = 10_000;
const log = { error: vi.fn() };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-workers-'));
  const echo = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (words) => parentPort.postMessage(words));`;
  await writeFile(join(folder, 'echo.mjs'), echo);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => void vi.useRealTimers());

const echoed = (words: string): WorkerTask<string, string, string> => ({
  request: words,
  closed: () => 'closed',
  listen: ({ resolve, reject }) => ({
    report: (answer) => resolve({ answer, isUsable: true }),
    ended: () => reject(new Error('The worker ended.')),
  }),
});

it('gives no request to a worker that is being ended because it was idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pool = openWorkerPool<string, string>(
    join(folder, 'echo.mjs'),
    { memoryMb: 64, atOnce: 1, idleMs: IDLE_MS },
    log,
  );
  try {
    expect(await pool.ask(echoed('first'))).toBe('first');
    vi.advanceTimersByTime(IDLE_MS);
    expect(await pool.ask(echoed('second'))).toBe('second');
    expect(log.error).not.toHaveBeenCalled();
  } finally {
    await pool.close();
  }
});
