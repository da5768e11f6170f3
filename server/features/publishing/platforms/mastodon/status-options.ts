import type { OutgoingPost } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';

/**
 * The chosen options as parameters of a part's status. Those of a thread concern each part, as in Mastodon's own
 * composer; media and the poll are the first one's. What is absent is as the account has set it on the server.
 * https://docs.joinmastodon.org/methods/statuses/#create
 */
export function statusOptions(post: OutgoingPost, part: number): object {
  const { text, isOn, list } = chosenOptions(post);
  const answers = list('pollAnswers');
  const sensitive = post.media.length > 0 ? isOn('sensitive') : undefined;
  const hasPoll = isOn('poll') === true && post.media.length === 0 && answers.length > 0;
  return {
    ...optional('visibility', text('visibility')),
    ...optional('spoiler_text', warningOf(post)),
    ...optional('language', text('language')),
    ...(part === 0 && sensitive !== undefined && { sensitive }),
    ...(part === 0 &&
      hasPoll && {
        poll: {
          options: answers,
          expires_in: Number(text('pollMinutes') ?? DAY_MINUTES) * 60,
          multiple: isOn('pollMultiple') ?? false,
        },
      }),
  };
}

const DAY_MINUTES = 1440;

function optional(name: string, value: string | undefined): object {
  return value === undefined ? {} : { [name]: value };
}

export function warningOf(post: OutgoingPost): string | undefined {
  return chosenOptions(post).text('contentWarning');
}
