import type { Webhook, WebhookDelivery } from '../../../../shared/webhooks/webhooks.ts';

export const webhookMessages = {
  title: 'Webhooks',
  description: 'Notify other programs, such as Node-RED or n8n, as soon as something happens here.',
  loading: 'Loading webhooks...',
  loadFailed: 'Failed to load the webhooks',
  emptyTitle: 'No webhooks yet',
  empty:
    'Have a lamp blink when it is your turn, keep a table of all published posts, or get a message when something fails.',
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
    gone: 'Turned off: the receiver asked for no more events.',
    failing: 'Turned off: nothing has arrived for days. Fix the receiver, then turn it on.',
    no_secret: 'Turned off: its secret is not on this machine. Make a new one, and give it to the receiver.',
  } satisfies Record<NonNullable<Webhook['offReason']>, string>,
  failingSince: (when: string) => `Nothing has arrived since ${when}. Local Agent keeps trying; the log says why.`,
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
    'Copy it now and give it to the receiver: it is not shown again. The receiver uses it to verify that events come from here.',
  value: 'Signing secret',
  copy: 'Copy',
  copied: 'Secret copied',
  copyFailed: 'Could not copy. Select the secret and copy it.',
  done: 'Done',
  title: 'Make a new secret?',
  description: (name: string) =>
    `${name} accepts no events until you have given it the new one. This machine sends them from then on.`,
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
  description: 'Events of the last month.',
  loading: 'Loading the log...',
  loadFailed: 'Failed to load the log',
  empty: 'Nothing has been sent yet. The log begins with the next event.',
  showAll: (count: number) => `Show all ${count}`,
  again: 'Send again',
  sending: 'Sending...',
  done: 'Done',
  answer: 'Response',
  noAnswer: 'A response without content.',
  sent: 'Sent content',
  nextTry: (when: string) => `Next attempt ${when}.`,
  attempts: (count: number) => `${count} ${count === 1 ? 'attempt' : 'attempts'}`,
  states: { pending: 'Waiting', sending: 'Sending', delivered: 'Arrived', failed: 'Failed' } satisfies Record<
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
