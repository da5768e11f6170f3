import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { says } from '../../helpers/component/app.tsx';
import { NOTICES } from '../../helpers/notices.ts';
import type { CatalogueRow, World } from './row.ts';

const AREA = 'Settings';
const SETTINGS = /\/rest\/v1\/app_settings/;

/** Changes a setting and saves, while requests that match fail. */
async function save({ app }: World, failed?: RegExp) {
  await app.open('/settings');
  await app.press('Content Rotation', { role: 'switch' });
  if (failed) app.fail(failed);
  await app.press('Save Settings');
}

/** §8, "Settings". */
export const SETTINGS_ROWS: CatalogueRow[] = [
  {
    area: AREA,
    situation: 'load fails',
    shown: ['Failed to load settings'],
    async provoke({ app }) {
      app.fail(SETTINGS);
      await app.open('/settings');
      await waitFor(() => expect(document.querySelector(NOTICES)).not.toBeNull());
    },
  },
  {
    area: AREA,
    situation: 'no row (code PGRST116)',
    shown: [],
    async provoke({ app }) {
      await app.agent.admin.from('app_settings').delete().not('id', 'is', null).throwOnError();
      await app.open('/settings');
      await says('AI Autopilot Mode');
      const { data } = await app.agent.admin
        .from('app_settings')
        .select('timezone, warmup_enabled')
        .single()
        .throwOnError();
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
