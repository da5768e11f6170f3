import { expect } from 'vitest';
import { byRole, waitForText } from '../../helpers/browser.ts';
import { failRequests } from '../../helpers/request-faults.ts';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Settings';
const SETTINGS = /\/rest\/v1\/app_settings/;
const FULL = { status: 500, body: { message: 'The database is full.' } };

const open = ({ page, agent }: World) => page.goto(new URL('/settings', agent.url).href);

/** Changes a setting and saves, while requests that match fail. */
async function save(world: World, failed?: RegExp) {
  await open(world);
  await byRole(world.page, 'switch', 'Content Rotation').click();
  if (failed) await failRequests(world.page, failed, FULL);
  await byRole(world.page, 'button', 'Save Settings').click();
}

/** §8, "Settings". */
export const SETTINGS_ROWS: CatalogueRow[] = [
  {
    area: AREA,
    situation: 'load fails',
    shown: ['Failed to load settings'],
    async provoke(world) {
      await failRequests(world.page, SETTINGS, FULL);
      await open(world);
      await world.page.waitForSelector('[data-sonner-toast]');
    },
  },
  {
    area: AREA,
    situation: 'no row (code PGRST116)',
    shown: [],
    async provoke(world) {
      const { admin } = world.agent;
      await admin.from('app_settings').delete().not('id', 'is', null).throwOnError();
      await open(world);
      await waitForText(world.page, 'AI Autopilot Mode');
      const { data } = await admin.from('app_settings').select('timezone, warmup_enabled').single().throwOnError();
      expect(data).toEqual({ timezone: 'UTC', warmup_enabled: true });
    },
  },
  {
    area: AREA,
    situation: 'save fails',
    shown: ['Failed to save settings'],
    provoke: (world) => save(world, SETTINGS),
  },
  {
    area: AREA,
    situation: 'save fails',
    shown: ['Failed to save settings'],
    provoke: (world) => save(world, /^PATCH .*\/app_settings/),
  },
  {
    area: AREA,
    situation: 'save success',
    shown: ['Settings saved successfully'],
    provoke: (world) => save(world),
  },
];
