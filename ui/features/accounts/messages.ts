/** Messages of the list of accounts (§2) and every row of §8 under "Accounts" and "Warm-up". */

import type { WarmupActivity } from '../../../shared/accounts/warmup.ts';
import { RAMP_UP_DAYS } from '../../../shared/accounts/warmup-ramp-up.ts';

export const accountsMessages = {
  title: 'Social Media Accounts',
  subtitle: 'Manage connected accounts and login sessions',
  list: 'Connected Accounts',
  /** While no account is connected for posting. */
  listUnconnected: 'Accounts',
  loading: 'Loading accounts...',
  loadFailed: 'Error loading accounts',
  empty: { title: 'No accounts connected yet', description: 'Add social media accounts to start posting' },
  delete: 'Delete',
  deleteWhich: (label: string) => `Delete ${label}`,
  more: (label: string) => `More actions for ${label}`,
  menu: {
    logInAgain: 'Log in again',
    import: 'Import cookies',
    check: 'Check login',
    warmups: 'Warm-ups and history',
    defaults: 'Posting defaults',
  },
} as const;

/** The question before deleting an account whose platform holds posts. */
export const deleteMessages = {
  keep: 'Keep it',
} as const;

export const defaultsMessages = {
  title: (label: string) => `Posting defaults: ${label}`,
  description: 'New and scheduled posts for this account use these, unless a post has its own options.',
  nothing: (platform: string) => `There is nothing to choose on ${platform}.`,
  reset: 'Reset all',
  cancel: 'Cancel',
  save: 'Save defaults',
  saved: (label: string) => `Posting defaults of ${label} saved.`,
  mistakes: 'Correct the marked fields first.',
  early: 'Hand over early',
  earlyHint: (platform: string) =>
    `${platform} gets posts in advance and publishes them itself, even while this computer is off. Pausing does not stop posts that were handed over, and turning this off does not take them back: do that in each post.`,
  hours: 'Hours before a post is due',
  hoursRange: 'Enter a whole number from 1 to 720.',
} as const;

export const addMessages = {
  open: 'Add Account',
  title: 'Add Social Media Account',
  description: 'You can later change how its posts are published.',
  platform: 'Platform',
  platformPlaceholder: 'Select platform',
  label: 'Account Label',
  labelPlaceholder: 'e.g., IG_Main',
  labelHint: 'Choose a name that you will recognise.',
  way: 'How posts are published',
  automatically: { title: 'Automatically', hint: 'You connect the account next.' },
  byHand: {
    title: 'I’ll post by hand',
    hint: 'When it is due, each post appears under “Your turn”, ready to copy.',
  },
  cancel: 'Cancel',
  submit: 'Add Account',
} as const;

export const addErrors = {
  platform: 'Select a platform.',
  label: 'Enter a label.',
  labelTooLong: (most: number) => `Shorten the label to ${most} characters.`,
  labelTaken: (platform: string) => `Another ${platform} account already has this label. Choose a different one.`,
} as const;

export const warmupMessages = {
  warmedUp: (time: string) => `✅ Warmed up at ${time}`,
  never: 'Never warmed up',
  next: (hours: number) => `Next warmup in ${hours}h`,
  silent: 'No progress from the agent yet. Still trying...',
  elsewhere: 'Running on another machine. Progress and Cancel are available there.',
  activity: {
    waiting: 'Waiting for another warm-up to end',
    opening: 'Opening Instagram',
    feed: 'Browsing the feed',
    stories: 'Watching stories',
    reels: 'Watching Reels',
    explore: 'Browsing Explore',
    closing: 'Finishing',
  } satisfies Record<WarmupActivity, string>,
  progress: (postsSeen: number, minutesLeft: number) =>
    `${postsSeen} ${postsSeen === 1 ? 'post' : 'posts'} seen · ${minutesLeft > 0 ? `about ${minutesLeft} min left` : 'nearly done'}`,
  progressBar: 'Warm-up progress',
  cancel: 'Cancel',
  cancelWhich: (label: string) => `Cancel the warm-up for ${label}`,
  cancelling: 'Cancelling...',
  rampUp: (day: number, minutes: number) =>
    `Day ${day} of ${RAMP_UP_DAYS}: visits of about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
  heldUntil: (from: string) => `You can lift the hold from ${from}.`,
  heldRested: 'You can lift the hold now.',
  lift: 'Lift the hold',
  liftWhich: (label: string) => `Lift the hold for ${label}`,
  autoOff: 'Automatic warm-ups are off',
  showRuns: 'What happened',
  icon: {
    running: 'Warm-up running',
    success: 'Last warm-up succeeded',
    failed: 'Last warm-up failed',
    other: 'No warm-up running',
  },
  button: { busy: 'Warming Up...', ready: 'Warm Up', cooldown: 'On Cooldown' },
} as const;

type Message = { title: string; description: string; variant?: 'destructive' };

/** The notifications of §8. `reason` is the server's message. */
export const accountToasts = {
  loadFailed: (reason: string): Message => destructive(accountsMessages.loadFailed, reason),
  missing: destructive('Missing fields', 'Please select a platform and enter an account label'),
  added: { title: 'Account added', description: 'Social media account has been added successfully' },
  addFailed: (reason: string): Message => destructive('Error adding account', reason),
  deleted: { title: 'Account deleted', description: 'Social media account has been removed' },
  deletedElsewhere: { title: 'Account deleted', description: 'It had already been removed elsewhere' },
  deleteFailed: (reason: string): Message => destructive('Error deleting account', reason),
  undo: 'Undo',
  restored: { title: 'Account restored', description: 'Everything is back as it was' },
  again: 'Try again',
  restoreFailed: (reason: string): Message => destructive('Error restoring account', reason),
} as const;

export const warmupToasts = {
  notInstagram: { title: 'Coming soon', description: 'Warmup is currently only available for Instagram' },
  onCooldown: (reason: string | undefined): Message =>
    destructive('Warmup on cooldown', reason ?? 'Please wait 24 hours between warmups'),
  startFailed: (reason: string | undefined): Message =>
    destructive('Error starting warmup', reason ?? 'Failed to start warmup'),
  accountGone: destructive('Error starting warmup', 'This account has been deleted elsewhere'),
  started: { title: 'Warmup started', description: 'Instagram warmup is running in the background' },
  success: { title: 'Warmup completed', description: 'Instagram account warmed up successfully' },
  failed: destructive('Warmup failed', 'Check the backend logs for details'),
  cancelled: { title: 'Warmup cancelled', description: 'All activity on Instagram has stopped' },
  cancelFailed: (reason: string): Message => destructive('Error cancelling warmup', reason),
} as const;

function destructive(title: string, description: string): Message {
  return { title, description, variant: 'destructive' };
}
