import { expect, test } from 'vitest';
import { runHosted } from './hosted.ts';

test('whole agents on one hosted project publish each post once while they are killed and answers are lost', async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  process.stderr.write(`Chance of this run: CHAOS_SEED=${seed}\n`);
  const { states, twice, lost, stuck, faults } = await runHosted({
    seed,
    posts: 12,
    agents: 2,
    seconds: 20,
    platforms: ['bluesky', 'mastodon', 'facebook'],
  });
  expect({ twice, lost, stuck, faults }).toEqual({ twice: [], lost: [], stuck: [], faults: [] });
  expect(states.published).toBeGreaterThan(0);
}, 900_000);
