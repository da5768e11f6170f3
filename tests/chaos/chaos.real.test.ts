import { expect, test } from 'vitest';
import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import { runChaos } from './chaos.ts';

test('whatever goes wrong, nothing is published twice, lost, or stuck without a word', async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  process.stderr.write(`Chance of this run: CHAOS_SEED=${seed}\n`);
  // Of three agents two can be away at once: nothing that goes wrong waits for another.
  const { twice, lost, stuck, states } = await runChaos({
    seed,
    posts: 7,
    agents: 3,
    seconds: 1,
    speed: 40,
    platforms: PLATFORM_IDS,
  });
  expect({ twice, lost, stuck }).toEqual({ twice: [], lost: [], stuck: [] });
  expect(states.published).toBeGreaterThan(0);
}, 300_000);
