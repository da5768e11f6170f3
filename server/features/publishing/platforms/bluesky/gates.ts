import type { OutgoingPost } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { createdAt } from './record-key.ts';

export const THREADGATE = 'app.bsky.feed.threadgate';
export const POSTGATE = 'app.bsky.feed.postgate';

/** A record that says who may reply to a post or quote it. Its key is that of the post. */
export type Gate = { post: string; createdAt: string } & (
  | { $type: typeof THREADGATE; allow: object[] }
  | { $type: typeof POSTGATE; quotepostRules: object[] }
);

/**
 * The gates of a part: the first part defines who may reply to the thread, each part who may quote it.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/threadgate.json and postgate.json
 */
export function gatesOf(post: OutgoingPost, part: number, uri: string): Gate[] {
  const { isOn } = chosenOptions(post);
  const allow = part === 0 ? repliersOf(post) : null;
  const about = { post: uri, createdAt: createdAt(post, part) };
  const quotepostRules = [{ $type: `${POSTGATE}#disableRule` }];
  const gates: Gate[] = [];
  if (allow) gates.push({ $type: THREADGATE, ...about, allow });
  if (isOn('quotes') === false) gates.push({ $type: POSTGATE, ...about, quotepostRules });
  return gates;
}

/** The rules of who may reply: empty for nobody, null for everyone. */
function repliersOf(post: OutgoingPost): object[] | null {
  const { text, isOn } = chosenOptions(post);
  const replies = text('replies') ?? 'everyone';
  if (replies === 'everyone') return null;
  if (replies === 'nobody') return [];
  const rules = { mentionedReply: 'mentionRule', followedReply: 'followingRule', followersReply: 'followerRule' };
  return Object.entries(rules).flatMap(([name, rule]) => (isOn(name) ? [{ $type: `${THREADGATE}#${rule}` }] : []));
}
