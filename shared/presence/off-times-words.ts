import { Temporal } from 'temporal-polyfill';
import type { AgentPresence } from './off-posts.ts';

export const NONE_RUNS = 'no agent usually runs';

/** Maximum number of agents that are listed by name. */
const NAMED_MAX = 3;

type OffPost = { scheduledTime: string; agents: readonly Pick<AgentPresence, 'id' | 'name'>[] };

/**
 * "3 posts are scheduled for times when this computer is usually off: the first Friday at 03:00". `agents`: their number.
 */
export function offTimesInWords(
  posts: readonly OffPost[],
  { zone, agents }: { zone: string; agents: number },
): string | null {
  const [first] = posts;
  if (!first) return null;
  const time = Temporal.Instant.from(first.scheduledTime).toZonedDateTimeISO(zone);
  const day = `${WEEKDAYS[time.dayOfWeek - 1]} at ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`;
  const [posted, times] = posts.length === 1 ? ['1 post is', 'a time'] : [`${posts.length} posts are`, 'times'];
  const who = whoIsOff(posts, agents);
  return `${posted} scheduled for ${times} when ${who}: ${posts.length === 1 ? day : `the first ${day}`}`;
}

/** "this computer is usually off", "Studio Mac is usually off", "no agent usually runs". */
export function whoIsOff(posts: readonly Pick<OffPost, 'agents'>[], agents: number): string {
  if (agents <= 1) return 'this computer is usually off';
  if (posts.every((post) => post.agents.length === agents)) return NONE_RUNS;
  const named = new Map(posts.flatMap((post) => post.agents.map(({ id, name }) => [id, name ?? 'another agent'])));
  if (named.size > NAMED_MAX) return 'their agents are usually off';
  const areSame = posts.every((post) => post.agents.length === named.size);
  const names = new Intl.ListFormat('en-US', { type: areSame ? 'conjunction' : 'disjunction' }).format(named.values());
  return `${names} ${areSame && named.size > 1 ? 'are' : 'is'} usually off`;
}

/** How to keep such posts on time. `platforms`: the names of those that could hold some of the posts. */
export function remedyInWords(
  platforms: readonly string[],
  { posts, agents }: { posts: readonly Pick<OffPost, 'agents'>[]; agents: number },
): string {
  const areOthersOn = posts.some((post) => post.agents.length < agents);
  const keep = areOthersOn ? 'or share their logins with an agent that is on then.' : 'or keep an agent always on.';
  if (platforms.length === 0) return `Move them to another time, ${keep}`;
  const holding = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(platforms);
  return `Let ${holding} hold them (Hand over early, in the account’s posting defaults), move them to another time, ${keep}`;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
