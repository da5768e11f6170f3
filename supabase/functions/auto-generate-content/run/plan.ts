import type { Temporal } from 'temporal-polyfill';
import type { ProjectReason } from '../../../../shared/posts/post-reasons.ts';
import { type LocalDay, localDay, type PostingHours } from '../../../../shared/posts/scheduling.ts';
import { chooseTemplate, type StoredTemplate } from '../../../../shared/posts/templates.ts';
import type { Settings } from '../../../../shared/workspace/settings.ts';
import { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';
import type { Chosen } from '../stores/run-store.ts';

/** What a run decides by, and a dry run as well. */

/** The local day that `now` falls on. GenerationError conflict when the settings' time zone is unknown. */
export function dayOf(now: Temporal.Instant, { timezone }: Pick<Settings, 'timezone'>): LocalDay {
  try {
    return localDay(now, timezone);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new GenerationError('conflict', MESSAGES.badTimezone(timezone));
  }
}

export function templateOf(templates: readonly StoredTemplate[], settings: Settings, { weekday }: LocalDay) {
  return chooseTemplate(templates, { rotation: settings.rotation_enabled, weekday });
}

export function postingHours(settings: Settings): PostingHours {
  return {
    timezone: settings.timezone,
    startHour: settings.posting_hours_start,
    endHour: settings.posting_hours_end,
  };
}

/** Why that project, as its posts keep it. */
export function projectReason({ project, posts_today: had, projects }: Chosen, { date }: LocalDay): ProjectReason {
  const { niche_name: name, posts_per_day: wanted } = project;
  const lacked = had < wanted ? 'lacking' : 'newest';
  return { name, choice: projects === 1 ? 'only' : lacked, date: date.toString(), had, wanted };
}
