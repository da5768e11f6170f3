export const sessionMessages = {
  withWarmups: {
    title: 'Login and warm-up',
    purpose: 'For warm-ups, which browse Instagram the way you would, and for scripts. Posting works without it.',
  },
  withoutWarmups: {
    title: 'Login',
    purpose: 'For scripts, and for the window in which you post by hand. Automatic posting works without it.',
  },
  loggedIn: 'Logged in',
  loggedOut: 'Not logged in',
  checking: 'Checking login...',
  logIn: 'Log in',
  logInAgain: 'Log in again',
  /** `step` is one of the two above. */
  logInWhich: (step: string, label: string) => `${step}: ${label}`,
  opening: 'Opening a window...',
  cancel: 'Cancel',
  windowOpen: 'Log in using the window that opened. It closes automatically when you are done.',
  failed: 'Login failed.',
  held: 'Automatic warm-ups are paused.',
  importInstead: 'Import cookies',
  dismiss: 'Dismiss',
} as const;

export const importMessages = {
  title: (label: string) => `Import cookies for ${label}`,
  description: 'Uses cookies from a browser where this account is already logged in.',
  formats: 'Supported formats:',
  formatList: [
    { name: 'Cookie-Editor', text: 'the extension’s Export, as JSON' },
    { name: 'EditThisCookie', text: 'the extension’s export, also JSON' },
    { name: 'cookies.txt', text: 'the Netscape format that curl and yt-dlp use' },
  ],
  secret: 'Cookies are as sensitive as a password. They stay on this machine, where only you can read them.',
  field: 'Cookies',
  placeholder: 'Paste them here, or drop a file',
  chooseFile: 'Choose a file',
  file: (name: string, size: string) => `${name}, ${size}`,
  cancel: 'Cancel',
  submit: 'Import',
  busy: 'Checking...',
  progress: 'Opening the account with these cookies. This takes up to a minute.',
} as const;

export const importErrors = {
  empty: 'Paste the cookies, or choose a file.',
  tooLarge: (size: string) => `This is ${size}; the limit is 1 MB. Export only this platform’s cookies.`,
  unreadable: 'The file could not be read. Choose it again, or paste its text.',
  refused: 'The platform did not accept these cookies. Export them again from a browser that is logged in.',
} as const;

type Message = { title: string; description: string; variant?: 'destructive' };

export const sessionToasts = {
  loggedIn: (label: string): Message => ({ title: 'Logged in', description: `${label} is logged in on this machine` }),
  imported: (label: string, cookies: number | undefined): Message => ({
    title: 'Logged in',
    description:
      cookies === undefined
        ? `${label} is logged in with the imported cookies`
        : `${label} is logged in with ${cookies} imported ${cookies === 1 ? 'cookie' : 'cookies'}`,
  }),
  stillLoggedIn: (label: string): Message => ({ title: 'Login checked', description: `${label} is still logged in` }),
  loggedOut: (reason: string | null): Message =>
    destructive('Login checked', reason ?? 'The account is no longer logged in. Log in again.'),
  checkFailed: (reason: string): Message => destructive('Error checking login', reason),
  cancelFailed: (reason: string): Message => destructive('Error closing the window', reason),
} as const;

function destructive(title: string, description: string): Message {
  return { title, description, variant: 'destructive' };
}
