import type { KillAt, Outcome, openKillBench } from './bench.ts';
import type { KillCase } from './cases.ts';

/** The engine's calls to the workspace around the one that creates the post. */
const NOTES = ['begin_publishing', 'keep_delivery_parts', 'finish_delivery'];
/** The same for a post that is handed over early. */
const EARLY_NOTES = ['begin_handing_over', 'open_held_deliveries', 'finish_delivery'];
const NOTES_OF_REPLIES = ['claim_replies', 'begin_reply', 'finish_reply'];

/**
 * The results of a kind of post, killed at each of its calls, both before the call was carried out and before its
 * response. Errors of a post that was not disturbed are counted as well.
 */
export type KillReport = {
  name: string;
  calls: string[];
  kills: number;
  published: number;
  needsReview: number;
  /** Errors, each with the call at which the agent was killed. */
  twice: string[];
  lost: string[];
  stuck: string[];
};

export type KillOptions = {
  /** Kills only at this call of the publisher, numbered from 1; by default at all of them. */
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
  const setting = await (one.isReply ? bench.openReplies(one) : bench.openCase(one));
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
    const notes = one.isReply ? NOTES_OF_REPLIES : one.isEarly ? EARLY_NOTES : NOTES;
    for (const path of notes)
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
