/**
 * Texts of the banner about paused publishing. In a separate file, because the banner is on the first screen, which
 * loads no platform names.
 */
export const pausedMessages = {
  label: 'Publishing is paused',
  publishing: 'Publishing is paused. Nothing is published until you resume.',
  automation: 'Automation and publishing are paused. Nothing is published until you resume.',
  resume: { publishing: 'Resume publishing', automation: 'Resume automation' },
  failed: (reason: string) => `Still paused. ${reason}`,
} as const;
