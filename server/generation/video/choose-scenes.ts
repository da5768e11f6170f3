import type { Pace, PlanScene } from '../../../shared/video/plan.ts';
import type { Language } from '../writers/languages/language.ts';
import { stemsOf } from '../writers/text/rank.ts';
import { sceneMs } from './timing.ts';

/** Scenes that only make sense together, such as the parts of a sentence. */
export type SceneGroup = {
  scenes: PlanScene[];
  /** Groups of one block are consecutive: the sentences of a paragraph, the steps of a list. */
  block: number;
};

/** Discount for each later group. */
const LATER_FACTOR = 0.97;
/** Steps are the point of a how-to. */
const STEP_FACTOR = 4;

/**
 * Chooses the most informative groups that fit into `roomMs`, in their order. A block's groups are taken from its
 * beginning, because later ones depend on earlier ones. `isBegun`: the first group is the rest of the hook's sentence,
 * and takes precedence.
 */
export function chooseScenes(
  groups: readonly SceneGroup[],
  { roomMs, pace, isBegun }: { roomMs: number; pace: Pace; isBegun: boolean },
  language: Language,
): PlanScene[] {
  const worth = worthOf(groups, language);
  const blocks = [...new Set(groups.map(({ block }) => block))].map((block) =>
    groups.flatMap((group, index) => (group.block === block ? index : [])),
  );
  const chosen = new Set<number>();
  let left = roomMs;
  const take = (index: number) => {
    chosen.add(index);
    left -= lengthOf(groups[index], pace);
  };
  if (isBegun && lengthOf(groups[0], pace) <= roomMs) take(0);
  let open = blocks.map((block) => block.filter((index) => !chosen.has(index))).filter((block) => block.length > 0);
  while (open.length > 0) {
    const best = open.reduce((a, b) => ((worth[b[0] ?? 0] ?? 0) > (worth[a[0] ?? 0] ?? 0) ? b : a));
    const [next = 0, ...others] = best;
    const fits = lengthOf(groups[next], pace) <= left;
    if (fits) take(next);
    open = open.map((block) => (block === best ? (fits ? others : []) : block)).filter((block) => block.length > 0);
  }
  return groups.flatMap(({ scenes }, index) => (chosen.has(index) ? scenes : []));
}

/** The total duration of a group's scenes, in milliseconds. */
export function lengthOf(group: SceneGroup | undefined, pace: Pace): number {
  return group?.scenes.reduce((sum, scene) => sum + sceneMs(scene, pace), 0) ?? 0;
}

/** Rates each group by how many word stems it shares with the rest of the text. */
function worthOf(groups: readonly SceneGroup[], language: Language): number[] {
  const stems = groups.map(({ scenes }) =>
    stemsOf(scenes.map(({ heading = '', text }) => `${heading} ${text}`).join(' '), language),
  );
  const counts = new Map<string, number>();
  for (const stem of stems.flatMap((own) => [...own])) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return stems.map((own, index) => {
    const shared = [...own].reduce((sum, stem) => sum + (counts.get(stem) ?? 0) - 1, 0);
    const isStep = groups[index]?.scenes[0]?.kind === 'step';
    return (1 + shared / Math.sqrt(Math.max(1, own.size))) * (isStep ? STEP_FACTOR : 1) * LATER_FACTOR ** index;
  });
}
