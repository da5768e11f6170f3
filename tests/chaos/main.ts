import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import { endWith, optionsOf, printCounts } from '../helpers/long-run.ts';
import { type ChaosOptions, runChaos } from './chaos.ts';
import { runHosted } from './hosted/hosted.ts';

/**
 * `npm run test:chaos [-- --seed N --posts 500 --agents 3 --seconds 120 --platform tiktok]`; with `--hosted`, complete
 * agents on one hosted project, for `--seconds` of real time.
 */
const asked = optionsOf({ posts: '500', agents: '3', seconds: '', platform: '', hosted: false });
const { seed, posts, agents, seconds, platform, hosted } = asked;
const platforms = PLATFORM_IDS.filter((id) => !platform || id === platform);
if (platforms.length === 0) throw new Error(`There is no platform ${platform}.`);
const options: ChaosOptions = {
  seed: Number(seed),
  posts: Number(posts),
  agents: Number(agents),
  seconds: Number(seconds || (hosted ? '400' : '120')),
  platforms,
};
const whole = hosted ? await runHosted(options, (line) => process.stdout.write(`${line}\n`)) : null;
const { states, events, onPlatforms, twice, lost, stuck } = whole ?? (await runChaos(options));
printCounts('Deliveries', { ...states, 'parts on the platforms': onPlatforms });
printCounts('What went wrong', events);
if (whole) {
  const { takeOvers } = whole;
  printCounts('Take-overs', { count: takeOvers.length, 'longest, in seconds': Math.max(0, ...takeOvers) });
}
const others = whole?.faults ?? [];
printCounts('Faults', {
  'published twice': twice.length,
  lost: lost.length,
  'stuck without a word': stuck.length,
  others: others.length,
});
endWith([...twice, ...lost, ...stuck, ...others]);
