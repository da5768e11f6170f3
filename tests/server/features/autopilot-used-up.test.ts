import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { autopilotJob } from '../../../server/features/autopilot/job.ts';
import { TryLater } from '../../../server/jobs/job.ts';

const RUN = {
  signal: new AbortController().signal,
  report: () => undefined,
  startedAt: Temporal.Instant.from('2031-05-05T08:00:00Z'),
  attempt: 1,
  isManual: false,
};
const answering = (nothing: 'used_up' | 'unread') =>
  autopilotJob({
    generate: async () => ({ success: false, created: 0, message: 'Add another source, or change one.', nothing }),
  });

it('says why it made nothing of sources that are used up, and does not try again', async () =>
  expect(await answering('used_up').run(RUN)).toBe('Add another source, or change one.'));

it('tries again while no source can be read', () => expect(answering('unread').run(RUN)).rejects.toThrow(TryLater));
