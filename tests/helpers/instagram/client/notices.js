import { showDialog } from './dialogs.js';
import { element } from './element.js';

const AUTOMATED = 'We suspect automated behavior on your account';
const WHY = 'To prevent your account from being temporarily restricted or permanently disabled, do not use such tools.';
const SURVEY =
  'position: fixed; inset: 0; z-index: 20; background: rgb(0 0 0 / 60%); display: grid; place-items: center';
const MIDDLE = 'position: fixed; left: 30%; right: 30%; top: 35%; height: 30%; z-index: 20; background: #fff';

const button = (label) => {
  const made = element('button', { type: 'button' }, label);
  made.addEventListener('click', () => fetch('/api/v1/noticed/', { method: 'POST' }));
  return made;
};
const card = (attributes = {}) =>
  element('div', attributes, element('h2', {}, AUTOMATED), element('p', {}, WHY), button('Dismiss'));
const asked = (title, text, label) => showDialog(title, text, [[label, () => undefined]]);

/** What Instagram may say at any time, in other words, languages and elements than are known. */
const NOTICES = {
  automated_behavior: () => asked(AUTOMATED, WHY, 'Dismiss'),
  italian: () =>
    asked('Non puoi eseguire questa azione', 'Limitiamo certe attività per proteggere la community.', 'OK'),
  indonesian: () => asked('Akun Anda dibatasi', 'Kami membatasi aktivitas tertentu untuk melindungi komunitas.', 'OKE'),
  overlay: () =>
    document.body.append(element('div', { style: SURVEY }, card({ style: 'background: #fff; padding: 24px' }))),
  top_layer: () => {
    const dialog = element('dialog', {}, card());
    document.body.append(dialog);
    dialog.showModal();
  },
  alert: () => document.body.append(card({ role: 'alertdialog', style: MIDDLE })),
  over_cookies: () => {
    showDialog('Cookies', 'Instagram', [['Decline optional cookies', () => undefined]]);
    asked(AUTOMATED, WHY, 'Dismiss');
  },
  frame: () => document.body.append(element('iframe', { srcdoc: AUTOMATED, style: MIDDLE })),
};
let isShown = false;

/** Shows it once, however often it is asked for. */
export function showNotice(name) {
  if (!isShown) NOTICES[name]();
  isShown = true;
}
