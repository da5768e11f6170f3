import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptRunDetails, scriptRunDetailsSchema } from '../../../../shared/scripts/script-run.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';
import { startScript } from '../../../helpers/started-script.ts';

/** A run must be over this long after its time was up: by the agent 10 s, and a busy machine is slower. */
const END_MS = 25_000;
/**
 * Most often long enough for a browser to start, and some scripts keep a core busy meanwhile; one that does not come to
 * its state in time is given twice as much, up to the greatest.
 */
const TIMEOUT_MS = 4_000;
const TIMEOUT_MAX_MS = 16 * TIMEOUT_MS;
const FOR_EVER = 'await new Promise(() => setInterval(() => {}, 1000));';

/** Every script says `there` when it has come to its state, and stays in it. */
const STATES = {
  waiting: `log("there"); ${FOR_EVER}`,
  'spinning in Node': 'log("there"); for (;;);',
  'spinning in a page': 'await page.setContent(""); log("there"); await page.evaluate(() => { for (;;); });',
  'deaf to signals': `process.on("SIGTERM", () => {}); log("there"); ${FOR_EVER}`,
  'flooding its log': 'log("there"); for (;;) log("x".repeat(1000));',
  'held up by a dialog': 'page.on("dialog", () => {}); log("there"); await page.evaluate(() => alert("Hello?"));',
  'with a crashed page': `page.on("error", () => {}); page.goto("chrome://crash").catch(() => {}); log("there"); ${FOR_EVER}`,
  'with a killed browser': `browser.process().kill("SIGKILL"); log("there"); ${FOR_EVER}`,
  'with three browsers': `for (const _ of [1, 2, 3]) await puppeteer.launch(); log("there"); ${FOR_EVER}`,
  'opening pages': 'log("there"); for (;;) { const other = await browser.newPage(); await other.close(); }',
  'taking memory': 'const taken = []; log("there"); for (;;) { taken.push(Buffer.alloc(1e6, 1)); await sleep(50); }',
  'waiting for a program': 'require("child_process").spawn("sleep", ["600"]); log("there");',
  'out of its process group': `require("child_process").spawn("sleep", ["600"], { detached: true }); log("there"); ${FOR_EVER}`,
};

let agent: TestAgent;
beforeAll(async () => {
  agent = await startTestAgent({ scriptSpare: 0, scriptConcurrency: 4, scriptLog: 64 });
});
afterAll(() => agent?.close());

const details = async (id: string): Promise<ScriptRunDetails> =>
  scriptRunDetailsSchema.parse(await (await agent.call(`/api/scripts/runs/${id}`)).json());

describe('cancelling ends a run in time that is', () => {
  it.each(everyNth(Object.entries(STATES), 4))('%s', async (_state, script) => {
    const id = await startScript(agent.call, script);
    const answer = await inTime(agent.call(`/api/scripts/runs/${id}/cancel`, { method: 'POST' }));
    expect(await answer.json()).toMatchObject({ status: 'cancelled', error: 'The run was cancelled.' });
    expect((await details(id)).log.at(-1)).toMatchObject({ kind: 'agent', text: 'The run was cancelled.' });
    expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
  });
});

it('cancelling a run whose process is still starting leaves nothing of it', async () => {
  const id = await startScript(agent.call, STATES.waiting, { until: 'run' });
  const cancelled = await agent.call(`/api/scripts/runs/${id}/cancel`, { method: 'POST' });
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled' });
  expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
});

describe('a timeout ends a run in time that is', () => {
  type TimedRun = { run: ScriptRunDetails; timeoutMs: number };
  const states = everyNth(Object.entries(STATES), 4, 1);
  const runs = new Map<string, TimedRun>();
  const runOut = async (script: string, timeoutMs = TIMEOUT_MS): Promise<TimedRun> => {
    const answer = await agent.call('/api/scripts/run', { body: { script, timeoutMs } });
    const run = await details((await answer.json()).run.id);
    const isThere = run.log[0]?.text === 'there';
    return isThere || timeoutMs >= TIMEOUT_MAX_MS ? { run, timeoutMs } : runOut(script, 2 * timeoutMs);
  };
  beforeAll(async () => {
    const all = states.map(async ([state, script]) => runs.set(state, await runOut(script)));
    await Promise.all(all);
  }, 400_000);

  it.each(states)('%s', (state) => {
    const { run, timeoutMs = 0 } = runs.get(state) ?? {};
    expect(run).toMatchObject({ status: 'timeout', error: `The script did not end within ${timeoutMs / 1000} s.` });
    expect(run?.log[0]?.text).toBe('there');
    const took = Date.parse(run?.finishedAt ?? '') - Date.parse(run?.startedAt ?? '');
    expect(took - timeoutMs).toBeLessThan(END_MS);
  });

  it('and nothing of them is left', async () => {
    expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
  });
});
