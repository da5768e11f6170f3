import { expect, it } from 'vitest';
import { iconState } from '@/features/accounts/warmup-state.tsx';

it.each([
  ['running', 'running'],
  ['success', 'success'],
  ['failed', 'failed'],
  [null, 'other'],
  ['from a newer database', 'other'],
])('shows the status %s as %s (§2)', (status, icon) => {
  expect(iconState(status)).toBe(icon);
});
