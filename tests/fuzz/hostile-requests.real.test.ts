import { afterAll, beforeAll } from 'vitest';
import { describeGuards } from './guards.ts';
import { describeMalformed } from './malformed.ts';
import { describeRoutes } from './routes.ts';
import { describeSupabase } from './supabase.ts';
import { type FuzzedAgent, openFuzzedAgent } from './workspace.ts';

/** One agent for all hostile requests: starting another takes longer than most of the tests. */
let fuzzed: FuzzedAgent;
beforeAll(async () => {
  fuzzed = await openFuzzedAgent();
});
afterAll(() => fuzzed?.close());

describeGuards(() => fuzzed);
describeMalformed(() => fuzzed);
describeRoutes(() => fuzzed);
describeSupabase(() => fuzzed);
