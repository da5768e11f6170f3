import { element } from './element.js';

const FULL = 'position: fixed; inset: 0; z-index: 30';
const BOTTOM = 'position: fixed; left: 0; right: 0; bottom: 0; z-index: 8; background: #fff; padding: 12px';
const HIGH = 'position: absolute; left: 240px; top: 40px; width: 200px; z-index: 8; background: #fff';
const SPLASH_MS = 200;
const LATE_MS = 400;

/** A button that changes something on the site; with a `null` path it changes nothing and removes `box`. */
const button = (label, path, box) => {
  const made = element('button', { type: 'button' }, label);
  made.addEventListener('click', () => (path ? fetch(path, { method: 'POST' }) : box.remove()));
  return made;
};
function addButtons(box, ...buttons) {
  box.append(...buttons.map(([label, path]) => button(label, path, box)));
  return box;
}
const cookies = (attributes) =>
  addButtons(
    element('div', attributes, element('p', {}, 'Allow the use of cookies from Instagram on this browser?')),
    ['Allow all cookies', '/api/v1/consent/allow/'],
    ['Decline optional cookies', null],
  );

const EXTRAS = {
  splash: () => {
    const splash = element('div', { style: `${FULL}; background: #fff` }, element('img', { src: '/media/logo.svg' }));
    setTimeout(() => splash.remove(), SPLASH_MS);
    return splash;
  },
  card: () =>
    addButtons(
      element('section', {}, element('h3', {}, 'Turn on Notifications')),
      ['Turn On', '/api/v1/notifications/register/'],
      ['Not now', null],
    ),
  app_banner: () =>
    addButtons(element('div', { style: BOTTOM }, 'Instagram is better in the app'), ['Open', '/api/v1/app/']),
  toast: () =>
    element(
      'div',
      { style: `${FULL}; pointer-events: none` },
      element('div', { role: 'status', style: 'position: absolute; bottom: 60px; left: 20px' }, 'Link copied.'),
    ),
  tooltip: () => element('div', { role: 'tooltip', style: HIGH }, 'More options'),
  hover_card: () =>
    addButtons(element('div', { role: 'dialog', style: HIGH }, 'velo.berlin · 210 posts'), [
      'Follow',
      '/api/v1/friendships/create/velo.berlin/',
    ]),
  cookie_sheet: () => cookies({ role: 'dialog', style: BOTTOM }),
  late_cookies: () => {
    const box = cookies({ style: `${FULL}; background: #fff; padding: 200px` });
    setTimeout(() => document.body.append(box), LATE_MS);
    return null;
  },
};

/** Shows an ordinary part of a page: the card in the page, above `outlet`, everything else on top of it. */
export function showExtra(name, outlet) {
  const made = EXTRAS[name]();
  if (name === 'card') outlet.before(made);
  else if (made) document.body.append(made);
}
