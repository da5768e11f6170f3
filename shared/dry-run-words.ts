import type { DayPlan, DryRun } from './dry-run.ts';

/** What stands over the coming days: that nothing is made yet, and what keeps the autopilot from it. */
export function dryRunInWords(autopilot: DryRun['autopilot']): string {
  if (autopilot === 'paused')
    return 'Nothing has been made, and nothing will be: everything automatic is paused. This is what the AI Autopilot would do otherwise.';
  if (autopilot === 'off')
    return 'Nothing has been made, and nothing will be: the AI Autopilot is off. This is what it would do if it were on.';
  return 'Nothing has been made yet. This is what the AI Autopilot will do if nothing changes.';
}

/** Why a day has no post to come. `Failed today` and the like stand with what the run said itself. */
export function noPostInWords(day: Exclude<DayPlan, { outcome: 'post' }>): string {
  if (day.outcome === 'no_project') return 'No post: there is no content project.';
  if (day.outcome === 'no_free_time') return 'No post: every posting time of the coming year is taken.';
  const said = day.outcome === 'made' ? 'The AI Autopilot has run today.' : 'The AI Autopilot has failed today.';
  return [said, day.result].filter(Boolean).join(' ');
}

/** Stands with a post of today whose hour has passed. */
export const RUNS_LATE = 'Late: the AI Autopilot has not run yet today and does so as soon as it can.';
