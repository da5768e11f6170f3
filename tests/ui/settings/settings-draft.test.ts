import { describe, expect, it } from 'vitest';
import { formOf } from '@/features/settings/form.ts';
import { withChanges } from '@/features/settings/use-settings-form.ts';
import { DEFAULT_WARMUP_LIMITS } from '../../../shared/accounts/warmup-limits.ts';
import { NO_BRAND } from '../../../shared/pictures/brand.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';

const SWITCHES = {
  warmup_ramp_up: true,
  desktop_notifications: true,
  publishing_paused: false,
  late_posts: 'publish',
  late_grace_minutes: 120,
} as const;
const STORED = formOf({ ...DEFAULT_SETTINGS, ...DEFAULT_WARMUP_LIMITS, ...NO_BRAND, ...SWITCHES });

describe('the draft of the settings', () => {
  it('holds what was changed here, beside what was stored then', () => {
    const draft = withChanges(undefined, STORED, { rotation_enabled: true });
    expect(withChanges(draft, STORED, { posting_hours_end: '20' })).toEqual({
      base: { rotation_enabled: false, posting_hours_end: '22' },
      mine: { rotation_enabled: true, posting_hours_end: '20' },
    });
  });

  it('remembers what was stored when a field was first changed, whatever is stored later', () => {
    const draft = withChanges(undefined, STORED, { posting_hours_end: '2' });
    const later = { ...STORED, posting_hours_end: '12' };
    expect(withChanges(draft, later, { posting_hours_end: '20' })).toEqual({
      base: { posting_hours_end: '22' },
      mine: { posting_hours_end: '20' },
    });
  });

  it('forgets a field that is put back, and ends with the last of them', () => {
    const draft = withChanges(undefined, STORED, { rotation_enabled: true, posting_hours_end: '20' });
    const one = withChanges(draft, STORED, { posting_hours_end: '22' });
    expect(one).toEqual({ base: { rotation_enabled: false }, mine: { rotation_enabled: true } });
    expect(withChanges(one, STORED, { rotation_enabled: false })).toBeUndefined();
  });
});
