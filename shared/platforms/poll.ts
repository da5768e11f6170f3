import type { ChannelLimits } from '../publishing/channel.ts';
import type { OptionValues, PlatformOption, PostKind } from './options.ts';

/** No platform accepts fewer. */
const ANSWERS_MIN = 2;
/** The `pollMinutes` of a post that does not set it. */
export const POLL_MINUTES = 1440;

const OF_POLL = { concerns: ['text'], only: { name: 'poll', values: [true] }, isOfPost: 'text' } as const;

/** The fields of a poll, which excludes media. `itemLength` is the length of one answer. */
export function pollFields(answers: { max: number; itemLength: number }): PlatformOption[] {
  return [
    {
      name: 'poll',
      label: 'Poll',
      concerns: ['text'],
      isOfPost: 'text',
      kind: 'switch',
    },
    {
      name: 'pollAnswers',
      label: 'Answers',
      ...OF_POLL,
      kind: 'list',
      min: ANSWERS_MIN,
      ...answers,
      placeholder: 'Rye, Spelt, Wheat',
    },
    {
      name: 'pollMinutes',
      label: 'Open for',
      ...OF_POLL,
      kind: 'choice',
      choices: [
        { value: String(POLL_MINUTES), label: '1 day' },
        { value: '5', label: '5 minutes' },
        { value: '30', label: '30 minutes' },
        { value: '60', label: '1 hour' },
        { value: '360', label: '6 hours' },
        { value: '720', label: '12 hours' },
        { value: '4320', label: '3 days' },
        { value: '10080', label: '7 days' },
      ],
    },
  ];
}

/** The limits of a server that does not report its own. */
const USUAL_POLL = { answers: 4, answerLength: 50 };

/** A field of a poll, within the limits of the account's server. */
export function pollFieldOf(field: PlatformOption, { poll = {} }: Pick<ChannelLimits, 'poll'>): PlatformOption {
  const { answers, answerLength, minSeconds = 0, maxSeconds = Number.POSITIVE_INFINITY } = { ...USUAL_POLL, ...poll };
  if (field.name === 'pollAnswers' && field.kind === 'list')
    return { ...field, max: Math.min(field.max, answers), itemLength: Math.min(field.itemLength, answerLength) };
  if (field.name !== 'pollMinutes' || field.kind !== 'choice') return field;
  const choices = field.choices.map((choice) => {
    const seconds = Number(choice.value) * 60;
    const isOpen = seconds >= minSeconds && seconds <= maxSeconds;
    return isOpen ? choice : { ...choice, unavailable: 'the server of your account does not allow it' };
  });
  return { ...field, choices };
}

/** Whether several answers can be chosen, on platforms that allow it. */
export const POLL_MULTIPLE: PlatformOption = {
  name: 'pollMultiple',
  label: 'Allow several answers',
  ...OF_POLL,
  kind: 'switch',
};

/** The problem with a post's poll; null if there is none. */
export function pollProblem({ poll, pollAnswers }: OptionValues, { kind }: { kind: PostKind }): string | null {
  if (poll !== true || kind !== 'text') return null;
  const answers = Array.isArray(pollAnswers) ? pollAnswers : [];
  if (answers.length < ANSWERS_MIN) return 'The poll needs at least two answers. Write them, or turn the poll off.';
  if (new Set(answers).size < answers.length) return 'Two answers of the poll are the same. Change one of them.';
  return null;
}
