import type { Temporal } from 'temporal-polyfill';
import type { Notification } from '../../../../shared/agent/notifications.ts';
import type { Client } from '../../../supabase/connection.ts';
import { dataOf } from '../../../supabase/could-not.ts';

/** An answer that no notification has mentioned. `words` is the beginning of its text. */
export type UntoldAnswer = { id: string; kind: string; author: string; words: string; post_id: string | null };

/** How many authors a notification names; it only counts the others. */
const NAMED = 2;
const UNREAD = '/answers?state=unread';

/** Sends one notification of all new answers, if the settings allow another notification by now. */
export async function tellOfAnswers(
  client: Client,
  notify: (notification: Notification) => Promise<void>,
  at: Temporal.Instant,
): Promise<void> {
  const claimed = await client.rpc('claim_answer_notice', { at: at.toString() });
  const notice = noticeInWords(dataOf(claimed, 'look for answers to announce'));
  if (notice) await notify(notice);
}

/** One notification for all of them, the latest first; null for none. */
export function noticeInWords(answers: readonly UntoldAnswer[]): Notification | null {
  const [latest] = answers;
  if (!latest) return null;
  if (answers.length === 1) {
    const title = latest.kind === 'mention' ? `${latest.author} mentioned you` : `New answer from ${latest.author}`;
    return { title, body: latest.words, path: `${UNREAD}&answer=${latest.id}` };
  }
  const posts = new Set(answers.flatMap(({ post_id }) => post_id ?? []));
  const [post, ...otherPosts] = posts;
  const isOnPosts = answers.every(({ post_id }) => post_id !== null);
  const where = isOnPosts ? ` on ${posts.size === 1 ? 'one post' : `${posts.size} posts`}` : '';
  const names = [...new Set(answers.map(({ author }) => author))];
  const rest = names.length - NAMED;
  const named = rest > 0 ? [...names.slice(0, NAMED), rest === 1 ? '1 other' : `${rest} others`] : names;
  return {
    title: `${answers.length.toLocaleString('en')} new answers${where}`,
    body: `From ${new Intl.ListFormat('en').format(named)}.`,
    path: isOnPosts && post && otherPosts.length === 0 ? `${UNREAD}&post=${post}` : UNREAD,
  };
}
