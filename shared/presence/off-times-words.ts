import { Temporal } from 'temporal-polyfill';

/** "3 posts fall into times when this computer is usually off: the first Friday at 03:00". */
export function offTimesInWords(
  posts: readonly { scheduledTime: string }[],
  { zone, agents }: { zone: string; agents: number },
): string | null {
  const [first] = posts;
  if (!first) return null;
  const time = Temporal.Instant.from(first.scheduledTime).toZonedDateTimeISO(zone);
  const day = `${WEEKDAYS[time.dayOfWeek - 1]} at ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`;
  const [posted, times] = posts.length === 1 ? ['1 post falls', 'a time'] : [`${posts.length} posts fall`, 'times'];
  const who = agents > 1 ? 'no agent usually runs' : 'this computer is usually off';
  return `${posted} into ${times} when ${who}: ${posts.length === 1 ? day : `the first ${day}`}`;
}

/** What can be done about them. `platforms`: those that could hold some of them, by their names. */
export function remedyInWords(platforms: readonly string[]): string {
  if (platforms.length === 0) return 'Move them to another time, or keep an agent always on.';
  const holding = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(platforms);
  return `Let ${holding} hold them (Hand over early, in the account’s posting defaults), move them to another time, or keep an agent always on.`;
}

/** An hour is an hour everywhere: 24 of them, as commands and files write it. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
