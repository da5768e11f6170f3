import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logText, type ScriptRunDetails, scriptRunDetailsSchema } from '../../../../shared/scripts/script-run.ts';
import { CORPUS, type CorpusScript } from '../../../fixtures/scripts/corpus.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';

/** Requests sent at once: the agent runs two scripts at a time, the others wait in its queue. */
const AT_ONCE = 4;
const TIMEOUT_MAX_MS = 60_000;
const folder = join(import.meta.dirname, '../../../fixtures/scripts');
const TRIED = everyNth(Object.entries(CORPUS), 2).map(([about, scripts], first) => ({
  about,
  scripts: everyNth(scripts, scripts.length, first),
}));

let agent: TestAgent;
const results = new Map<string, ScriptRunDetails>();

beforeAll(async () => {
  process.env.SCRIPT_GREETING = 'hello';
  process.env.LOCAL_AGENT_SECRET_FOR_TEST = 'secret';
  // Preparing a spare process with a browser after each run takes as long as the run itself.
  const scriptSpare = isFull ? 1 : 0;
  agent = await startTestAgent({ scriptMemory: 128, scriptLog: 64, scriptSpare });
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

/**
 * Runs a script and returns the run from the history. If it timed out before all expected lines were logged, it is
 * repeated with twice the time.
 */
async function run(entry: CorpusScript, timeoutMs = entry.timeoutMs ?? TIMEOUT_MAX_MS): Promise<ScriptRunDetails> {
  const { file, log } = entry;
  const script = await readFile(join(folder, file), 'utf8');
  const answer = await agent.call('/api/scripts/run', { body: { script, name: file, timeoutMs } });
  const { logs, run: made } = await answer.json();
  const details = scriptRunDetailsSchema.parse(await (await agent.call(`/api/scripts/runs/${made.id}`)).json());
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
      // The order is checked separately, because a page's logs come asynchronously, from another process.
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

it('no script leaves a process or a temporary folder', async () => {
  // A spare process waits a second for another script.
  const left = () => leftOfRuns(agent.dataDir);
  await expect.poll(left, { timeout: 30_000, interval: 500 }).toEqual({ processes: [], folders: [] });
});
