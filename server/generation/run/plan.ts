import type { Temporal } from 'temporal-polyfill';
import type { Choice } from '../../../shared/learning/choice.ts';
import { takenFor } from '../../../shared/posts/account-times.ts';
import { learnedTime } from '../../../shared/posts/learned-time.ts';
import { videoOnly } from '../../../shared/posts/platform-limits.ts';
import type { ProjectReason } from '../../../shared/posts/post-reasons.ts';
import {
  dailyShare,
  type LocalDay,
  localDay,
  type PostingHours,
  planSlots,
  type Slot,
  type SlotRequest,
} from '../../../shared/posts/scheduling.ts';
import { chooseTemplate, type StoredTemplate } from '../../../shared/posts/templates.ts';
import type { Settings } from '../../../shared/workspace/settings.ts';
import { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';
import type { Chosen } from '../stores/run-store.ts';
import type { TakenSlot } from '../stores/workspace-store.ts';
import { type Lesson, templateByLearning } from './learning.ts';

/** The rules by which runs and dry runs decide. */

/** The local day that `now` falls on. GenerationError conflict when the settings' time zone is unknown. */
export function dayOf(now: Temporal.Instant, { timezone }: Pick<Settings, 'timezone'>): LocalDay {
  try {
    return localDay(now, timezone);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new GenerationError('conflict', MESSAGES.badTimezone(timezone));
  }
}

export function templateOf(
  templates: readonly StoredTemplate[],
  settings: Settings,
  { weekday }: LocalDay,
  lesson: Lesson | null,
) {
  const learned = templateByLearning(lesson);
  return chooseTemplate(templates, { rotation: settings.rotation_enabled, weekday, learned });
}

/**
 * The next free slots. With a lesson, the first one is the free time within the posting hours that worked best, or is
 * worth trying.
 */
export function slotsBy(lesson: Lesson | null, request: SlotRequest): (Slot & { learned?: Choice })[] {
  const slots = planSlots(request);
  const [first] = slots;
  const { now, hours, taken, share, count } = request;
  const found =
    lesson && first
      ? learnedTime({ now, hours, taken, first: first.time, days: 1 }, { ...lesson, seed: `${lesson.seed} time` })
      : null;
  if (!found || !first) return slots;
  const slot = { ...first, nth: 1, of: 1, keptApart: false, time: found.time, learned: found.choice };
  const rest = {
    ...request,
    count: count - 1,
    taken: [...taken, found.time],
    ...(share && { share: { ...share, own: [...share.own, found.time] } }),
  };
  return [slot, ...planSlots(rest)];
}

/** The reason for choosing this project, as stored with its posts. `isAskedFor`: the user chose it. */
export function projectReason(
  { project, posts_today: had, projects }: Chosen,
  { date }: LocalDay,
  { isAskedFor = false, learned }: { isAskedFor?: boolean; learned?: Choice | undefined } = {},
): ProjectReason {
  const { niche_name: name, posts_per_day: wanted } = project;
  const lacked = had < wanted ? 'lacking' : 'newest';
  const choice = projects === 1 ? 'only' : lacked;
  const facts = { name, date: date.toString(), had, wanted, ...(learned && { learned }) };
  return { ...facts, choice: isAskedFor ? 'asked' : choice };
}

/**
 * Whether a video (the project's or one made by the agent) is published in a separate post, besides the one with
 * pictures.
 */
export function hasVideoApart(project: Pick<Chosen['project'], 'platforms' | 'video_path' | 'videos'>): boolean {
  const { platforms, video_path, videos } = project;
  const videosOnly = videoOnly(platforms).length;
  const isApart = video_path !== null || videos === 'needed';
  return isApart && videosOnly > 0 && videosOnly < platforms.length;
}

/** The taken times, and the project's share of the posting hours, as input for planning slots. */
export function slotsTaken(
  slots: readonly TakenSlot[],
  { project, daily_posts }: Pick<Chosen, 'project' | 'daily_posts'>,
  hours: PostingHours,
): Pick<Required<SlotRequest>, 'taken' | 'share'> {
  const wanted = project.posts_per_day;
  return {
    taken: takenFor(hours, slots).map(({ time }) => time),
    share: {
      // Accounts with their own times do not divide them among all projects. One more slot is for the post with only
      // the video.
      perDay: (hours.accounts ? wanted : dailyShare(wanted, daily_posts, hours)) + (hasVideoApart(project) ? 1 : 0),
      own: slots.filter((slot) => slot.project === project.id).map(({ time }) => time),
    },
  };
}
