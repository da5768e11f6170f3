import { printTable } from '../../../bench/table.ts';
import { endWith, optionsOf } from '../../helpers/long-run.ts';
import { openKillBench } from './bench.ts';
import { KILL_CASES } from './cases.ts';
import { type KillReport, killEverywhere } from './kills.ts';

/**
 * `npm run test:kills [-- --platform youtube_shorts --case reply --step 3]`: kills the agent with SIGKILL at each call
 * of each publisher, before the platform has carried it out and before its response, and counts what is published in
 * the end.
 */
const asked = optionsOf({ platform: '', case: '', step: '' });
const cases = KILL_CASES.filter(
  ({ name, platform }) => (!asked.platform || platform === asked.platform) && name.includes(asked.case),
);
if (cases.length === 0) throw new Error(`There is no case of ${asked.platform} ${asked.case}.`);
const step = asked.step ? { step: Number(asked.step) } : {};
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
endWith(reports.flatMap(({ twice, lost, stuck }) => [...twice, ...lost, ...stuck]));
