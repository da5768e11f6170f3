import type { Read } from '../../../shared/platforms/reads.ts';
import type { ChannelGuide, ChannelWay, EntryField, GuideStep } from '../../../shared/platforms/ways.ts';
import type { Choice, LeftOver } from '../../../shared/publishing/publishing-api.ts';

export const NO_CHANNELS =
  'No account is connected for posting. Connect one with `local-agent channels connect <account>`.';
export const NO_TOKEN =
  'Pass the app password or access token on standard input: printf %s "$TOKEN" | local-agent channels connect … --token-stdin';
export const EMPTY_TOKEN = 'No app password or access token on standard input.';
export const noField = (account: string, { name, missing, placeholder = '…' }: EntryField) =>
  `${missing} local-agent channels connect ${account} ${OWN_FLAGS.includes(name) ? `--${name} ` : `--set ${name}=`}${placeholder}`;
const OWN_FLAGS = ['server', 'identifier'];
export const badSetting = (text: string) => `Write --set as name=value, not "${text}".`;
export const BAD_ENTRY = 'One of the fields is not what the platform expects. Check them and try again.';
export const choose = (account: string, { question, field, options }: Choice) =>
  [
    `${question} Run the command again with one of:`,
    ...options.map(({ value, label }) => `  --set ${field}=${value}   ${label}`),
    `to connect ${account}.`,
  ].join('\n');

export const signInAt = (url: string) =>
  `Sign in and press Authorize on this page: ${url}\nIf the browser then ends on a page that does not load, paste its address here. Ctrl+C cancels.`;
export const nothingToRenew = (account: string) =>
  `${account} was not connected by signing in, so there is nothing to renew. Connect it with: local-agent channels connect ${account}`;
export const NO_BROWSER = 'No browser could be opened. Open the address yourself.';
export const NO_SIGN_IN = 'The sign-in could not be started. Try again.';
export const NOBODY_SIGNED_IN = 'Nobody signed in within 15 minutes. Run the command again.';
export const NO_PAGE = 'There is nothing here.';
export const BACK_TO_TERMINAL = 'You can close this page.';

export const replaceWith = (question: string) => `${question} Add --replace if so.`;

/** The platform's instructions, shown before any input. */
export const guideInWords = ({ cost, cannot }: ChannelGuide, steps: readonly GuideStep[]) => [
  ...steps.map(({ text, url }, index) => `${index + 1}. ${text}${url ? ` ${url}` : ''}`),
  `Cost: ${cost}`,
  ...cannot,
];

/** The optional permissions that a sign-in can request with --read. */
export const readsInWords = ({ fields }: ChannelWay) =>
  fields.flatMap(({ name, label, hint }) => (hint ? [`${label} (--read ${name}): ${hint}`] : []));
export const nothingToRead = (account: string, name: string, known: readonly string[]) =>
  known.length > 0
    ? `--read takes ${known.join(' or ')} for ${account}, not "${name}".`
    : `${account} needs no --read: its login already reads what its platform reports.`;
export const lacks = (label: string, read: Read, words: string, needs: string) =>
  `${label}: ${words} ${needs} Then run \`local-agent channels connect ${label} --renew --read ${read}\`.`;

/** Values that were entered in the wrong field, and moved. */
export const movedTo = (labels: readonly string[]) => `Put in the right field: ${labels.join(', ')}.`;
/** A value that looks wrong but is tried anyway. */
export const doubted = (label: string, doubt: string) => `${label}: ${doubt} Trying it anyway.`;

export const connected = (label: string, handle: string) => `${label} now posts as ${handle}.`;
export const removed = (label: string, handle: string) =>
  `${label} no longer posts as ${handle}: its login on this machine is gone. Its posts now wait for you to post them.`;
/** What remains on the platform after disconnecting, and where to remove it. */
export const leftInWords = ({ text, url }: LeftOver) => `${text} ${url}`;
export const paused = (label: string) =>
  `Posts to ${label} are on hold. Resume them with \`local-agent channels resume\`.`;
export const resumed = (label: string) => `Posting to ${label} has resumed.`;
export const holds = (label: string, handle: string, limits: readonly string[]) =>
  `${label} can post as ${handle}${limits.length > 0 ? `: ${limits.join(', ')}` : ''}.`;
export const needsConnecting = (label: string, problem: string) =>
  `${label} must be connected again: ${problem} Run \`local-agent channels connect ${label}\`.`;
export const hasProblem = (label: string, problem: string) => `${label}: ${problem}`;
export const tested = (label: string, url: string) => `${label} posted ${url} and deleted it again.`;
export const testLeft = (label: string, url: string) =>
  `${label} posted ${url}, which could not be deleted. Delete it yourself.`;
export const noFollowers = 'None are known: the platform does not report them, or has not been asked yet.';
export const nobodyCalled = (name: string) => `Nobody was found for "${name}".`;

export const notPaired = (agent: string) =>
  `No agent named ${agent} is paired with this one. Pair them with \`local-agent pair\` here and \`local-agent join <code>\` there.`;
export const notHeld = (agent: string) => `No agent named ${agent} holds this login.`;
export const shared = (account: string, agent: string) =>
  `${agent} gets the login of ${account} within half a minute, and takes over if this agent stops responding.`;
export const taken = (account: string, agent: string) => `${agent} no longer posts to ${account}.`;
export const STILL_KNOWN =
  'If that machine is lost or no longer yours, end the login on the platform as well (its page of connected apps, or a new app password), and connect the account again.';
