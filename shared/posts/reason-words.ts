import { writerLabel } from '../ai/providers.ts';
import { readTimeChoice, type TimeChoice } from '../learning/choice.ts';
import { choiceInWords, timeInWeek } from '../learning/choice-words.ts';
import { timeArmOf } from '../learning/time-arm.ts';
import type { GeneratedContentRow } from '../workspace/database.ts';
import { broughtBackInWords, readBroughtBack } from './brought-back.ts';
import type { PostForm, PostReasons, ProjectReason, TemplateReason, TimeReason } from './post-reasons.ts';
import type { TemplateStyle } from './template-style.ts';

/**
 * The reasons of a post in sentences, for screens and the terminal. Times are in the zone that the post was planned in.
 */

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The stored name of the built-in writer, which uses no model. */
const BUILT_IN_WRITER = 'built-in';

type Written = Pick<GeneratedContentRow, 'writer' | 'input_tokens' | 'output_tokens' | 'cost_usd'> & {
  brought_back?: unknown;
};

/** A reason with its label. */
export type Reason = { label: string; text: string };

/** A post's timeline entry. */
type Placed = { scheduled_time: string; time_choice: unknown };

/**
 * Why an existing post is as it is, and who wrote it. `reasons` are those of the run that made it; null if the user
 * wrote it. Includes who chose the time of its timeline entry, if any, and the post that it was brought back from.
 */
export function whyThisPost(reasons: PostReasons | null, written: Written, place: Placed | null = null): Reason[] {
  const time = place && timeOfPlace(reasons, place);
  const earlier = readBroughtBack(written.brought_back);
  const origin = earlier ? [{ label: BROUGHT_BACK, text: broughtBackInWords(earlier) }] : [];
  if (!reasons) return time ? [...origin, time] : origin;
  return [
    ...origin,
    { label: 'Started by', text: triggerInWords(reasons.trigger) },
    ...choicesInWords(reasons).map((reason) => (time && reason.label === time.label ? time : reason)),
    { label: 'Writer', text: [writerInWords(written), formInWords(reasons)].filter(Boolean).join(' ') },
    ...voiceInWords(reasons),
  ];
}

const BROUGHT_BACK = 'Brought back';

/** The user's captions that the model was given as examples. */
function voiceInWords({ voice = [] }: PostReasons): Reason[] {
  if (voice.length === 0) return [];
  const count =
    voice.length === 1 ? 'one of your captions as an example' : `${voice.length} of your captions as examples`;
  const which = voice.map(({ text }) => `“${text.slice(0, VOICE_CHARS).trim()}…”`).join(', ');
  return [{ label: 'Voice', text: `Written with ${count}: ${which}` }];
}

const VOICE_CHARS = 60;

/** Who chose the time of a timeline entry; null if that was the run which made the post. */
function timeOfPlace(reasons: PostReasons | null, { scheduled_time, time_choice }: Placed): Reason | null {
  const choice = readTimeChoice(time_choice);
  if (choice && Date.parse(choice.at) === Date.parse(scheduled_time))
    return { label: PLANNED_FOR, text: learnedTimeInWords(choice) };
  if (!reasons) return { label: PLANNED_FOR, text: SET_BY_HAND };
  const { at, timezone } = reasons.time;
  if (Date.parse(at) === Date.parse(scheduled_time)) return null;
  return { label: PLANNED_FOR, text: movedSince(format(at, timezone, DATE_AND_TIME)) };
}

const PLANNED_FOR = 'Planned for';
const SET_BY_HAND = 'A time that you, or one of your tools, set.';
const movedSince = (time: string) => `${time} at first. It has been moved since.`;

export function choicesInWords({ project, template, time }: PostReasons): Reason[] {
  return [
    { label: 'Project', text: projectInWords(project) },
    { label: 'Template', text: templateInWords(template, time.timezone) },
    { label: PLANNED_FOR, text: timeInWords(time) },
  ];
}

/** What triggered the post. */
function triggerInWords(trigger: PostReasons['trigger']): string {
  return trigger === 'autopilot' ? 'The AI Autopilot, which makes one post a day.' : 'You';
}

/** The project, and why: `Home baking: it had 1 of 3 posts for Nov 21, 2026.` */
function projectInWords({ name, choice, date, had, wanted, learned }: ProjectReason): string {
  const day = dayInWords(date);
  const state = `it had ${had} of ${wanted} ${wanted === 1 ? 'post' : 'posts'} for ${day}`;
  if (learned) return `${name}: ${state}. ${choiceInWords(learned, 'of this project')}`;
  if (choice === 'asked') return `${name}, which was requested: ${state}.`;
  if (choice === 'only') return `${name}, the only project: ${state}.`;
  if (choice === 'lacking') return `${name}, the newest project that lacked posts: ${state}.`;
  return `${name}, the newest project: no project lacked posts for ${day}.`;
}

/** The template, and why. `timezone` is for the day of its last use. */
function templateInWords(reason: TemplateReason, timezone: string): string {
  const { name } = reason;
  if (reason.choice === 'built_in') return `${name}, which is built in: ${whyBuiltIn(reason)}.`;
  if (reason.learned) return `${name}. ${choiceInWords(reason.learned, 'with this template')}`;
  const leastUsed = (among: number) => `Least recently used of ${among} (${lastUse(reason.lastUsedAt, timezone)}).`;
  if (reason.choice === 'weekday') {
    const day = WEEKDAYS[reason.weekday];
    if (reason.among === 1) return `${name}, the template for ${day}.`;
    return `${name}, a template for ${day}. ${leastUsed(reason.among)}`;
  }
  const why =
    reason.among === 1 ? `${name}, the only active template without a weekday.` : `${name}. ${leastUsed(reason.among)}`;
  return reason.missing === null ? why : `${why} None is set for ${WEEKDAYS[reason.missing]}.`;
}

function whyBuiltIn({ missing, active }: Extract<TemplateReason, { choice: 'built_in' }>): string {
  if (active === 0) return 'no template is active';
  if (missing === null) return 'every active template is for a weekday, and Content Rotation is off';
  return `no active template is for ${WEEKDAYS[missing]}, or for any day`;
}

function lastUse(lastUsedAt: string | null, timezone: string): string {
  return lastUsedAt === null ? 'never used before' : `last used on ${format(lastUsedAt, timezone, DATE)}`;
}

/**
 * The time, and why: `Nov 21, 2026, 9:05 AM GMT+1, the first free time in the posting hours from 08:00 to 22:00
 * (Europe/Paris).`
 */
function timeInWords(reason: TimeReason): string {
  const { at, timezone, startHour, endHour, nth, of, later, keptApart, isChosen, learned } = reason;
  if (learned) return learnedTimeInWords({ ...learned, at, timezone });
  const window = startHour === endHour ? 'round the clock' : `from ${wholeHour(startHour)} to ${wholeHour(endHour)}`;
  const hours = `the posting hours ${window} (${timezone})`;
  const place =
    of === 1
      ? `the first free time in ${hours}`
      : `the ${ordinal(nth)} of ${of} spread evenly over what was left of ${hours}`;
  const notes = [
    ...(later ? [NOT_TODAY[later]] : []),
    ...(keptApart ? ['Moved to stay half an hour away from other posts.'] : []),
  ];
  const why = isChosen ? `the next free one of your posting times (${timezone})` : place;
  return [`${format(at, timezone, DATE_AND_TIME)}, ${why}.`, ...notes].join(' ');
}

/** A time that learning chose: `Nov 21, 2026, 6:00 PM GMT+1. Chosen, because 9 posts ...`. */
export function learnedTimeInWords({ at, timezone, ...choice }: TimeChoice): string {
  const around = timeInWeek(timeArmOf(new Date(at), timezone));
  return `${format(at, timezone, DATE_AND_TIME)}. ${choiceInWords(choice, around)}`;
}

const NOT_TODAY: { [why in NonNullable<TimeReason['later']>]: string } = {
  full: 'The day it was planned on had no room left.',
  share: 'The project already had its posts for the day it was planned on.',
  over: 'The posting hours of the day it was planned on were over.',
  skipped: 'The clocks skipped the posting hours of the day it was planned on.',
};

const MADE: { [made in Exclude<PostForm['made'], 'invitation'>]: string } = {
  insight: 'a passage from the source',
  list: 'points from the source',
  steps: 'the steps from the source',
  tip: 'advice from the source',
  question: 'a question from the source and its answer',
  quote: 'a quotation from the source',
  fact: 'a fact from the source',
  story: 'a story from the source',
};

/** What a template of each style asks for, and the formats that satisfy it. */
const ASKED: { [asked in TemplateStyle]: { what: string; is: readonly PostForm['made'][] } } = {
  quote: { what: 'a quotation', is: ['quote'] },
  how_to: { what: 'instructions', is: ['steps', 'tip'] },
  tips: { what: 'tips', is: ['list', 'tip'] },
  question: { what: 'a question', is: ['question', 'invitation'] },
  facts: { what: 'facts', is: ['fact'] },
  opinion: { what: 'an opinion', is: [] },
  insight: { what: 'an insight', is: ['insight'] },
  story: { what: 'a story', is: ['story'] },
};

/**
 * What the built-in writer made: `It used a passage from the source; the template asks for a story.` Empty for a model.
 */
function formInWords({ form }: PostReasons): string {
  if (!form) return '';
  if (form.made === 'invitation') return 'It asks your followers, without any source.';
  const took = `It used ${MADE[form.made]}`;
  if (form.asked === 'general') return `${took}.`;
  const { what, is } = ASKED[form.asked];
  return is.includes(form.made) ? `${took}.` : `${took}; the template asks for ${what}.`;
}

/** Who wrote it, and its cost: `gpt-5-mini (OpenAI), for about $0.0021 (1,204 tokens read, 310 written).` */
function writerInWords({ writer, input_tokens, output_tokens, cost_usd }: Written): string {
  if (writer === BUILT_IN_WRITER) return 'The built-in writer, without an AI model.';
  const cost = cost_usd === null ? '' : `, for about ${costInWords(cost_usd)}`;
  const tokens =
    input_tokens === null || output_tokens === null
      ? ''
      : ` (${input_tokens.toLocaleString('en')} tokens read, ${output_tokens.toLocaleString('en')} written)`;
  return `${writerLabel(writer)}${cost}${tokens}.`;
}

/** US dollars: `$0.42`, and more digits below a cent. */
export function costInWords(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;
}

/** A local date (`YYYY-MM-DD`) as `Nov 21, 2026`. */
function dayInWords(date: string): string {
  return format(`${date}T00:00:00Z`, 'UTC', DATE);
}

const DATE: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' };
const DATE_AND_TIME: Intl.DateTimeFormatOptions = {
  ...DATE,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

function format(time: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(time));
}

function wholeHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

function ordinal(n: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' }[
    new Intl.PluralRules('en', { type: 'ordinal' }).select(n) as string
  ];
  return `${n}${ending ?? 'th'}`;
}
