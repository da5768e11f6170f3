import { describe, expect, it } from 'vitest';
import { type ScriptRunDetails, scriptRunDetailsSchema } from '../../../../shared/scripts/script-run.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';
import { startScript } from '../../../helpers/started-script.ts';

/** A run must be over this long after its time was up: by the agent 10 s, and a busy machine is slower. */
const END_MS = 25_000;
const TIMEOUT_MS = 2_000;
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

const agent = ofFile(() => startTestAgent({ scriptSpare: 0, scriptConcurrency: 4, scriptLog: 64 }));

const details = async (id: string): Promise<ScriptRunDetails> =>
  scriptRunDetailsSchema.parse(await (await agent.call(`/api/scripts/runs/${id}`)).json());

describe('cancelling ends a run in time that is', () => {
  it.each(everyNth(Object.entries(STATES), 6))('%s', async (_state, script) => {
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

it('a run that is deaf to signals and flooding its log ends in time when its time is up, and leaves nothing', async () => {
  const script = 'process.on("SIGTERM", () => {}); for (;;) log("x".repeat(1000));';
  const answer = await agent.call('/api/scripts/run', { body: { script, timeoutMs: TIMEOUT_MS } });
  const run = await details((await answer.json()).run.id);
  expect(run).toMatchObject({ status: 'timeout', error: `The script did not end within ${TIMEOUT_MS / 1000} s.` });
  expect(Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt)).toBeLessThan(TIMEOUT_MS + END_MS);
  expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
});
