import { fetchPosts } from './api.js';
import { words } from './boot.js';
import { isDialogOpen } from './dialogs.js';
import { element } from './element.js';
import { article } from './post.js';
import { tray } from './stories.js';

const GAP_PX = 16;
/** How far below the window posts are fetched in advance, and how far above it they are removed from the page. */
const AHEAD_PX = 1200;
const BEHIND_PX = 2000;

/** The feed: grows on scrolling down, and keeps only what is near the window in the document. */
export function feedView(go) {
  const list = element('div');
  const node = element('main', { role: 'main' }, element('div', {}, tray(go)), list);
  const takenOff = [];
  let cursor = null;
  let count = 0;
  let isLoading = false;
  let isOver = false;

  const padBy = (pixels) => {
    list.style.paddingTop = `${Number.parseFloat(list.style.paddingTop || '0') + pixels}px`;
  };
  const trim = () => {
    for (let first = list.firstElementChild; first && first.getBoundingClientRect().bottom < -BEHIND_PX; ) {
      takenOff.push([first, first.offsetHeight + GAP_PX]);
      padBy(first.offsetHeight + GAP_PX);
      first.remove();
      first = list.firstElementChild;
    }
    while (takenOff.length > 0 && (list.firstElementChild?.getBoundingClientRect().top ?? 0) > -BEHIND_PX / 2) {
      const [last, height] = takenOff.pop();
      padBy(-height);
      list.prepend(last);
    }
  };
  const seen = () =>
    takenOff.length + [...list.children].filter((post) => post.getBoundingClientRect().top < innerHeight * 0.8).length;

  const load = async () => {
    isLoading = true;
    const answer = await fetchPosts('feed', cursor, seen());
    isLoading = false;
    if (!answer?.items) return;
    list.append(...answer.items.map(article));
    count += answer.items.length;
    cursor = answer.next;
    isOver = cursor === null;
    if (isOver) node.append(element('div', {}, count > 0 ? words.caughtUp : words.noPosts));
    update();
  };
  const update = () => {
    if (!node.isConnected || isDialogOpen()) return;
    trim();
    if (!isLoading && !isOver && list.getBoundingClientRect().bottom < innerHeight + AHEAD_PX) void load();
  };
  document.addEventListener('scroll', update, { passive: true });
  void load();
  return { node };
}
