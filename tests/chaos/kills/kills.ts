import type { KillAt, Outcome, openKillBench } from './bench.ts';
import type { KillCase } from './cases.ts';

/** Calls of the engine to the workspace around the one that makes the post. */
const NOTES = ['begin_publishing', 'keep_delivery_parts', 'finish_delivery'];

/**
 * What became of a kind of post, killed at each of its calls before it was done and before its answer. What must not be
 * is also counted of the post that nobody disturbed.
 */
export type KillReport = {
  name: string;
  calls: string[];
  kills: number;
  published: number;
  needsReview: number;
  /** What must not be, each with the call at which the agent was killed. */
  twice: string[];
  lost: string[];
  stuck: string[];
};

export type KillOptions = {
  /** The number of a call of the publisher, from 1, to be killed at alone; all of them where it is left out. */
  step?: number;
  /** Called after each kill. */
  onKill?: (what: string, outcome: Outcome) => void;
};

/** Kills the agent at each call of a kind of post. */
export async function killEverywhere(
  bench: Awaited<ReturnType<typeof openKillBench>>,
  one: KillCase,
  { step, onKill = () => undefined }: KillOptions = {},
): Promise<KillReport> {
  const setting = await bench.openCase(one);
  const report: KillReport = {
    name: one.name,
    calls: [],
    kills: 0,
    published: 0,
    needsReview: 0,
    twice: [],
    lost: [],
    stuck: [],
  };
  try {
    const { outcome, calls } = await setting.calls();
    report.calls = calls;
    judge(report, one, 'no kill', outcome);
    const steps: (KillAt & { what: string })[] = calls.flatMap((what, index) =>
      (['before', 'after'] as const).map((when) => ({
        at: 'platform' as const,
        path: '',
        nth: index + 1,
        when,
        what: `${index + 1} ${what}`,
      })),
    );
    for (const path of NOTES)
      for (const when of ['before', 'after'] as const) steps.push({ at: 'workspace', path, when, what: path });
    for (const { what, ...at } of steps) {
      if (step !== undefined && (at.at !== 'platform' || at.nth !== step)) continue;
      const result = await setting.kill(at);
      if (!result) continue;
      report.kills += 1;
      if (result.state === 'published') report.published += 1;
      if (result.state === 'needs_review') report.needsReview += 1;
      const where = `${at.when} ${what}`;
      judge(report, one, where, result);
      onKill(`${one.name}: ${where}`, result);
    }
  } finally {
    await setting.close();
  }
  return report;
}

function judge(report: KillReport, one: KillCase, where: string, { state, words, standing }: Outcome): void {
  const said = `${one.name}, killed ${where}: ${state} with ${standing.join(' ')} on the platform. ${words ?? ''}`;
  const isThere = standing.length > 0 && standing.every((count) => count > 0);
  if (standing.some((count) => count > 1)) report.twice.push(said);
  if (state === 'published' && !isThere) report.lost.push(said);
  const mayBe = state === 'published' || (state === 'needs_review' && one.mayNeedReview);
  if (!mayBe) report.stuck.push(said);
}
