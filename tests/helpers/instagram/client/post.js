import { change } from './api.js';
import { hasArticles, layout, words } from './boot.js';
import { element, icon, pressable } from './element.js';

/** A post with all its actions. A double click on the picture likes it, and never unlikes it. */
export function article(post) {
  let isLiked = false;
  const heart = pressable(() => setLiked(!isLiked), {}, icon(words.like));
  const setLiked = async (wanted) => {
    if (wanted === isLiked) return;
    isLiked = wanted;
    heart.replaceChildren(icon(wanted ? words.unlike : words.like));
    await change(`/api/v1/web/likes/${post.id}/${wanted ? 'like' : 'unlike'}/`);
  };
  const act = (path, label) => pressable(() => change(`/api/v1/web/${path}/`), {}, icon(label));
  const media = element('div', { 'data-area': 'media' }, mediaOf(post));
  media.addEventListener('dblclick', () => setLiked(true));
  const header = element(
    'header',
    {},
    element('a', { href: `/${post.author}/`, role: 'link' }, post.author),
    element('a', { href: `/${post.isVideo ? 'reel' : 'p'}/${post.id}/` }, element('time', {}, '2 h')),
    pressable(() => change(`/api/v1/friendships/create/${post.author}/`), {}, words.follow),
    act(`more/${post.id}`, words.more),
  );
  const actions = element(
    'section',
    {},
    heart,
    act(`comments/${post.id}/add`, words.comment),
    act(`share/${post.id}`, words.share),
    act(`save/${post.id}/save`, words.save),
  );
  const caption = element('p', {}, post.caption);
  if (!hasArticles) return element('div', {}, header, media, actions, caption);
  if (layout === 'bar') return element('article', { role: 'presentation' }, header, media, actions, caption);
  return element(
    'article',
    {},
    element('div', {}, element('div', {}, header), media, element('div', {}, actions, caption)),
  );
}

/** A video has no source: it exists but shows nothing, like one that is still loading. */
function mediaOf({ id, isVideo, author }) {
  if (isVideo) return element('video', { playsinline: '', loop: '', poster: `/media/${id}.svg` });
  return element('img', { src: `/media/${id}.svg`, alt: `Photo by ${author}` });
}
