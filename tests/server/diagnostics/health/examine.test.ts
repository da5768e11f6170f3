import { expect, it, vi } from 'vitest';
import { partOf } from '../../../../server/diagnostics/health/examine.ts';
import { AppError } from '../../../../server/errors.ts';
import { deferred } from '../../../helpers/deferred.ts';

const log = { warn: vi.fn() };
const NO_REASONS = () => [];

it('a part says what was found, and why that is not well', async () => {
  const reasons = (found: number) => (found > 3 ? ['Too many.'] : []);
  expect(await partOf({ what: 'It', ask: async () => 3, reasons }, log)()).toEqual({ found: 3, reasons: [] });
  expect(await partOf({ what: 'It', ask: async () => 4, reasons }, log)()).toEqual({
    found: 4,
    reasons: ['Too many.'],
  });
});

it('a part that hangs is asked once, whoever asks, and again when it has answered', async () => {
  const answers = [deferred<string>(), deferred<string>()];
  let asked = 0;
  const ask = () => (answers[asked++] ?? deferred<string>()).promise;
  const examine = partOf({ what: 'The database', ask, reasons: NO_REASONS }, log, 20);
  const late = { found: null, reasons: [expect.stringContaining('The database did not answer within 0.02 s.')] };
  expect([await examine(), await examine()]).toEqual([late, late]);
  expect(asked).toBe(1);
  answers[0]?.resolve('late');
  await answers[0]?.promise;
  answers[1]?.resolve('in time');
  await vi.waitFor(async () => expect(await examine()).toEqual({ found: 'in time', reasons: [] }), { timeout: 20_000 });
});

it('what people can mend is told in its own words, and what is a fault of ours is left to the log', async () => {
  const failing = (error: Error) =>
    partOf({ what: 'The log', ask: () => Promise.reject(error), reasons: NO_REASONS }, log)();
  expect(await failing(new AppError('unavailable', 'Plug it in.'))).toEqual({ found: null, reasons: ['Plug it in.'] });
  expect(log.warn).not.toHaveBeenCalled();
  const inside = await failing(new Error('postgres://me:secret@host'));
  expect(inside).toEqual({ found: null, reasons: [expect.stringContaining('The log could not be examined.')] });
  expect(log.warn).toHaveBeenCalledOnce();
});
