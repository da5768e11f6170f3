import { words } from './boot.js';
import { element } from './element.js';

/** Covers the page until a button was pressed. `buttons` are label and what pressing it does. */
function showDialog(title, text, buttons) {
  const close = () => {
    veil.remove();
    document.body.classList.toggle('locked', isDialogOpen());
  };
  const made = buttons.map(([label, press]) => {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      close();
      press();
    });
    return button;
  });
  const dialog = element('div', { role: 'dialog', 'aria-modal': 'true', 'aria-label': title });
  dialog.append(element('h2', {}, title), element('p', {}, text), ...made);
  const veil = element('div', { 'data-area': 'veil' }, dialog);
  document.body.append(veil);
  document.body.classList.add('locked');
}

export function isDialogOpen() {
  return document.querySelector('[role="dialog"]') !== null;
}

/** The end: what to do is told, and agreeing changes nothing. */
export function showStop([title, text]) {
  showDialog(title, text, [[words.ok, () => undefined]]);
}

/** Agreeing changes something there, declining does not. */
const HARMLESS = {
  cookies: () => {
    const [question, allow, decline] = words.cookies;
    showDialog(question, 'Instagram', [
      [allow, () => answered('cookies', '/api/v1/consent/allow/')],
      [decline, () => answered('cookies')],
    ]);
  },
  notifications: () => {
    const [question, agree] = words.notifications;
    showDialog(question, 'Instagram', [
      [agree, () => answered('notifications', '/api/v1/notifications/register/')],
      [words.notNow, () => answered('notifications')],
    ]);
  },
};

export function showHarmless(name) {
  HARMLESS[name]();
}

function answered(name, path) {
  // biome-ignore lint/suspicious/noDocumentCookie: the site's own pages do so; cookieStore is not there without TLS.
  document.cookie = `answered_${name}=yes; path=/`;
  if (path) void fetch(path, { method: 'POST' });
}
