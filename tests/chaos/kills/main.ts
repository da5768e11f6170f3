import { parseArgs } from 'node:util';
import { printTable } from '../../../bench/table.ts';
import { openKillBench } from './bench.ts';
import { KILL_CASES } from './cases.ts';
import { type KillReport, killEverywhere } from './kills.ts';

/**
 * `npm run test:kills [-- --platform youtube_shorts --step 3]`: kills the agent with SIGKILL at each call of each
 * publisher, before the platform has done it and before its answer, and counts what stands there in the end.
 */
const { values } = parseArgs({ options: { platform: { type: 'string' }, step: { type: 'string' } } });
const cases = KILL_CASES.filter(({ platform }) => values.platform === undefined || platform === values.platform);
if (cases.length === 0) throw new Error(`There is no platform ${values.platform}.`);
const step = values.step === undefined ? {} : { step: Number(values.step) };
const bench = await openKillBench();
const reports: KillReport[] = [];
try {
  for (const one of cases) {
    const onKill = (what: string, { state, standing }: { state: string; standing: number[] }) =>
      process.stdout.write(`${what}: ${state}, ${standing.join(' ')}\n`);
    reports.push(await killEverywhere(bench, one, { ...step, onKill }));
  }
} finally {
  await bench.close();
}
printTable(
  'Killed at each call',
  reports.map(({ name, calls, kills, published, needsReview, twice, lost, stuck }) => ({
    post: name,
    steps: String(calls.length),
    kills: String(kills),
    published: String(published),
    'needs review': String(needsReview),
    twice: String(twice.length),
    lost: String(lost.length),
    'failed or stuck': String(stuck.length),
  })),
);
const wrong = reports.flatMap(({ twice, lost, stuck }) => [...twice, ...lost, ...stuck]);
for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
