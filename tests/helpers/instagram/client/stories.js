import { hasStoryButtons, layout, stories, words } from './boot.js';
import { element, icon } from './element.js';

const STORIES_PER_PERSON = 2;
/** How long a picture is shown before the next one, in milliseconds. */
const SHOWN_MS = 6000;

const people = Array.from({ length: stories }, (_, index) => `neighbour${index + 1}`);
const shown = people.flatMap((person) =>
  Array.from({ length: STORIES_PER_PERSON }, (_, index) => ({ person, path: `/stories/${person}/${index + 31}/` })),
);

/** The row above the feed; null if there are no stories. */
export function tray(go) {
  if (people.length === 0) return null;
  const entries = people.map((person) => {
    const path = shown.find((story) => story.person === person).path;
    const open = (event) => {
      event.preventDefault();
      go(path);
    };
    const entry = entryOf(person, path);
    entry.addEventListener('click', open);
    return layout === 'bar' ? element('li', {}, entry) : entry;
  });
  if (layout === 'bar') return element('ul', { 'data-area': 'tray' }, ...entries);
  if (hasStoryButtons) return element('div', { role: 'presentation', 'data-area': 'tray' }, ...entries);
  return element('div', { role: 'menu', 'data-area': 'tray' }, ...entries);
}

function entryOf(person, path) {
  if (layout === 'bar')
    return element('a', { href: path }, element('img', { src: `/media/${person}.svg`, alt: person }));
  if (!hasStoryButtons) {
    return element('div', { role: 'button', tabindex: '0', 'aria-label': person }, element('canvas'));
  }
  const picture = element(
    'span',
    { role: 'link', tabindex: '-1' },
    element('img', { src: `/media/${person}.svg`, alt: '' }),
  );
  const label = `Story by ${person}, not seen`;
  return element('button', { type: 'button', role: 'menuitem', tabindex: '0', 'aria-label': label }, picture);
}

/**
 * One story over the whole window. The right arrow or a timeout shows the next, and after the last one the feed; Escape
 * closes.
 */
export function storyView(go, path, signal) {
  const at = Math.max(
    0,
    shown.findIndex((story) => story.path === path),
  );
  const next = () => go(shown[at + 1]?.path ?? '/');
  const close = element('button', { type: 'button' }, icon(words.close));
  close.addEventListener('click', () => go('/'));
  const onwards = element('button', { type: 'button' }, icon(words.next));
  onwards.addEventListener('click', next);
  const onKey = ({ key }) => {
    if (key === 'ArrowRight') next();
    if (key === 'ArrowLeft') go(shown[at - 1]?.path ?? '/');
    if (key === 'Escape') go('/');
  };
  document.addEventListener('keydown', onKey, { signal });
  const timer = setTimeout(next, SHOWN_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  const picture = element('img', { src: `/media/${path.replaceAll('/', '_')}.svg`, alt: '' });
  return { node: element('section', { 'data-area': 'viewer' }, close, picture, onwards) };
}
