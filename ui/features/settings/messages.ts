import type { Settings } from '../../../shared/settings.ts';

/** §2 and §8, "Settings". */
export const settingsMessages = {
  title: 'Settings',
  subtitle: 'Configure your automation preferences',
  loading: 'Loading settings...',
  loadFailed: 'Failed to load settings',
};

type Line = { setting: keyof Settings; label: string; hint: string };

/** The three cards of §2 with their settings and hints. */
export const SETTINGS_CARDS: { title: string; lines: Line[] }[] = [
  {
    title: 'Posting Schedule',
    lines: [
      { setting: 'timezone', label: 'Timezone', hint: 'Posts will be scheduled according to this timezone' },
      { setting: 'posting_hours_start', label: 'Start Hour', hint: 'Earliest posting time' },
      { setting: 'posting_hours_end', label: 'End Hour', hint: 'Latest posting time' },
    ],
  },
  {
    title: 'Automation Settings',
    lines: [
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
    lines: [
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
