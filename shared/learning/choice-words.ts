import type { Choice } from './choice.ts';
import type { TimeArm } from './time-arm.ts';

/** Words for the reasons why learning chose something, for screens and the terminal. */

/** `where` describes the choice as a phrase after "posts", such as "around 18:00 on weekdays". */
export function choiceInWords(choice: Choice, where: string): string {
  const lead = { best: BEST, hardly_tried: 'Chosen to try it', compared: 'Chosen by chance, to compare' }[choice.why];
  const source = `Learned from ${countOf(choice.learnedFrom)}, with ${choice.among} to choose from.`;
  return `${lead}: ${findingInWords(choice, where)}. ${source}`;
}

/** The same for a proposal that the user has not accepted yet. */
export function proposalInWords(choice: Choice, where: string): string {
  const lead = { best: BEST, hardly_tried: 'Worth trying', compared: 'Worth comparing again' }[choice.why];
  return `${lead}: ${findingInWords(choice, where)}.`;
}

const BEST = 'Has worked best so far';

function findingInWords({ why, posts, times, low, high }: Choice, where: string): string {
  if (posts === 0) return `nothing was published ${where} yet`;
  if (why === 'hardly_tried') return `only ${countOf(posts)} went out ${where}`;
  return `${countOf(posts)} ${where} did ${timesUsual(times)} (likely ${oneDecimal(low)} to ${oneDecimal(high)} times)`;
}

export const countOf = (posts: number) => `${posts} ${posts === 1 ? 'post' : 'posts'}`;

/** `1.6 times as well as usual`, or `as well as usual`. */
const timesUsual = (times: number) =>
  oneDecimal(times) === 1 ? 'as well as usual' : `${oneDecimal(times)} times as well as usual`;

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

/** `around 18:00 on weekdays`. */
export function timeInWeek({ isWeekend, hour }: TimeArm): string {
  return `around ${String(hour).padStart(2, '0')}:00 ${isWeekend ? 'at weekends' : 'on weekdays'}`;
}
