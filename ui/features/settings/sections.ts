import { paths } from '@/lib/paths.ts';

/** The sections of Settings, in display order. The first is also shown at /settings. */
export const SETTINGS_SECTIONS = [
  { name: 'posting', label: 'Posting' },
  { name: 'publishing', label: 'Publishing & pictures' },
  { name: 'ai', label: 'AI Writer' },
  { name: 'warm-up', label: 'Instagram warm-up' },
  { name: 'answers', label: 'Answers' },
  { name: 'notifications', label: 'Notifications' },
  { name: 'jobs', label: 'Jobs' },
  { name: 'backups', label: 'Backups' },
  { name: 'workspace', label: 'Workspace' },
  { name: 'members', label: 'Members & assistants' },
  { name: 'agents', label: 'Agents' },
  { name: 'archives', label: 'Earlier posts' },
  { name: 'webhooks', label: 'Webhooks' },
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['name'];

export const pathOfSection: (name: SettingsSection) => string = paths.settings;

/** The key of the unsaved input of a section. */
export const draftOfSection = (name: SettingsSection) => `settings.${name}`;
