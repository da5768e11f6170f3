/** Messages of Settings (§2) and every row of §8 under "Settings". */

import { formatSize } from '@/lib/format.ts';
import { WARMUP_POSTS_A_MINUTE, type WarmupLimits } from '../../../shared/accounts/warmup-limits.ts';
import { RAMP_UP_DAYS } from '../../../shared/accounts/warmup-ramp-up.ts';
import { FIRST_HOUR, LAST_HOUR } from '../../../shared/workspace/settings.ts';

export const settingsMessages = {
  title: 'Settings',
  subtitle: 'Configure your automation preferences',
  loading: 'Loading settings...',
  sections: 'Sections of Settings',
  schedule: {
    title: 'Posting Schedule',
    timezone: 'Timezone',
    timezoneHint: 'Posts will be scheduled according to this timezone',
    timezoneDefault: 'A new workspace uses the time zone of the computer it is set up on.',
    startHour: 'Start Hour',
    startHourHint: 'Earliest posting time',
    endHour: 'End Hour',
    endHourHint: 'Latest posting time',
  },
  zones: {
    search: 'Search time zones',
    searchPlaceholder: 'City, country or offset, like UTC+2',
    common: 'Common',
    all: 'All time zones',
    found: (count: number) => `${count} ${count === 1 ? 'time zone' : 'time zones'}`,
    none: (query: string) =>
      `No time zone matches “${query}”. Try a country, a larger city nearby, or an offset such as UTC+2.`,
    takeBrowsers: (zone: string, offset: string) => `Use this browser’s zone: ${zone} (${offset})`,
  },
  save: 'Save Settings',
  saving: 'Saving...',
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  changedElsewhere: (stored: string) => `Another window changed this to ${stored}. Saving replaces it with your value.`,
  otherValues: 'other values',
} as const;

export const settingsToasts = {
  loadFailed: 'Failed to load settings',
  saveFailed: 'Failed to save settings',
  saved: 'Settings saved successfully',
  discarded: 'Changes discarded',
  undo: 'Undo',
  changedElsewhere: 'Not saved: another window changed the same setting. Check it, then save again.',
} as const;

export const hourErrors = {
  empty: `Enter an hour from ${FIRST_HOUR} to ${LAST_HOUR}.`,
  fraction: `Enter a whole hour from ${FIRST_HOUR} to ${LAST_HOUR}, without minutes.`,
  tooLow: `An hour cannot be below ${FIRST_HOUR}, which is midnight.`,
  tooHigh: `The last hour of a day is ${LAST_HOUR}. For midnight enter ${FIRST_HOUR}.`,
} as const;

export const evergreenMessages = {
  title: 'Bring back what worked',
  label: 'A post rests for',
  hint: 'After that, one that did well can be brought back under Insights, as a draft. Nothing is brought back automatically.',
  months: (count: number) => (count === 1 ? '1 month' : `${count} months`),
} as const;

export const warmupMessages = {
  title: 'Instagram warm-up',
  description: 'A quiet visit to your own account at a human pace. Each visit varies within these limits.',
  fields: {
    warmup_minutes_min: { label: 'Minimum minutes', hint: '5 to 60' },
    warmup_minutes_max: { label: 'Maximum minutes', hint: '5 to 60' },
    warmup_posts_min: { label: 'Minimum posts', hint: 'In the feed, 1 to 60' },
    warmup_posts_max: { label: 'Maximum posts', hint: 'In the feed, 1 to 60' },
    warmup_hour_start: { label: 'Automatic from', hint: 'Hour of the day, 0 to 23' },
    warmup_hour_end: { label: 'Automatic until', hint: 'Hour of the day, 1 to 24' },
    warmup_likes_max: {
      label: 'Maximum likes',
      hint: '0 to 3. Likes are public and in your name, and platforms watch them closely. 0 is the safest choice.',
    },
  } satisfies Record<keyof WarmupLimits, { label: string; hint: string }>,
  rampUp: {
    label: 'Ramp-up for new accounts',
    hint: `New accounts start at a quarter of these limits and reach them within ${RAMP_UP_DAYS} days.`,
  },
} as const;

export const notificationMessages = {
  title: 'Notifications',
  desktop: {
    label: 'Desktop notifications',
    hint: 'Get notified when something needs your attention, such as an account stopped by Instagram.',
  },
  permission: {
    default: 'Shown by this computer, or by a browser while Local Agent is open in it.',
    granted: 'Shown by this browser while Local Agent is open in it, otherwise by this computer.',
    denied: 'Shown by this computer. This browser blocks them; change that in its site settings.',
    unsupported: 'Shown by the computer that the agent runs on.',
  },
  allow: 'Allow in this browser',
} as const;

export const limitErrors = {
  outside: ({ min, max }: { min: number; max: number }) => `Enter a whole number from ${min} to ${max}.`,
  longest: (shortest: string) => `Enter ${shortest} or more: this cannot be below “Minimum minutes”.`,
  mostPosts: (fewest: string) => `Enter ${fewest} or more: this cannot be below “Minimum posts”.`,
  tooManyPosts: (minutes: number) =>
    `Enter ${minutes * WARMUP_POSTS_A_MINUTE} or less: ${minutes} minutes are not enough for more.`,
  hourEnd: (start: string) => `Enter an hour after ${start}.`,
} as const;

/** A summary of the limits; `isOn`: warm-ups start automatically. */
export function warmupNote(limits: WarmupLimits, isOn: boolean): string {
  const { warmup_minutes_min: shortest, warmup_minutes_max: longest } = limits;
  const { warmup_posts_min: fewest, warmup_posts_max: most, warmup_likes_max: likes } = limits;
  const [from, until] = [clockTime(limits.warmup_hour_start), clockTime(limits.warmup_hour_end)];
  const liked = likes === 0 ? 'likes nothing' : `likes at most ${likes}`;
  const session = `A warm-up takes ${range(shortest, longest)} minutes, looks at ${range(fewest, most)} posts and ${liked}. It never follows, comments or sends messages.`;
  return isOn
    ? `${session} Automatic warm-ups start between ${from} and ${until} in the timezone of Posting Schedule.`
    : `${session} ${NOT_AUTOMATIC}`;
}

const NOT_AUTOMATIC = 'None start automatically while “Auto Warm-Up Daily” is off.';

function range(from: number, to: number): string {
  return from === to ? String(from) : `${from} to ${to}`;
}

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

/** A summary of the posting hours, as in shared/posts/scheduling.ts: an end not after the start is on the next day. */
export function postingHoursNote(startHour: number, endHour: number): string {
  const [start, end] = [clockTime(startHour), clockTime(endHour)];
  if (startHour < endHour) return `Posts are published from ${start} until just before ${end}, every day.`;
  if (startHour > endHour) {
    return `These hours run past midnight: posts are published from ${start} until just before ${end} on the next day.`;
  }
  return `Start and end are the same, so posts are published around the clock: each day's 24 hours begin at ${start}.`;
}

function clockTime(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** Messages of the Backups card; results and errors of a backup come from the agent. */
export const backupsMessages = {
  title: 'Backups',
  description:
    'The workspace is backed up every day, without logins, and each backup is loaded once to check it. The last 7 are kept.',
  hosted:
    'Your Supabase project has its own backups of the database and the Media Library. What is on this machine can be backed up in the terminal.',
  loading: 'Loading backups...',
  loadFailed: 'Failed to load backups',
  now: 'Back up now',
  underWay: 'Backing up',
  last: 'Last good backup',
  where: 'Kept in',
  none: 'None yet. The first is made when the workspace is a day old.',
  checked: (size: number, kept: number) =>
    ` (${formatSize(size)} and the Media Library, checked; ${kept === 1 ? '1 backup' : `${kept} backups`} kept)`,
  toFile: 'To back up to one file, on another disk or for another machine, with logins too:',
} as const;
