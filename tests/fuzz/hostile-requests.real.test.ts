import { afterAll, beforeAll } from 'vitest';
import { describeGuards } from './guards.ts';
import { describeMalformed } from './malformed.ts';
import { describeRoutes } from './routes.ts';
import { describeSupabase } from './supabase.ts';
import { type FuzzedAgent, openFuzzedAgent } from './workspace.ts';

/** One agent for everything that is hostile about a request: starting another costs more than most of it. */
let fuzzed: FuzzedAgent;
beforeAll(async () => {
  fuzzed = await openFuzzedAgent();
});
afterAll(() => fuzzed?.close());

describeGuards(() => fuzzed);
describeMalformed(() => fuzzed);
describeRoutes(() => fuzzed);
describeSupabase(() => fuzzed);
