import type { LoginHolder } from '../../../../shared/publishing/shared-logins.ts';

export const loginsMessages = {
  title: 'Logins',
  description:
    'Share the login of an account with another agent. One posts; the other takes over if it stops responding.',
  loading: 'Loading logins...',
  loadFailed: 'Failed to load the logins',
  emptyTitle: 'No agent is paired with this one',
  empty:
    'Pair a second machine that works on this workspace. It can then hold logins too, so that posts are published even while this one sleeps.',
  emptyForMembers: 'An owner can pair one.',
  noAccounts: 'No account is connected for posting yet. Connect one in Accounts.',
  pair: 'Pair an agent',
  pairedWith: 'Paired with',
  noHolder: 'Only this agent holds it.',
  states: { held: 'Stands by', waiting: 'Being shared', outdated: 'Out of date' } satisfies Record<
    LoginHolder['state'],
    string
  >,
  posts: 'Posts',
  here: 'This agent',
  unknown: 'A removed agent',
  holdersOf: (label: string) => `Agents that hold the login of ${label}`,
  menuOf: (label: string) => `More for ${label}`,
  shareWith: (name: string) => `Share with ${name}`,
  takeFrom: (name: string) => `Take away from ${name}`,
  unpair: (name: string) => `Undo the pairing with ${name}`,
  elsewhere: 'Another agent posts here. Share the login from there.',
  shared: (label: string, name: string) => `${label} is shared with ${name}`,
  sharedMore: 'It will have the login within half a minute.',
  shareFailed: 'Failed to share the login',
} as const;

export const takingMessages = {
  title: (label: string, name: string) => `Take ${label} away from ${name}?`,
  description:
    'It stops posting there at once. Its machine has had the login: if that machine is lost or no longer yours, also revoke the login on the platform, in its list of connected apps or app passwords, and connect the account again.',
  posting: 'It currently posts to this account. Another agent that holds the login will take its place.',
  cancel: 'Cancel',
  confirm: 'Take away',
  done: (label: string, name: string) => `${name} no longer holds the login of ${label}`,
  failed: 'Failed to take the login away',
} as const;

export const unpairingMessages = {
  title: (name: string) => `Undo the pairing with ${name}?`,
  description:
    'It loses the logins of all accounts that this agent posts to. To share with it again, pair the two again.',
  cancel: 'Cancel',
  confirm: 'Undo',
  done: (name: string) => `${name} is no longer paired`,
  failed: 'Failed to undo the pairing',
} as const;

export const pairingMessages = {
  title: 'Pair an agent',
  description: 'One agent shows a code, the other enters it. Then both show the same six words.',
  show: 'Show a code',
  showing: 'Making a code...',
  showWhy: 'Enter it on the other machine.',
  enter: 'Code of the other agent',
  enterHint: 'If the other machine already shows one.',
  join: 'Enter code',
  joining: 'Entering...',
  code: 'Code',
  until: (time: string) => `Valid until ${time}, for one agent. On the other machine:`,
  startThere: 'Start the agent there, or install it as a service.',
  sameWorkspace:
    'The other machine must work on this workspace. If it is only on this machine, move it to your own Supabase project first.',
  waiting: 'Waiting for the other agent...',
  compare: (name: string) => `Does ${name} show the same words, in the same order?`,
  compareThere: (name: string) => `Compare them with the words on ${name}, and confirm there.`,
  words: 'Words to compare',
  same: 'They are the same',
  confirming: 'Pairing...',
  different: 'They differ',
  differed:
    'Nothing was paired. If you typed the code yourself, someone else can write to your workspace: change the keys of your Supabase project.',
  paired: (name: string) => `Paired with ${name}`,
  pairedMore: 'You can now share logins between the two.',
  cancel: 'Cancel',
  done: 'Done',
  again: 'Start again',
  failed: 'Pairing failed',
} as const;
