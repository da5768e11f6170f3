import { printTable } from '../../../bench/table.ts';
import { endWith, optionsOf } from '../../helpers/long-run.ts';
import { type KillAt, type Outcome, openKillBench } from './bench.ts';
import { KILL_CASES, type KillCase } from './cases.ts';

/** Calls of the engine to the workspace around the one that makes the post. */
const NOTES = ['begin_publishing', 'keep_delivery_parts', 'finish_delivery'];

/**
 * `npm run test:kills [-- --platform youtube_shorts --case video --step 3]`: kills the agent with SIGKILL at each call of each
 * publisher, before the platform has done it and before its answer, and counts what stands there in the end. What must
 * not be is also counted of the post that nobody disturbed.
 */
const asked = optionsOf({ platform: '', case: '', step: '' });
const cases = KILL_CASES.filter(
  ({ name, platform }) => (!asked.platform || platform === asked.platform) && name.includes(asked.case),
);
if (cases.length === 0) throw new Error(`There is no case of ${asked.platform} ${asked.case}.`);
const faults: string[] = [];
const bench = await openKillBench();
try {
  const rows = [];
  for (const one of cases) rows.push(await killEverywhere(one));
  printTable('Killed at each call', rows);
} finally {
  await bench.close();
}
endWith(faults);

async function killEverywhere(one: KillCase) {
  const setting = await bench.openCase(one);
  try {
    const { outcome, calls } = await setting.calls();
    faults.push(...faultsOf(one, 'no kill', outcome));
    const moments: (KillAt & { what: string })[] = [
      ...calls.map((what, index) => ({
        at: 'platform' as const,
        path: '',
        nth: index + 1,
        what: `${index + 1} ${what}`,
      })),
      ...NOTES.map((path) => ({ at: 'workspace' as const, path, what: path })),
    ].flatMap((moment) => [
      { ...moment, when: 'before' as const },
      { ...moment, when: 'after' as const },
    ]);
    const outcomes: Outcome[] = [];
    for (const { what, ...at } of moments) {
      if (asked.step && at.nth !== Number(asked.step)) continue;
      const killed = await setting.kill(at);
      if (!killed) continue;
      outcomes.push(killed);
      faults.push(...faultsOf(one, `${at.when} ${what}`, killed));
      process.stdout.write(`${one.name}: ${at.when} ${what}: ${killed.state}, ${killed.standing.join(' ')}\n`);
    }
    const ended = (state: Outcome['state']) => String(outcomes.filter((killed) => killed.state === state).length);
    return {
      post: one.name,
      steps: String(calls.length),
      kills: String(outcomes.length),
      published: ended('published'),
      'needs review': ended('needs_review'),
    };
  } finally {
    await setting.close();
  }
}

/** What must not be of a post: it stands there twice, is lost, or has come to no end that its kind may have. */
function faultsOf(one: KillCase, where: string, { state, words, standing }: Outcome): string[] {
  const isThere = standing.length > 0 && standing.every((count) => count > 0);
  const isTwice = standing.some((count) => count > 1);
  const mayBe = (state === 'published' && isThere) || (state === 'needs_review' && one.mayNeedReview === true);
  if (mayBe && !isTwice) return [];
  return [`${one.name}, killed ${where}: ${state} with ${standing.join(' ')} on the platform. ${words ?? ''}`];
}
