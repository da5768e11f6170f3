import { fetchPosts } from './api.js';
import { element } from './element.js';

/** Explore: a grid of posts that grows on scrolling. */
export function exploreView(_go, _path, signal) {
  const grid = element('div', { 'data-area': 'grid' });
  let cursor = null;
  let isLoading = false;

  const load = async () => {
    isLoading = true;
    const answer = await fetchPosts('explore', cursor);
    isLoading = false;
    if (!answer?.items || signal.aborted) return;
    cursor = answer.next;
    grid.append(
      ...answer.items.map(({ id }) => element('a', { href: `/p/${id}/` }, element('img', { src: `/media/${id}.svg` }))),
    );
    update();
  };
  const update = () => {
    if (!isLoading && grid.getBoundingClientRect().bottom < innerHeight * 1.5) void load();
  };
  document.addEventListener('scroll', update, { passive: true, signal });
  void load();
  return { node: element('main', { role: 'main' }, grid) };
}
