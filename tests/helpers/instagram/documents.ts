import { STYLE } from './style.ts';
import type { StopPage, Switches } from './switches.ts';
import { WORDS } from './words.ts';

/** The data for a page's scripts; client/boot.js reads it. */
type Boot = { words: object } & Pick<
  Switches,
  'layout' | 'dialogs' | 'stories' | 'trap' | 'extras' | 'hasStoryButtons' | 'hasArticles'
>;

/** The document of every signed-in address: as empty as the real one until its scripts have drawn it. */
export function appDocument({ language, layout, dialogs, stories, ...switches }: Switches): string {
  const { trap, extras, hasStoryButtons, hasArticles } = switches;
  const boot: Boot = { layout, words: WORDS[language], dialogs, stories, trap, extras, hasStoryButtons, hasArticles };
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c');
  return documentOf(
    language,
    `<div id="mount"></div><script type="application/json" id="boot">${json}</script>
     <script type="module" src="/static/main.js"></script>`,
  );
}

/** /accounts/login/: the form for signed-out visitors. */
export function loginDocument({ language }: Switches): string {
  const { logIn, username, password } = WORDS[language];
  return formDocument(
    language,
    '',
    `<input name="username" aria-label="${username}" placeholder="${username}" autocomplete="username">
     <input name="password" type="password" autocomplete="current-password" aria-label="${password}" placeholder="${password}">
     <button type="submit">${logIn}</button>`,
  );
}

/** The newer form for signed-out visitors, which appears at any address. */
export function newerLoginDocument({ language }: Switches): string {
  const { logIn, username, password } = WORDS[language];
  return formDocument(
    language,
    '',
    `<input name="email" type="text" aria-label="${username}" autocomplete="username webauthn">
     <input name="pass" type="password" aria-label="${password}" autocomplete="current-password">
     <div role="button" tabindex="0">${logIn}</div>`,
  );
}

/** The page of a failed server. */
export function errorDocument({ language }: Switches): string {
  return documentOf(language, '<h1>5xx Server Error</h1><p>Oops, an error occurred.</p>');
}

/** /accounts/login/two_factor/: asks for the code. */
export function twoFactorDocument({ language }: Switches): string {
  const { code, confirm } = WORDS[language];
  return formDocument(
    language,
    'two_factor/',
    `<input name="verificationCode" aria-label="${code}" placeholder="${code}" inputmode="numeric">
     <button type="submit">${confirm}</button>`,
  );
}

/** /accounts/onetap/: harmless; one button saves the log-in, the other continues without that. */
export function onetapDocument({ language }: Switches): string {
  const { notNow, saveLogin } = WORDS[language];
  const [question, agree] = saveLogin;
  return documentOf(
    language,
    `<section class="sheet"><h1>${question}</h1><button type="button" id="agree">${agree}</button>
     <div role="button" tabindex="0" id="decline">${notNow}</div></section>
     <script type="module" src="/static/onetap.js"></script>`,
  );
}

/** /challenge/…, /checkpoint/…, /accounts/suspended/ and /accounts/disabled/. */
export function stopDocument({ language }: Switches, page: StopPage): string {
  const { stopPage, confirm } = WORDS[language];
  return documentOf(
    language,
    `<section class="sheet"><h1>${stopPage}</h1><p>${page}</p>
     <form method="post"><button type="submit">${confirm}</button></form></section>`,
  );
}

function formDocument(language: Switches['language'], step: string, fields: string): string {
  const action = `/api/v1/web/accounts/login/ajax/${step}`;
  return documentOf(
    language,
    `<form id="form" class="sheet" action="${action}" data-refusal="${WORDS[language].wrongPassword}">${fields}<p role="alert"></p></form>
     <script type="module" src="/static/form.js"></script>`,
  );
}

function documentOf(language: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Instagram</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
    <style>${STYLE}</style></head><body>${body}</body></html>`;
}
