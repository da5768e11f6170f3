import { change, fetchPosts } from './api.js';
import { words } from './boot.js';
import { element, icon, pressable } from './element.js';

/**
 * Reels: one video fills the window, the down arrow shows the next, and the address is always that of the one shown.
 */
export function reelsView(_go, _path, signal) {
  const node = element('main', { role: 'main' });
  const reels = [];
  let at = -1;
  let cursor = null;

  const show = async (wanted) => {
    if (wanted < 0) return;
    if (wanted >= reels.length) {
      const answer = await fetchPosts('reels', cursor);
      if (!answer?.items || signal.aborted) return;
      cursor = answer.next;
      reels.push(...answer.items);
    }
    at = wanted;
    node.replaceChildren(...reels.slice(Math.max(0, at - 1), at + 2).map(reel));
    node.children[at === 0 ? 0 : 1].scrollIntoView();
    history.replaceState(null, '', `/reels/${reels[at].id}/`);
  };
  const onKey = ({ key }) => {
    if (key === 'ArrowDown') void show(at + 1);
    if (key === 'ArrowUp') void show(at - 1);
  };
  document.addEventListener('keydown', onKey, { signal });
  void show(0);
  return { node };
}

function reel({ id, author }) {
  const like = pressable(() => change(`/api/v1/web/likes/${id}/like/`), {}, icon(words.like));
  const follow = pressable(() => change(`/api/v1/friendships/create/${author}/`), {}, words.follow);
  const video = element('video', { playsinline: '', loop: '', poster: `/media/${id}.svg` });
  return element('div', { 'data-area': 'reel' }, video, like, follow);
}
