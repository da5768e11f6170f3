import { expect, it } from 'vitest';
import { warmupReasonSchema } from '../../../shared/accounts/warmup.ts';
import { holdEnd } from '../../../shared/accounts/warmup-hold.ts';

const HELD_AT = '2026-11-19T12:00:00.123456+00:00';
const at = (time: string) => new Date(time);

it('after too many requests ends by the person once the account has rested for two days', () => {
  const from = at('2026-11-21T12:00:00.123Z');
  expect(holdEnd('rate_limited', HELD_AT, at('2026-11-21T12:00:00.122Z'))).toEqual({ by: 'person_later', from });
  expect(holdEnd('rate_limited', HELD_AT, from)).toEqual({ by: 'person' });
});

it('of any other kind ends by a log-in only, however long ago it began; so does one of a newer agent', () => {
  const others = warmupReasonSchema.options.filter((reason) => reason !== 'rate_limited');
  for (const reason of [...others, 'something_new']) {
    expect(holdEnd(reason, HELD_AT, at('2027-11-21T12:00:00Z'))).toEqual({ by: 'log_in' });
  }
});

it('is none without a reason', () => expect(holdEnd(null, null, at('2026-11-21T12:00:00Z'))).toEqual({ by: 'none' }));
