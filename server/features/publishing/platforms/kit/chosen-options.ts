import { POLL_MINUTES } from '../../../../../shared/platforms/poll.ts';
import type { OutgoingPost } from '../../publisher.ts';

/** Typed access to a post's options. Those that are not set are left to the platform. */
type ChosenOptions = {
  /** A choice, or a text that is not empty. */
  text(name: string): string | undefined;
  isOn(name: string): boolean | undefined;
  list(name: string): readonly string[];
};

export function chosenOptions({ options = {} }: Pick<OutgoingPost, 'options'>): ChosenOptions {
  return {
    text(name) {
      const value = options[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    isOn(name) {
      const value = options[name];
      return typeof value === 'boolean' ? value : undefined;
    },
    list(name) {
      const value = options[name];
      return typeof value === 'object' ? value : [];
    },
  };
}

/** The poll of a post; null if it has none, or has media. */
export function chosenPoll(post: OutgoingPost): { answers: readonly string[]; minutes: number } | null {
  const { text, isOn, list } = chosenOptions(post);
  const answers = list('pollAnswers');
  if (!isOn('poll') || answers.length === 0 || post.media.length > 0) return null;
  return { answers, minutes: Number(text('pollMinutes') ?? POLL_MINUTES) };
}
