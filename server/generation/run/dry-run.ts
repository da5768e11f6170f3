import { Temporal } from 'temporal-polyfill';
import { hoursOfAccounts } from '../../../shared/posts/account-times.ts';
import { withoutVideo } from '../../../shared/posts/content-project.ts';
import type { DayPlan, DryRun, DryRunRequest } from '../../../shared/posts/dry-run.ts';
import { dueTime } from '../../../shared/posts/due-time.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { type LocalDay, localDay, postingHours, timeReason } from '../../../shared/posts/scheduling.ts';
import type { StoredTemplate } from '../../../shared/posts/templates.ts';
import type { Client } from '../stores/client.ts';
import { type Chosen, type PlannedPost, type RunStore, runStore } from '../stores/run-store.ts';
import {
  type AutopilotRun,
  type TakenSlot,
  type WorkspaceSettings,
  type WorkspaceStore,
  workspaceStore,
} from '../stores/workspace-store.ts';
import { lessonFor, projectByLearning } from './learning.ts';
import { dayOf, projectReason, slotsBy, slotsTaken, templateOf } from './plan.ts';

/** Estimated time from a run's start to its scheduling; free slots are looked up once the posts are written. */
export const RUN_SECONDS = 60;

/**
 * The expected state of the workspace at some point in the coming days. Each planned run changes it as a real one
 * would.
 */
type Outlook = {
  settings: WorkspaceSettings;
  templates: StoredTemplate[];
  taken: TakenSlot[];
  planned: PlannedPost[];
  runs: Pick<RunStore, 'choose' | 'lacking'>;
  workspace: Pick<WorkspaceStore, 'accounts' | 'destinations' | 'learnedPosts'>;
};

/** When the autopilot runs; `isLate` if today's time has passed, so that it runs immediately or at its retry. */
type Due = { at: Temporal.Instant; isLate: boolean };

/**
 * The posts that the autopilot would make on each of the coming days if nothing changes, by the same rules as real
 * runs. Reads only. GenerationError conflict when the settings' time zone is unknown.
 */
export async function dryRun(
  { client, now: clock }: { client: Client; now: () => Temporal.Instant },
  { days }: DryRunRequest,
): Promise<DryRun> {
  const workspace = workspaceStore(client);
  const now = clock();
  const settings = await workspace.settings();
  let day = dayOf(now, settings);
  const [templates, taken, begun, paused] = await Promise.all([
    workspace.templates(),
    workspace.takenSlots(now),
    workspace.autopilotRun(day.date),
    workspace.pausedProjects(),
  ]);
  const outlook: Outlook = { settings, templates, taken, planned: [], runs: runStore(client), workspace };
  const plans: DayPlan[] = [];
  for (let n = 0; n < days; n++) {
    const over = n === 0 ? endOf(begun, day) : null;
    const due = dueOn(day, settings, now, n === 0 ? begun : null);
    if (over) plans.push(over);
    else if (due) plans.push(await planDay(day, due, outlook));
    day = localDay(day.end, settings.timezone);
  }
  return { timezone: settings.timezone, autopilot: autopilotOf(settings), paused, days: plans };
}

function autopilotOf({ automation_paused, auto_generate_daily }: WorkspaceSettings): DryRun['autopilot'] {
  if (automation_paused) return 'paused';
  return auto_generate_daily ? 'on' : 'off';
}

/** Today's outcome if no more runs are due: the run succeeded, or failed without a retry today. */
function endOf(begun: AutopilotRun | null, { date, end }: LocalDay): DayPlan | null {
  if (!begun || begun.status === 'running') return null;
  const { status, result, retry_at } = begun;
  if (status === 'success') return { outcome: 'made', date: date.toString(), result };
  const isTriedAgain = retry_at !== null && Temporal.Instant.compare(Temporal.Instant.from(retry_at), end) < 0;
  return isTriedAgain ? null : { outcome: 'failed', date: date.toString(), result };
}

function dueOn(
  { date }: LocalDay,
  settings: WorkspaceSettings,
  now: Temporal.Instant,
  begun: AutopilotRun | null,
): Due | null {
  const due = dueTime(date, settings.posting_hours_start, settings.timezone);
  if (!due || Temporal.Instant.compare(now, due) <= 0) return due && { at: due, isLate: false };
  const retry = begun?.retry_at ? Temporal.Instant.from(begun.retry_at) : now;
  return { at: Temporal.Instant.compare(retry, now) > 0 ? retry : now, isLate: true };
}

function reachable(project: Chosen['project']): Platform[] {
  const left = withoutVideo(project);
  return project.platforms.filter((platform) => !left.includes(platform));
}

async function planDay(day: LocalDay, { at, isLate }: Due, outlook: Outlook): Promise<DayPlan> {
  const { settings, templates, taken, planned, runs } = outlook;
  const plan = { date: day.date.toString(), runsAt: at.toString(), isLate };
  const situation = { workspace: outlook.workspace, settings, day, now: at };
  const learns = settings.learning === 'on';
  const learned = learns ? await projectByLearning(await runs.lacking(day, planned), situation) : null;
  const chosen = await runs.choose(day, planned, learned?.option);
  if (!chosen) return { ...plan, outcome: 'no_project' };
  const platforms = reachable(chosen.project);
  if (platforms.length === 0)
    return { ...plan, outcome: 'needs_video', project: chosen.project.niche_name, platforms: chosen.project.platforms };
  const project = { ...chosen.project, platforms };
  const hours = hoursOfAccounts(postingHours(settings), await outlook.workspace.accounts(project));
  const now = at.add({ seconds: RUN_SECONDS });
  const lesson = learns ? await lessonFor(chosen.project, situation) : null;
  const [slot] = slotsBy(lesson, { count: 1, now, hours, ...slotsTaken(taken, chosen, hours) });
  if (!slot) return { ...plan, outcome: 'no_free_time' };
  const { template, reason } = templateOf(templates, settings, day, lesson);
  outlook.templates = templates.map((known) =>
    known.id === template.id ? { ...known, last_used_at: at.toString() } : known,
  );
  taken.push({ time: slot.time, project: project.id, platforms, accounts: project.account_ids });
  planned.push({ project: chosen.project.id, day: plan.date, time: slot.time.toString() });
  return {
    ...plan,
    outcome: 'post',
    reasons: {
      trigger: 'autopilot',
      project: projectReason(chosen, day, { learned: learned?.choice }),
      template: reason,
      time: timeReason(slot, hours),
    },
    destinations: await outlook.workspace.destinations(project),
  };
}
