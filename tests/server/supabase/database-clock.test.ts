import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { databaseClock } from '../../../server/supabase/database-clock.ts';

const NOON = Temporal.Instant.from('2026-11-21T12:00:00Z');

/** A machine and a database with separate clocks, and responses that take some time on the machine's clock. */
function clocks() {
  const times = { machine: NOON, database: NOON.add({ hours: 3 }), answerTakes: { seconds: 0 } };
  const clock = databaseClock(
    async () => {
      times.machine = times.machine.add(times.answerTakes);
      return times.database;
    },
    () => times.machine,
  );
  return { times, clock };
}

test('shows the time of the database from the first reading on, as the machine’s clock runs', async () => {
  const { times, clock } = clocks();
  expect([clock.now(), await clock.read()]).toEqual([NOON, times.database]);
  times.machine = times.machine.add({ minutes: 5 });
  expect([clock.now(), clock.machine()]).toEqual([times.database.add({ minutes: 5 }), NOON.add({ minutes: 5 })]);
});

test('takes no reading into account during which the machine slept', async () => {
  const { times, clock } = clocks();
  await clock.read();
  times.answerTakes = { seconds: 3600 };
  await clock.read();
  expect(clock.now()).toEqual(times.database.add({ hours: 1 }));
});
