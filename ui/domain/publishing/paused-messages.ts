/** The banner of paused publishing. A file of its own: it stands on the first screen, and names no platforms. */
export const pausedMessages = {
  label: 'Publishing is paused',
  publishing: 'Publishing is paused. Nothing goes out until you resume.',
  automation: 'Automation is paused, and publishing with it. Nothing goes out until you resume.',
  resume: { publishing: 'Resume publishing', automation: 'Resume automation' },
  failed: (reason: string) => `Still paused. ${reason}`,
} as const;
