import { layout } from './boot.js';
import { isDialogOpen, showStop } from './dialogs.js';

/** In unknown words and an unknown language. */
const NOTICE = ['Non puoi eseguire questa azione', 'Limitiamo certe attività per proteggere la community.'];

/**
 * More of `name` (feed, explore or reels) after `cursor`; null if the site refuses or is unreachable. `seen` is the
 * number of posts reached.
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

/** Changes something on the site; a refusal is silently ignored. */
export async function change(path) {
  return (await obey(await fetch(path, { method: 'POST' }).catch(() => null))) !== null;
}

/**
 * Carries out what a response orders besides its content. Bodies of refusals are read too, as on the real pages: an
 * unread body never ends.
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
