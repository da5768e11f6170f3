import type { Webhook, WebhookDelivery } from '../../../../shared/webhooks/webhooks.ts';

export const webhookMessages = {
  title: 'Webhooks',
  description: 'Tell other programs, such as Node-RED or n8n, what happens here the moment it happens.',
  loading: 'Loading webhooks...',
  loadFailed: 'Failed to load the webhooks',
  emptyTitle: 'No webhooks yet',
  empty:
    'Have a lamp blink when it is your turn, keep a table of all published posts, or get a message where something failed.',
  emptyForMembers: 'The owner of this workspace can add one.',
  add: 'New webhook',
  another: 'Another machine sends it.',
  menuOf: (name: string) => `More for ${name}`,
  onOf: (name: string) => `${name} is on`,
  logOf: (name: string) => `Log: ${name}`,
  log: 'Log',
  edit: 'Edit',
  test: 'Send a test event',
  newSecret: 'New secret',
  remove: 'Delete',
  states: { on: 'On', off: 'Off', failing: 'Not arriving' },
  offReasons: {
    gone: 'Switched off: the receiver answered that it wants no more events.',
    failing: 'Switched off: nothing has arrived for days. Fix the receiver, then switch it on.',
    no_secret: 'Switched off: its secret is not on this machine. Make a new one, and give it to the receiver.',
  } satisfies Record<NonNullable<Webhook['offReason']>, string>,
  failingSince: (when: string) => `Nothing has arrived since ${when}. It is tried again; the log says why.`,
} as const;

export const webhookFormMessages = {
  newTitle: 'New webhook',
  newDescription: 'The agent sends a signed request to this address for each event that you choose.',
  editTitle: 'Edit webhook',
  editDescription: 'The secret stays as it is.',
  name: 'Name',
  namePlaceholder: 'Such as Node-RED',
  url: 'Address',
  urlPlaceholder: 'https://example.com/hook',
  urlHint: 'https:// on the internet. http:// for this machine and your own network.',
  events: 'Events',
  make: 'Add webhook',
  save: 'Save',
  saving: 'Saving...',
  makeFailed: 'Failed to add the webhook',
  saveFailed: 'Failed to save the webhook',
  cancel: 'Cancel',
} as const;

export const webhookSecretMessages = {
  madeTitle: (name: string) => `Secret of ${name}`,
  madeDescription:
    'Copy it now and give it to the receiver: it is not shown again. With it the receiver can tell that an event comes from here.',
  value: 'Signing secret',
  copy: 'Copy',
  copied: 'Secret copied',
  copyFailed: 'Could not copy. Select the secret and copy it.',
  done: 'Done',
  title: 'Make a new secret?',
  description: (name: string) =>
    `${name} takes no events until you have given it the new one. This machine sends them from then on.`,
  cancel: 'Cancel',
  confirm: 'Make new secret',
  failed: 'Failed to make a new secret',
} as const;

export const webhookRemoval = {
  title: 'Delete this webhook?',
  description: (name: string) => `${name} gets no more events, and its log is deleted.`,
  cancel: 'Cancel',
  confirm: 'Delete',
  done: (name: string) => `Deleted ${name}`,
  failed: 'Failed to delete the webhook',
} as const;

export const webhookToasts = {
  on: (name: string) => `${name} is on`,
  off: (name: string) => `${name} is off`,
  switchFailed: 'Failed to change the webhook',
  saved: 'Webhook saved',
  arrived: 'The event arrived',
  notArrived: 'The event did not arrive',
  sendFailed: 'Failed to send the event',
} as const;

export const webhookLogMessages = {
  title: (name: string) => `Log of ${name}`,
  description: 'The latest events, for a month.',
  loading: 'Loading the log...',
  loadFailed: 'Failed to load the log',
  empty: 'Nothing was sent yet. It begins with the next event.',
  showAll: (count: number) => `Show all ${count}`,
  again: 'Send again',
  sending: 'Sending...',
  done: 'Done',
  answer: 'Answer',
  noAnswer: 'An answer without content.',
  sent: 'What is sent',
  nextTry: (when: string) => `Tried again ${when}.`,
  attempts: (count: number) => `${count} ${count === 1 ? 'attempt' : 'attempts'}`,
  states: { pending: 'Waits', sending: 'Being sent', delivered: 'Arrived', failed: 'Failed' } satisfies Record<
    WebhookDelivery['state'],
    string
  >,
  /** The state after a failed attempt that will be retried. */
  retried: 'Not arrived yet',
} as const;

export const TEST_LABEL = 'Test event';

/** The result of the latest attempt, in one line. */
export function answerInWords({ status, answer }: WebhookDelivery): string {
  const start = answer?.slice(0, 200) ?? '';
  return status === null ? start : [`Status ${status}`, start].filter(Boolean).join(': ');
}
