import { dialogs, extras } from './boot.js';
import { showHarmless } from './dialogs.js';
import { element } from './element.js';
import { exploreView } from './explore.js';
import { showExtra } from './extras.js';
import { feedView } from './feed.js';
import { navigation } from './navigation.js';
import { article } from './post.js';
import { reelsView } from './reels.js';
import { storyView } from './stories.js';

/** Client-side routes. The feed keeps its state, everything else is drawn anew. */
const ROUTES = [
  [/^\/stories\//, storyView],
  [/^\/reels\//, reelsView],
  [/^\/explore\//, exploreView],
  [/^\/(p|reel)\//, postView],
];

const mount = document.getElementById('mount');
const outlet = element('div');
let feed;
let feedScroll = 0;
let left = new AbortController();

function show() {
  const path = location.pathname;
  left.abort();
  left = new AbortController();
  const view = ROUTES.find(([pattern]) => pattern.test(path))?.[1];
  if (view) return outlet.replaceChildren(view(go, path, left.signal).node);
  feed ??= feedView(go);
  outlet.replaceChildren(feed.node);
  scrollTo(0, feedScroll);
}

function go(path) {
  if (location.pathname === '/') feedScroll = scrollY;
  history.pushState(null, '', path);
  show();
}

function postView(_go, path) {
  const post = { id: path.split('/')[2], author: 'somebody', caption: '', isVideo: path.startsWith('/reel/') };
  return { node: element('main', { role: 'main' }, article(post)) };
}

document.addEventListener('click', (event) => {
  const path = event.target.closest('a[href]')?.getAttribute('href');
  if (!path || event.defaultPrevented) return;
  event.preventDefault();
  go(path);
});
addEventListener('popstate', show);
mount.append(element('div', {}, navigation()), outlet);
show();
for (const name of dialogs) showHarmless(name);
for (const name of extras) showExtra(name, outlet);
