import { parseArgs } from 'node:util';
import { printTable } from '../../bench/table.ts';
import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import { runChaos } from './chaos.ts';

/** `npm run test:chaos [-- --seed N --posts 500 --agents 2 --seconds 120]` */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    posts: { type: 'string', default: '500' },
    agents: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '120' },
  },
});
const seed = Number(values.seed);
process.stdout.write(`seed ${seed}\n`);
const { states, events, onPlatforms, twice, lost, stuck } = await runChaos({
  seed,
  posts: Number(values.posts),
  agents: Number(values.agents),
  seconds: Number(values.seconds),
  platforms: PLATFORM_IDS,
});
const rows = (counts: Record<string, number>) =>
  Object.entries(counts).map(([what, count]) => ({ what, count: String(count) }));
printTable('Deliveries', rows({ ...states, 'parts on the platforms': onPlatforms }));
printTable('What went wrong', rows(events));
printTable(
  'Faults',
  rows({ 'published twice': twice.length, lost: lost.length, 'stuck without a word': stuck.length }),
);
for (const line of [...twice, ...lost, ...stuck]) process.stdout.write(`${line}\n`);
process.exit(twice.length + lost.length + stuck.length > 0 ? 1 : 0);
