import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logText, type ScriptRunDetails, scriptRunDetailsSchema } from '../../../../shared/scripts/script-run.ts';
import { CORPUS, type CorpusScript } from '../../../fixtures/scripts/corpus.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';

/** Two run at once; the others wait in the agent's queue. */
const AT_ONCE = 4;
const TIMEOUT_MAX_MS = 60_000;
const folder = join(import.meta.dirname, '../../../fixtures/scripts');
const ALL = Object.values(CORPUS).flat();
const TRIED = everyNth(Object.entries(CORPUS), 2).map(([about, scripts], first) => ({
  about,
  scripts: everyNth(scripts, scripts.length, first),
}));

/** What caches and compiled code may take; one script's log or memory that stayed for each run would be more. */
const HEAP_GROWTH_MAX_BYTES = 20 * 1024 * 1024;

let agent: TestAgent;
let heapBefore: number;
const results = new Map<string, ScriptRunDetails>();
let runs = 0;

beforeAll(async () => {
  process.env.SCRIPT_GREETING = 'hello';
  process.env.LOCAL_AGENT_SECRET_FOR_TEST = 'secret';
  // A spare process with a browser after each run takes as long as the run.
  const scriptSpare = isFull ? 1 : 0;
  agent = await startTestAgent({ scriptMemory: 128, scriptLog: 64, scriptSpare });
  heapBefore = heapInUse();
  const waiting = TRIED.flatMap(({ scripts }) => scripts);
  const worker = async () => {
    for (let script = waiting.shift(); script; script = waiting.shift()) results.set(script.file, await run(script));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}, 240_000);
afterAll(async () => {
  delete process.env.SCRIPT_GREETING;
  delete process.env.LOCAL_AGENT_SECRET_FOR_TEST;
  await agent?.close();
});

/** What this process, in which the agent runs, holds once all garbage is gone, in bytes. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/**
 * Runs a script and reads the run as the history keeps it; once more, with twice as much time, where the script did not
 * come to its lines.
 */
async function run(entry: CorpusScript, timeoutMs = entry.timeoutMs ?? TIMEOUT_MAX_MS): Promise<ScriptRunDetails> {
  const { file, log } = entry;
  const script = await readFile(join(folder, file), 'utf8');
  const answer = await agent.call('/api/scripts/run', { body: { script, name: file, timeoutMs } });
  const { logs, run: made } = await answer.json();
  const details = scriptRunDetailsSchema.parse(await (await agent.call(`/api/scripts/runs/${made.id}`)).json());
  runs += 1;
  expect(logs).toEqual(details.log.map(logText));
  expect(answer.status).toBe(details.status === 'success' ? 200 : 422);
  const isTooEarly = details.status === 'timeout' && details.log.length < log.length;
  return isTooEarly && timeoutMs < TIMEOUT_MAX_MS ? run(entry, 2 * timeoutMs) : details;
}

for (const { about, scripts } of TRIED) {
  describe(about.toLowerCase(), () => {
    it.each(scripts)('$file', ({ file, log, status, error, artifacts = [] }) => {
      const details = results.get(file);
      const lines = details?.log.map(logText) ?? [];
      const isOfPage = (line: string | RegExp) =>
        /^(\^\\)?\[page\\?\]/.test(typeof line === 'string' ? line : line.source);
      const isOfScript = (line: string | RegExp) => !isOfPage(line);
      // Each in its own order: what a page logs comes from another process, in its own time.
      for (const isMeant of [isOfScript, isOfPage]) {
        const expected = log
          .filter(isMeant)
          .map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)));
        expect(lines.filter(isMeant)).toEqual(expected);
      }
      expect(details?.status).toBe(status ?? (error ? 'error' : 'success'));
      if (error) expect(details?.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
      expect(details?.artifacts.map(({ path }) => path)).toEqual(artifacts);
    });
  });
}

describe('the corpus', () => {
  it('holds every script of the folder', async () => {
    const files = (await readdir(folder)).filter((name) => name !== 'corpus.ts').sort();
    expect(ALL.map(({ file }) => file).sort()).toEqual(files);
    expect(files.length).toBeGreaterThanOrEqual(40);
  });

  it('leaves no process and no temporary folder', async () => {
    // A spare process waits for another script for a second.
    const left = () => leftOfRuns(agent.dataDir);
    await expect.poll(left, { timeout: 30_000, interval: 500 }).toEqual({ processes: [], folders: [] });
  });

  it('leaves the memory where it was', () => expect(heapInUse() - heapBefore).toBeLessThan(HEAP_GROWTH_MAX_BYTES));

  it('is in the database as it was answered', async () => {
    const { data } = await agent.admin.from('script_runs').select('id, name, status, logs').throwOnError();
    expect(data.length).toBe(runs);
    for (const { id, name, status, log } of results.values())
      expect(data.find((row) => row.id === id)).toEqual({ id, name, status, logs: log });
  });
});
