import type { OutgoingPost } from '../../publisher.ts';
import { chosenOptions, chosenPoll } from '../kit/chosen-options.ts';

/**
 * The chosen options as parameters of a part's status. In a thread they apply to each part, as in Mastodon's own
 * composer; media and the poll belong to the first. Absent parameters default to the account's settings on the server.
 * https://docs.joinmastodon.org/methods/statuses/#create
 */
export function statusOptions(post: OutgoingPost, part: number): object {
  const { text, isOn } = chosenOptions(post);
  const ofThread = { visibility: text('visibility'), spoiler_text: warningOf(post), language: text('language') };
  if (part > 0) return ofThread;
  const poll = chosenPoll(post);
  return {
    ...ofThread,
    ...(post.media.length > 0 && { sensitive: isOn('sensitive') }),
    ...(poll && {
      poll: { options: poll.answers, expires_in: poll.minutes * 60, multiple: isOn('pollMultiple') ?? false },
    }),
  };
}

export function warningOf(post: OutgoingPost): string | undefined {
  return chosenOptions(post).text('contentWarning');
}
