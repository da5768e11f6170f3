import type { Situation } from '@/domain/publishing/deliveries.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { figuresInWords } from '../../../shared/publishing/figures.ts';

/** Texts about where posts go and what happened to them, the same on every screen. */

/** A delivery's situation in one or two words. */
export const situationLabels: Record<Situation, string> = {
  queued: 'Queued',
  paused: 'Paused',
  account_paused: 'Account paused',
  limited: 'Waiting',
  retrying: 'Retrying',
  preparing: 'Preparing',
  publishing: 'Publishing',
  handed_over: 'Handed over',
  published: 'Published',
  marked: 'Marked as published',
  rejected: 'Rejected',
  signed_out: 'Failed',
  failed: 'Failed',
  in_doubt: 'Not confirmed',
  by_hand: 'Your turn',
  late: 'Late',
  reconnect: 'Connect again',
  cancelled: 'Cancelled',
};

/** What a situation means and what happens next; null if the label says it all. */
export function situationText(situation: Situation, platform: string, retryAt: string | null): string | null {
  const name = platformLabel(platform);
  switch (situation) {
    case 'paused':
      return 'It will be published once publishing is resumed.';
    case 'account_paused':
      return 'It will be published once posting to this account is resumed.';
    case 'limited':
      return `${name} limits how often you can post. Continues ${retryAt ? `at ${retryAt}` : 'later'}.`;
    case 'retrying':
      return `The last attempt failed and nothing was published. Next attempt ${retryAt ? `at ${retryAt}` : 'soon'}.`;
    case 'rejected':
      return `It cannot be published to ${name} like this. Edit it, then retry.`;
    case 'signed_out':
      return `${name} no longer accepts the login. Connect the account again, then retry.`;
    case 'failed':
      return 'Nothing was published. Retry, or post it yourself.';
    case 'in_doubt':
      return 'It may be live already. Check the account, then mark it as published or send it again.';
    case 'handed_over':
      return `${name} holds it and will publish it. Local Agent checks that it is live once it is due.`;
    case 'late':
      return 'It missed its scheduled time. Publish it now, or skip it.';
    case 'reconnect':
      return `${name} no longer accepts the login. Connect the account again, and it will be published automatically, unless it is late by then.`;
    default:
      return null;
  }
}

export const deliveryMessages = {
  where: (account: string | null, platform: string) => (account ? `${account} (${platform})` : platform),
  /** For a platform without an account. */
  noAccount: 'No account',
  openPost: 'Open post',
  openComment: 'Open first comment',
  openPostWhere: (platform: string) => ` on ${platformLabel(platform)}`,
  connectAgain: 'Connect again',
  theirWords: (platform: string) => `${platformLabel(platform)} says:`,
  retry: 'Retry',
  publishNow: 'Publish now',
  sendAgain: 'Send again…',
  mark: 'Mark as published…',
  cancel: 'Cancel…',
  skip: 'Skip…',
  dismiss: 'Dismiss…',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  noAttempts: 'No attempts yet',
  figures: figuresInWords,
} as const;

/** Texts about the growth of a post's metrics. */
export const growthMessages = {
  title: 'Figures over time',
  choose: 'Figure',
  time: 'Time',
  unknown: 'not known',
  label: (figure: string) => `${figure} over time`,
} as const;

export const attemptMessages = {
  kinds: {
    publish: 'Publish',
    read_back: 'Check whether it is live',
    hand_over: 'Hand over',
    take_back: 'Take back',
  },
  running: 'In progress',
  interrupted: 'Interrupted',
  ends: {
    pending: 'Will be tried again',
    preparing: 'Preparing',
    publishing: 'Not confirmed yet',
    handed_over: 'Handed over',
    waiting: 'Waiting for you',
    published: 'Published',
    failed: 'Failed',
    needs_review: 'Not confirmed',
    cancelled: 'Cancelled',
  },
  calls: (count: number) => (count === 1 ? '1 call' : `${count} calls`),
  noAnswer: 'no answer',
} as const;

/** Texts about posts that a platform holds until they are due and then publishes itself. */
export const heldMessages = {
  title: 'Handed over early',
  held: (platform: string, time: string) =>
    `Handed over to ${platformLabel(platform)}, which will publish it at ${time}.`,
  handing: (platform: string) => `Being handed over to ${platformLabel(platform)}.`,
  where: (place: string) => `See it in ${place}`,
  nowhere: (platform: string) =>
    `${platformLabel(platform)} does not show it on its own pages before then; some apps list scheduled posts.`,
  takeBack: 'Take back',
  takeBackFrom: (platform: string) => `Take back from ${platformLabel(platform)}`,
  takenBack: 'Taken back. This agent will publish it when it is due.',
} as const;

export const deliveryToasts = {
  mended: 'Fixed. Check the post before it is published.',
  retried: 'Queued again',
  cancelled: { cancel: 'Cancelled', skip: 'Skipped', dismiss: 'Dismissed' },
  marked: 'Marked as published',
  unmarked: 'No longer marked as published',
  undo: 'Undo',
  publishing: 'Publishing now',
} as const;

export const sendAgainMessages = {
  title: 'Send it again?',
  text: (platform: string) =>
    `If the first one is live on ${platformLabel(platform)}, the post will appear there twice. Check the account first.`,
  keep: 'Not now',
  confirm: 'Send again',
} as const;

export const cancelMessages = {
  cancel: { title: 'Cancel this delivery?', keep: 'Keep', confirm: 'Cancel delivery' },
  skip: { title: 'Skip this account?', keep: 'Keep', confirm: 'Skip' },
  dismiss: { title: 'Dismiss this delivery?', keep: 'Keep', confirm: 'Dismiss' },
  text: (where: string) => `The post will not be published to ${where}.`,
  inDoubt: (where: string) => `Nothing more is sent to ${where}. If the post is live there, it stays live.`,
} as const;

export const cancelRestMessages = {
  title: 'Cancel unsent deliveries?',
  text: 'Accounts that have not been posted to are left out. What is already published stays live.',
  keep: 'Keep',
  confirm: 'Cancel the rest',
} as const;

export const markMessages = {
  title: 'Mark as published',
  text: (where: string) => `Confirms that the post is live on ${where}.`,
  link: 'Link to the post (optional)',
  badLink: 'Enter a full link that starts with https://.',
  keep: 'Not yet',
  confirm: 'Mark as published',
} as const;

export const publishNowMessages = {
  title: 'Publish this post now?',
  text: (time: string) => `It will be published right away instead of ${time}.`,
  keep: 'Keep the time',
  confirm: 'Publish now',
} as const;

export const yourTurnMessages = {
  title: (platform: string) => `Post it to ${platformLabel(platform)} yourself`,
  steps: 'Open the composer, check or paste the caption, add what is missing, and press Post there.',
  caption: 'Caption',
  noCaption: 'This post has no text.',
  copy: 'Copy caption',
  copied: 'Caption copied',
  comment: 'First comment',
  commentStep: 'Post this below it once the post is live.',
  copyComment: 'Copy first comment',
  commentCopied: 'First comment copied',
  copyFailed: 'Your browser blocked copying. Select the text and copy it manually.',
  download: (index: number, kind: 'image' | 'video') => `Download ${kind === 'video' ? 'video' : 'picture'} ${index}`,
  unavailable: 'File not found',
  open: 'Open composer',
  actionWhere: (action: string, where: string) => `${action}: ${where}`,
  opening: 'Opening...',
  prepare: 'Prepare in my browser',
  prepareAgain: 'Prepare again',
  againTitle: 'Prepare it again?',
  againText: 'If the post is live, it would appear twice. Check the account first, and press Posted if it is there.',
  againKeep: 'Not now',
  preparing: 'Preparing...',
  close: 'Close window',
  closeFailed: 'The window could not be closed. Close it yourself.',
  firstPart: (count: number) => `It is part 1 of ${count}; post the others below it.`,
  needsLogIn: 'Log in to this account on this computer to have its composer filled in for you.',
  noScreen:
    'The computer that runs Local Agent cannot show a window. Open the composer in your own browser, then copy the text and download the media here.',
  stepList: 'Steps',
  stepStates: { to_do: 'to do', now: 'now', done: 'done', failed: 'failed' },
  toAccounts: 'Open Accounts',
  inTab: 'The composer is open in a new tab.',
  onClipboard: 'The caption is on the clipboard.',
  firstOnClipboard: (count: number) => `Part 1 of ${count} is on the clipboard.`,
  blocked: 'Your browser blocked the new tab.',
  openAddress: 'Open it here',
  files: 'Media on the computer that runs Local Agent:',
  copyFolder: 'Copy the folder’s path',
  folderCopied: 'Copied the folder’s path',
  failed: (reason: string) => `The composer could not be opened. ${reason}`,
} as const;

export const chosenOptionMessages = {
  title: 'Options',
  titleFor: (where: string) => `Options for ${where}`,
  byHand: 'Set these in the composer.',
  rest: 'Set what is not ticked in the composer.',
  isSet: 'filled in',
  copy: (label: string, where: string) => `Copy ${label}: ${where}`,
  copied: (label: string) => `Copied: ${label}`,
  cover: 'Cover',
  coverAt: (time: string) => `The picture at ${time}`,
  alt: (index: number, count: number) => (count === 1 ? 'Alt text' : `Alt text of picture ${index}`),
} as const;

export const threadMessages = {
  title: (count: number) => `Thread of ${count} posts`,
  steps: 'Post the first part, then copy each next one and post it as a reply to the one before.',
  parts: (where: string) => `Parts for ${where}`,
  part: (index: number, count: number) => `Part ${index} of ${count}`,
  copy: (index: number, count: number) => `Copy part ${index} of ${count}`,
  copied: (index: number, count: number, where: string) => `Copied part ${index} of ${count} for ${where}`,
  isCopied: 'Copied',
} as const;

export const problemMessages = {
  problem: 'Problem: ',
  warning: 'Note: ',
  mend: { shorten: 'Shorten', crop: 'Leave it cropped', pad: 'Add borders' },
  openEarlier: 'Open it',
  mendWhat: (mend: string, problem: string) => `${mend}: ${problem}`,
} as const;

export const accountChoiceMessages = {
  title: 'Accounts',
  all: 'Every connected account',
  some: 'Only these accounts',
  someNone: 'Choose at least one account.',
  noAccounts:
    '“Your turn”: you post it yourself. Connect accounts on the Accounts page to have posts published automatically.',
  goesTo: 'Goes to',
  direct: 'Direct',
  directPaused: 'Direct, paused',
  reconnect: 'Connect again',
  byHand: 'Your turn',
  byHandHint: '“Your turn”: you post it yourself, and Local Agent prepares the caption and media.',
  leftOut: (platforms: string) => `Not posted to ${platforms}: no account selected there.`,
  loading: 'Loading accounts...',
  loadFailed: 'Could not load accounts',
} as const;
