import { screen, waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { pathOfSection, type SettingsSection } from '@/features/settings/sections.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { appInDocument, says } from './app.tsx';
import { SPECIFIED } from './specified.ts';

const WITHOUT_FORM: SettingsSection[] = [
  'ai',
  'jobs',
  'backups',
  'workspace',
  'agents',
  'members',
  'archives',
  'webhooks',
];

/** The Settings screen in a document. Called once at the top of a file. */
export function settingsInDocument(...start: Parameters<typeof appInDocument>) {
  const app = appInDocument(...start);
  const rows = () => app.agent.admin.from('app_settings');
  const removeRow = () => rows().delete().not('id', 'is', null).throwOnError();
  const field = (name: string) => screen.findByRole<HTMLInputElement>('spinbutton', { name });

  return Object.assign(app, {
    /** Removes the workspace's settings. */
    removeRow,

    /** Saves settings, like another window. */
    change: (fields: Partial<AppSettingsRow>) => rows().update(fields).not('id', 'is', null).throwOnError(),

    /** The workspace's settings, as stored. */
    async stored() {
      return (await rows().select('*').single().throwOnError()).data;
    },

    /** Leaves only this row in the workspace and opens Settings, or one of its sections. */
    async openWith(fields: Partial<AppSettingsRow> = {}, section?: SettingsSection) {
      await removeRow();
      await rows()
        .insert({ ...DEFAULT_SETTINGS, ...fields })
        .throwOnError();
      await app.open(section ? pathOfSection(section) : '/settings');
      if (!section || !WITHOUT_FORM.includes(section)) await says('Save Settings');
    },

    toggle: (name: string) => app.press(name, { role: 'switch' }),

    /** Replaces the content of a number field. */
    async type(name: string, text: string) {
      await app.user.clear(await field(name));
      if (text !== '') await app.user.paste(text);
    },

    /** Saves, and waits until it is done. */
    async save() {
      await app.press('Save Settings');
      await says(...SPECIFIED['Settings: save success']);
    },

    /** Waits until the two posting hours have these values. */
    async hasHours(...hours: [string, string]) {
      const names = ['Start Hour', 'End Hour'];
      await waitFor(async () =>
        expect(await Promise.all(names.map(async (name) => (await field(name)).value))).toEqual(hours),
      );
    },
  });
}

/** Whether each of the four switches of §2 is on. */
export const switches = () =>
  screen
    .getAllByRole('switch')
    .slice(0, 4)
    .map((one) => one.getAttribute('aria-checked') === 'true');

/** The selected time zone. */
export const zone = () => screen.getByRole('combobox', { name: 'Timezone' }).firstElementChild?.textContent;
