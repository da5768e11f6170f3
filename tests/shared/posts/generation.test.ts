import { describe, expect, it } from 'vitest';
import { postsToMake } from '../../../shared/posts/generation.ts';

describe('postsToMake', () => {
  it.each([
    ['all that the day lacks', { reason: 'on_demand' as const }, 3, 0, 3],
    ['what is left of the day', { reason: 'on_demand' as const }, 3, 2, 1],
    ['at least one on demand, also on a full day', { reason: 'on_demand' as const }, 3, 7, 1],
    ['one for the autopilot', { reason: 'autopilot' as const }, 10, 0, 1],
    ['what the request names', { reason: 'autopilot' as const, count: 4 }, 10, 9, 4],
  ])('is %s', (_, request, perDay, today, expected) => expect(postsToMake(request, perDay, today)).toBe(expected));
});
