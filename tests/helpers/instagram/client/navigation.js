import { layout, words } from './boot.js';
import { element, icon } from './element.js';

const RAIL = { '/': 'home', '/explore/': 'explore', '/reels/': 'reels', '/direct/inbox/': 'messages' };
const BAR = { '/': 'home', '/explore/': 'explore', '/reels/': 'reels' };

/** The links that only signed-in users have. The side column is not a `nav`; the bar has no inbox. */
export function navigation() {
  if (layout === 'bar') {
    const links = Object.entries(BAR).map(([path, name]) => element('a', { href: path }, icon(words[name])));
    return element('nav', { 'data-area': 'bar' }, ...links);
  }
  const links = Object.entries(RAIL).map(([path, name]) => {
    const label = element('div', {}, icon(words[name]), element('span', {}, words[name]));
    return element('div', {}, element('span', { role: 'link' }, element('a', { href: path, role: 'link' }, label)));
  });
  return element('div', { 'data-area': 'rail' }, ...links);
}
