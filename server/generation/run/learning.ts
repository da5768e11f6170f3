import type { Temporal } from 'temporal-polyfill';
import type { Choice } from '../../../shared/learning/choice.ts';
import { chooseByLearning } from '../../../shared/learning/choose.ts';
import { type Learner, learnFrom, placedInWeek } from '../../../shared/learning/learner.ts';
import type { LocalDay } from '../../../shared/posts/scheduling.ts';
import type { LearnedTemplate } from '../../../shared/posts/templates.ts';
import type { Project } from '../stores/run-store.ts';
import type { WorkspaceSettings, WorkspaceStore } from '../stores/workspace-store.ts';

/** What worked for a project's accounts, used to decide about one of the autopilot's posts. */
export type Lesson = { learner: Learner; seed: string };

type Situation = {
  workspace: Pick<WorkspaceStore, 'learnedPosts' | 'accounts'>;
  settings: WorkspaceSettings;
  day: LocalDay;
  now: Temporal.Instant;
};

/** Derived from the date, so that a retried run, and the plan shown before it, make the same choice. */
const seedOf = ({ date }: LocalDay) => `autopilot ${date}`;

export async function lessonFor(project: Project, { workspace, settings, day, now }: Situation): Promise<Lesson> {
  const accounts = await workspace.accounts(project);
  const posts = await workspace.learnedPosts(
    accounts.map(({ id }) => id),
    now,
  );
  return { learner: learnFrom(placedInWeek(posts, settings.timezone), now), seed: `${seedOf(day)} ${project.id}` };
}

/** Chooses a project among those that lack posts, by what worked on any account; null if there is nothing to choose. */
export async function projectByLearning(
  lacking: readonly string[],
  { workspace, settings, day, now }: Situation,
): Promise<{ option: string; choice: Choice } | null> {
  if (lacking.length < 2) return null;
  const learner = learnFrom(placedInWeek(await workspace.learnedPosts(null, now), settings.timezone), now);
  const options = lacking.map((id) => ({ option: id, arm: id, known: learner.ofProject(id) }));
  return chooseByLearning(options, { learner, seed: `${seedOf(day)} project` });
}

export function templateByLearning(lesson: Lesson | null): LearnedTemplate | undefined {
  if (!lesson) return undefined;
  const { learner, seed } = lesson;
  return (among) =>
    chooseByLearning(
      among.map((one) => ({ option: one, arm: one.id, known: learner.ofTemplate(one.id) })),
      { learner, seed: `${seed} template` },
    );
}
