import { beforeAll } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import type { Settings } from '../../shared/workspace/settings.ts';
import { byRole, waitForText } from './browser.ts';
import { sharedPage } from './shared-page.ts';

/** The Settings screen on a page in Berlin that the file's tests share. Called once at the top of a file. */
export function settingsScreen() {
  const shared = sharedPage();

  beforeAll(() => shared.page.emulateTimezone('Europe/Berlin'));

  const removeRow = () => shared.agent.admin.from('app_settings').delete().not('id', 'is', null).throwOnError();

  return Object.assign(shared, {
    /** Leaves the workspace without settings. */
    removeRow,

    /** The workspace's settings, as they are stored. */
    async stored() {
      return (await shared.agent.admin.from('app_settings').select('*').single().throwOnError()).data;
    },

    /** Leaves this one row in the workspace and opens the screen, without a draft. */
    async openWith(fields: Partial<Settings> = {}) {
      const { agent, page } = shared;
      // A screen that is still open would make settings of its own between the two.
      await page.goto(new URL('/icon.svg', agent.url).href);
      await removeRow();
      await agent.admin
        .from('app_settings')
        .insert({ ...DEFAULT_SETTINGS, ...fields })
        .throwOnError();
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(new URL('/settings', agent.url).href);
      await waitForText(page, 'AI Autopilot Mode', 'Save Settings');
    },

    press: (name: string) => byRole(shared.page, 'button', name).click(),
    toggle: (name: string) => byRole(shared.page, 'switch', name).click(),

    /** Replaces what a field of a number holds. */
    async type(label: string, text: string) {
      await byRole(shared.page, 'spinbutton', label).click({ count: 3 });
      await shared.page.keyboard.press('Backspace');
      await shared.page.keyboard.type(text);
    },

    /** What the two posting hours hold; of all numbers they come first. */
    hours: async () =>
      (await shared.page.$$eval('input[type=number]', (all) => all.map((input) => input.value))).slice(0, 2),

    /** The time zone that is chosen. */
    zone: () =>
      byRole(shared.page, 'combobox', 'Timezone')
        .map((field) => field.firstElementChild?.textContent)
        .wait(),
  });
}
