import { trap, words } from './boot.js';
import { element } from './element.js';

/** Covers the page until a button is pressed. `buttons` are pairs of a label and an action. */
export function showDialog(title, text, buttons) {
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
  if (trap && title !== words.stopDialogs.action_blocked[0])
    made.at(-1).addEventListener('mousemove', spring, { once: true });
  const dialog = element('div', { role: 'dialog', 'aria-modal': 'true', 'aria-label': title });
  dialog.append(element('h2', {}, title), element('p', {}, text), ...made);
  const veil = element('div', { 'data-area': 'veil' }, dialog);
  document.body.append(veil);
  document.body.classList.add('locked');
}

export function isDialogOpen() {
  return document.querySelector('[data-area="veil"]') !== null;
}

/**
 * "Action Blocked" covers a question at the last moment, with a button exactly where the question's declining button
 * is.
 */
function spring({ target }) {
  const { left, top, width, height } = target.getBoundingClientRect();
  showStop(words.stopDialogs.action_blocked, ['Ignore', () => fetch('/api/v1/ignored/', { method: 'POST' })]);
  const ignore = [...document.querySelectorAll('[role="dialog"] button')].at(-1);
  ignore.setAttribute(
    'style',
    `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`,
  );
}

/** A stop: the dialog says what to do, and agreeing changes nothing. */
export function showStop([title, text], button = [words.ok, () => undefined]) {
  showDialog(title, text, [button]);
}

/** Agreeing changes something on the site; declining does not. */
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
