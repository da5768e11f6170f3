import { afterEach, expect, it, vi } from 'vitest';
import { ownTimeZone } from '../../../shared/time/time-zones.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  [':/etc/localtime', 'UTC'],
])('a machine with TZ=%s is in %s', (name, zone) => {
  vi.stubEnv('TZ', name);
  expect(ownTimeZone()).toBe(zone);
});
