export const channelMessages = {
  menu: { connect: 'Connect for posting', manage: 'Posting', askLimits: 'Refresh its limits' },
  connect: 'Connect for posting',
  connectWhich: (label: string) => `Connect for posting: ${label}`,
  goOn: 'Continue connecting',
  goOnWhich: (label: string) => `Continue connecting: ${label}`,
  connectAgain: 'Connect again',
  connectAgainWhich: (label: string) => `Connect again: ${label}`,
  renew: 'Renew',
  renewWhich: (label: string) => `Renew: ${label}`,
  row: {
    byHand: 'You post by hand',
    ready: (handle: string) => `Posting as ${handle}`,
    paused: (handle: string) => `Posting as ${handle} is paused`,
    reconnect: 'Posts are on hold: connect again',
    ends: (days: number) => `Login expires ${inDays(days)}`,
    limits: (limits: string[], asked: string) => `${limits.join(', ')} (checked ${asked})`,
  },
} as const;

export const connectMessages = {
  title: (label: string) => `Connect ${label} for posting`,
  description: 'Posts are then published automatically.',
  ownersChoice: 'Only the owner of this workspace can connect accounts. Ask them, or post by hand.',
  step: (number: number, count: number) => `Step ${number} of ${count}`,
  openPage: (host: string) => `Open ${host}`,
  copyList: 'To paste there',
  copyWhich: (value: string) => `Copy ${value}`,
  copied: (value: string) => `Copied ${value}`,
  copyText: 'Copy text',
  copyTextWhich: (name: string) => `Copy text: ${name}`,
  copiedText: 'Copied',
  policyHint:
    'Put this text on any public page of yours, such as your website or a document that you share by link, and enter the address of that page.',
  copyFailed: 'Your browser blocked copying. Select the text and copy it.',
  back: 'Back',
  next: 'Next',
  byHand: 'I’ll post by hand',
  cost: 'Cost:',
  cannot: 'Good to know',
  secret:
    'The login is encrypted and stays on this machine. It is never in Supabase, a log or a backup of the database.',
  close: 'Close',
  cancel: 'Cancel',
  submit: 'Connect',
  busy: 'Connecting...',
  question: 'Post as another account?',
  keep: 'Keep the current one',
  replace: 'Replace it',
} as const;

export const guideMessages = {
  start: 'Guide me',
  starting: 'Opening a window...',
  hint: 'Opens a browser window for this account and walks you through the page.',
  ownBrowser: 'Google’s pages open in your own browser, because Google blocks logins in windows opened by a program.',
  renewal: 'You already have an app, so only these steps are left.',
  window: (host: string) => `The window is at ${host}.`,
  waiting: 'The window is opening...',
  logIn: (host: string) => `Log in to ${host} in the window. Only you type there.`,
  unknown: 'The guide does not know this page. Follow the written steps instead.',
  missing: 'This page no longer exists, so the console has changed. Follow the written steps instead.',
  closed: 'The window was closed. Continue in your own browser, or open it again.',
  google:
    'The window was closed because it led to Google’s login, which works only in your own browser. Log in to the platform with a password, or use your own browser.',
  openAgain: 'Open again',
  openHere: (host: string) => `Go to ${host}`,
  close: 'Close the window',
  allSteps: 'All written steps',
  takes: 'From this page',
  optional: 'optional',
  taken: 'filled in',
  notYet: 'not copied yet',
  paste: 'Paste',
  pasteHint: 'Copy each value there, then press Paste. It finds its field.',
  watch: 'Fill in what I copied when I come back here',
  put: (labels: string) => `Filled in: ${labels}.`,
  nothing: 'The clipboard contains none of these values. Copy one, then press Paste.',
  blocked: 'Your browser blocked reading the clipboard. Press Ctrl+V or ⌘V here instead.',
  checking: (platform: string) => `Checking with ${platform}...`,
  moved: (labels: string) => `Put in the right field: ${labels}.`,
  tryAnyway: 'Press again to try it anyway.',
} as const;

export const signInMessages = {
  ways: 'How to connect',
  begin: 'Continue',
  open: (server: string) => `Log in on ${server}`,
  waiting: 'Waiting for you to press Authorize...',
  stuck: 'Did the tab end on a page that does not load? Paste its address here:',
  address: 'Address of that page',
  end: 'Use this address',
  again: 'Start again',
} as const;

export const connectedMessages = {
  title: (label: string) => `Posting to ${label}`,
  description: (handle: string) => `Posting as ${handle}`,
  account: 'Account',
  server: 'Server',
  connected: 'Connected',
  checked: 'Last checked',
  left: 'Remaining',
  limits: 'Limits',
  ends: 'Login expires',
  endsSoon: (days: number) => `The login expires ${inDays(days)}. Renew it before then, so that no post is held up.`,
  refused: 'The platform no longer accepts the login, so posts are on hold.',
  paused: 'Posts are on hold until you resume posting.',
  pause: 'Pause posting',
  resume: 'Resume posting',
  test: 'Send a test post',
  testing: 'Sending...',
  tested: 'The test post was published, then deleted again.',
  testLeft: 'The test post was published, but could not be deleted:',
  showTest: 'Show it',
  check: 'Check',
  checking: 'Checking...',
  holds: 'The login works.',
  disconnect: 'Disconnect',
  again: 'Connect again',
  renew: 'Renew',
  otherWay: 'Connect another way',
  renewHint: 'Everything is filled in. Use the new tab to log in and allow access.',
  allow: (label: string) => `Renew with “${label}”`,
  allowHint: 'Once your app has this permission, use the new tab to log in and allow access.',
  consequence: (handle: string, platform: string) =>
    `Local Agent logs out of ${platform}, deletes the login, and no longer posts as ${handle}. Scheduled posts appear under “Your turn” instead.`,
  keep: 'Keep connected',
} as const;

export const disconnectedMessages = {
  title: (label: string) => `${label} is disconnected`,
  description: 'Its login has been removed from this machine. One more thing to do:',
  show: 'Open that page',
} as const;

type Message = { title: string; description: string; variant?: 'destructive' };

export const channelToasts = {
  byHand: (label: string): Message => ({
    title: 'You post by hand',
    description: `When it is due, each post for ${label} appears under “Your turn”`,
  }),
  disconnected: (label: string, held: string | null): Message => ({
    title: 'Disconnected',
    description: held ?? `Local Agent no longer posts to ${label}`,
  }),
  limits: (label: string, limits: string[]): Message => ({
    title: `The limits of ${label} are up to date`,
    description: limits.length > 0 ? limits.join(', ') : 'They are the platform’s usual limits',
  }),
  refused: (label: string) => `Connect ${label} again: the platform no longer accepts the login`,
} as const;

function inDays(days: number): string {
  return days <= 1 ? 'within a day' : `in ${days} days`;
}
