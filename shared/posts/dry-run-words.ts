import type { DayPlan, DryRun, PlannedDestination } from './dry-run.ts';
import { platformLabel } from './platforms.ts';

/** The introduction to a dry run: that nothing was made yet, and what keeps the autopilot from running, if anything. */
export function dryRunInWords(autopilot: DryRun['autopilot']): string {
  if (autopilot === 'paused')
    return 'Nothing is made while automation is paused. This is what the AI Autopilot would do otherwise.';
  if (autopilot === 'off')
    return 'Nothing is made while the AI Autopilot is off. This is what it would do if it were on.';
  return 'Nothing has been made yet. This is what the AI Autopilot will do if nothing changes.';
}

/** Which projects are left out because they are paused, or null. */
export function pausedInWords(paused: readonly string[]): string | null {
  if (paused.length === 0) return null;
  const names = new Intl.ListFormat('en').format(paused.slice(0, PAUSED_NAMED));
  const more = paused.length > PAUSED_NAMED ? ` and ${paused.length - PAUSED_NAMED} more` : '';
  return `Paused, so no new posts: ${names}${more}.`;
}

/** Maximum number of paused projects listed by name. */
const PAUSED_NAMED = 5;

/** For a day on which the autopilot's hour has passed without a run. */
export function lateInWords(autopilot: DryRun['autopilot']): string {
  if (autopilot === 'on') return 'The AI Autopilot is late today: it runs as soon as it can.';
  return 'Its time today has passed, so it would run at once.';
}

/** Why no post will be made on a day, with the message of today's run. */
export function noPostInWords(day: Exclude<DayPlan, { outcome: 'post' }>, paused: DryRun['paused']): string {
  if (day.outcome === 'no_project')
    return paused.length > 0 ? 'No post: every content project is paused.' : 'No post: there is no content project.';
  if (day.outcome === 'needs_video') {
    const names = new Intl.ListFormat('en').format(day.platforms.map(platformLabel));
    return `No post: ${names} ${day.platforms.length === 1 ? 'accepts' : 'accept'} only videos, and ${day.project} has none. Choose another platform for it.`;
  }
  if (day.outcome === 'no_free_time') return 'No post: every posting time of the coming year is taken.';
  const said = day.outcome === 'made' ? 'The AI Autopilot has run today.' : 'The AI Autopilot has failed today.';
  return [said, day.result].filter(Boolean).join(' ');
}

/** A planned post's destinations: `Goes to Bluesky (Ada). By hand: Instagram (Bread daily), LinkedIn.` */
export function destinationsInWords(destinations: readonly PlannedDestination[]): string {
  const named = (isDirect: boolean) =>
    destinations
      .filter((one) => one.isDirect === isDirect)
      .map(({ platform, account }) => (account ? `${platformLabel(platform)} (${account})` : platformLabel(platform)))
      .join(', ');
  const [direct, byHand] = [named(true), named(false)];
  return [direct && `Goes to ${direct}.`, byHand && `By hand: ${byHand}.`].filter(Boolean).join(' ');
}
