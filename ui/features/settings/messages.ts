/** Every word of Settings (§2) and every row of §8 under "Settings". */

import { FIRST_HOUR, LAST_HOUR } from '../../../shared/settings.ts';

export const settingsMessages = {
  title: 'Settings',
  subtitle: 'Configure your automation preferences',
  loading: 'Loading settings...',
  schedule: {
    title: 'Posting Schedule',
    timezone: 'Timezone',
    timezoneHint: 'Posts will be scheduled according to this timezone',
    startHour: 'Start Hour',
    startHourHint: 'Earliest posting time',
    endHour: 'End Hour',
    endHourHint: 'Latest posting time',
  },
  zones: {
    search: 'Search time zones',
    searchPlaceholder: 'City or offset, like UTC+2',
    common: 'Common',
    all: 'All time zones',
    found: (count: number) => `${count} ${count === 1 ? 'time zone' : 'time zones'}`,
    none: (query: string) => `No time zone matches “${query}”. Try a larger city nearby, or an offset such as UTC+2.`,
    takeBrowsers: (zone: string, offset: string) => `Use this browser’s zone: ${zone} (${offset})`,
  },
  save: 'Save Settings',
  saving: 'Saving...',
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  changedElsewhere: (stored: string) =>
    `Another window changed this to ${stored} meanwhile. Saving puts your value in its place.`,
} as const;

export const settingsToasts = {
  loadFailed: 'Failed to load settings',
  saveFailed: 'Failed to save settings',
  saved: 'Settings saved successfully',
  discarded: 'Changes discarded',
  undo: 'Undo',
  changedElsewhere: 'Not saved yet: another window changed the same setting. Look at it, then save again.',
} as const;

/** What is wrong with an hour, and what to enter. */
export const hourErrors = {
  empty: `Enter an hour from ${FIRST_HOUR} to ${LAST_HOUR}.`,
  fraction: `Enter a whole hour from ${FIRST_HOUR} to ${LAST_HOUR}, without minutes.`,
  tooLow: `An hour cannot be below ${FIRST_HOUR}, which is midnight.`,
  tooHigh: `The last hour of a day is ${LAST_HOUR}. For midnight enter ${FIRST_HOUR}.`,
} as const;

export type SettingSwitch = {
  setting: 'warmup_enabled' | 'auto_delete_enabled' | 'rotation_enabled' | 'auto_generate_daily';
  label: string;
  hint: string;
};

/** The two cards of toggles (§2). */
export const SWITCH_CARDS: { title: string; switches: SettingSwitch[] }[] = [
  {
    title: 'Automation Settings',
    switches: [
      {
        setting: 'warmup_enabled',
        label: 'Auto Warm-Up Daily at 7:00 AM',
        hint: 'Automatically warm up all Instagram accounts at 7:00 AM daily. Prevents re-running on the same day.',
      },
      {
        setting: 'auto_delete_enabled',
        label: 'Auto-Delete Unsaved Content',
        hint: 'Automatically delete unsaved generated content after 7 days',
      },
    ],
  },
  {
    title: 'Content Automation',
    switches: [
      {
        setting: 'rotation_enabled',
        label: 'Content Rotation',
        hint: 'Enable daily content style rotation (Mon: Quotes, Tue: Tips, etc.)',
      },
      {
        setting: 'auto_generate_daily',
        label: 'AI Autopilot Mode',
        hint: 'Automatically generate and schedule 1 post per day using AI',
      },
    ],
  },
];

/** What the posting hours mean, as shared/scheduling.ts carries them out: an end that is not after its start lies on the next day. */
export function postingHoursNote(startHour: number, endHour: number): string {
  const [start, end] = [clockTime(startHour), clockTime(endHour)];
  if (startHour < endHour) return `Posts go out from ${start} until just before ${end}, every day.`;
  if (startHour > endHour) {
    return `These hours run over midnight: posts go out from ${start} until just before ${end} on the next day.`;
  }
  return `Start and end are the same, so posts go out around the clock: each day's 24 hours begin at ${start}.`;
}

function clockTime(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
