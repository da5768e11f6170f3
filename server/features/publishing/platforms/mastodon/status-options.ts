import type { OutgoingPost } from '../../publisher.ts';
import { chosenOptions, chosenPoll } from '../kit/chosen-options.ts';

/**
 * The chosen options as parameters of a part's status. Those of a thread concern each part, as in Mastodon's own
 * composer; media and the poll are the first one's. What is absent is as the account has set it on the server.
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
