import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import { endWith, optionsOf, printCounts } from '../helpers/long-run.ts';
import { runChaos } from './chaos.ts';

/** `npm run test:chaos [-- --seed N --posts 500 --agents 3 --seconds 120 --platform tiktok]` */
const { seed, posts, agents, seconds, platform } = optionsOf({
  posts: '500',
  agents: '3',
  seconds: '120',
  platform: '',
});
const platforms = PLATFORM_IDS.filter((id) => !platform || id === platform);
if (platforms.length === 0) throw new Error(`There is no platform ${platform}.`);
const { states, events, onPlatforms, twice, lost, stuck } = await runChaos({
  seed: Number(seed),
  posts: Number(posts),
  agents: Number(agents),
  seconds: Number(seconds),
  platforms,
});
printCounts('Deliveries', { ...states, 'parts on the platforms': onPlatforms });
printCounts('What went wrong', events);
printCounts('Faults', { 'published twice': twice.length, lost: lost.length, 'stuck without a word': stuck.length });
endWith([...twice, ...lost, ...stuck]);
