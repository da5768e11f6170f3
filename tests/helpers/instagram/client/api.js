import { layout } from './boot.js';
import { isDialogOpen, showStop } from './dialogs.js';

/** In other words and another language than are known. */
const NOTICE = ['Non puoi eseguire questa azione', 'Limitiamo certe attività per proteggere la community.'];

/**
 * More of `name` (feed, explore or reels) after `cursor`; null when the site refuses or cannot be reached. `seen` is
 * how many posts were come to.
 */
export async function fetchPosts(name, cursor, seen) {
  const query = new URLSearchParams({
    ...(cursor && { max_id: cursor }),
    ...(seen !== undefined && { seen_posts: seen }),
  });
  if (layout === 'bar') query.set('name', name);
  const path = layout === 'bar' ? '/graphql/query/' : `/api/v1/${name === 'feed' ? 'feed/timeline' : name}/`;
  return obey(await fetch(`${path}?${query}`).catch(() => null));
}

/** Does something there; what is refused is left undone without a word. */
export async function change(path) {
  return (await obey(await fetch(path, { method: 'POST' }).catch(() => null))) !== null;
}

/**
 * Does what an answer orders beside showing what it holds. Refusals are read too, as the real pages do: an unread body
 * never ends.
 */
async function obey(response) {
  const answer = await response?.json().catch(() => null);
  if (!response?.ok) return null;
  if (answer?.redirect) location.assign(answer.redirect);
  if (answer?.dialog) showStop(answer.dialog);
  if (answer?.notice && !isDialogOpen()) showStop(NOTICE);
  while (answer?.loop);
  return answer;
}
