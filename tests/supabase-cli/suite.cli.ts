import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEED_SQL } from '../server/supabase/embedded/rest/seed.ts';
import { withoutChance } from './functions.ts';
import { CALLERS, openSides, type Side, type Sides } from './sides.ts';
import { SUITE, type SuiteCall } from './suite.ts';

/** The same supabase-js calls, to the pushed project through PostgREST and to the embedded backend. */

let sides: Sides;
beforeAll(async () => {
  sides = await openSides();
});
afterAll(() => sides?.close());

/** Each caller's responses: data, count and status, or an error with all its fields. */
async function answersOf(side: Side, call: SuiteCall[1]) {
  const answers: Record<string, Answer> = {};
  for (const caller of CALLERS) {
    await side.database.transaction((session) => session.script(SEED_SQL));
    const { statusText: _by, ...answer } = (await call(side.client(caller) as unknown as SupabaseClient)) as Answer;
    answers[caller] = JSON.parse(
      withoutChance(JSON.stringify(answer)).replace(/Failing row contains \([^)]*\)/, 'Failing row'),
    );
  }
  return answers;
}
type Answer = { error?: unknown; statusText?: string };

/**
 * Messages of PostgREST 12.0.2, the only version in npm's registry, that differ from those of later versions, which
 * Supabase runs and the embedded backend follows. The first comes from supabase-js itself, for a query that was to
 * return one row.
 */
const LATER_WORDS: [said: RegExp, later: string][] = [
  [/JSON object requested, multiple \(or no\) rows returned/, 'Cannot coerce the result to a single JSON object'],
  [/Column '(\w+)' of relation '(\w+)' does not exist/, "Could not find the '$1' column of '$2' in the schema cache"],
  [
    /"code":"42P01","details":null,"hint":null,"message":"relation \\"public.puppeteer_script\\" does not exist"/,
    '"code":"PGRST205","details":null,"hint":"Perhaps you meant the table \'public.puppeteer_scripts\'",' +
      '"message":"Could not find the table \'public.puppeteer_script\' in the schema cache"',
  ],
];

function inLaterWords(answers: object): unknown {
  return JSON.parse(
    LATER_WORDS.reduce((text, [said, later]) => text.replaceAll(new RegExp(said, 'g'), later), JSON.stringify(answers)),
  );
}

const isDone = (answer: Answer | undefined) => answer?.error === null;
let done = 0;

test.for(SUITE)('%s', async ([, call]) => {
  const [hosted, here] = await Promise.all([answersOf(sides.hosted, call), answersOf(sides.here, call)]);
  expect(inLaterWords(hosted)).toEqual(inLaterWords(here));
  expect(isDone(here.anon), 'done for anon').toBe(false);
  if (isDone(here.member)) done += 1;
});

test('most of them are done for a member', () => expect(done).toBeGreaterThan(SUITE.length / 2));
