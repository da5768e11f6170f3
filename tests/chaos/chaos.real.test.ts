import { expect, test } from 'vitest';
import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import { isFull } from '../helpers/depth.ts';
import { runChaos } from './chaos.ts';

test('whatever goes wrong, nothing is published twice, lost, or stuck without a word', async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  process.stderr.write(`Chance of this run: CHAOS_SEED=${seed}\n`);
  // With three agents, two can be away at once, so no failure has to wait for another. A single agent is killed, and
  // frozen while its successor has its posts. Takeovers between agents are tested in
  // tests/supabase/take-over.real.test.ts.
  const { twice, lost, stuck, states } = await runChaos({
    seed,
    posts: 7,
    agents: isFull ? 3 : 1,
    seconds: isFull ? 1 : 0,
    speed: 40,
    platforms: PLATFORM_IDS,
  });
  expect({ twice, lost, stuck }).toEqual({ twice: [], lost: [], stuck: [] });
  expect(states.published).toBeGreaterThan(0);
}, 300_000);
