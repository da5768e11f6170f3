import { HOLD_REST_DAYS } from '../../shared/accounts/warmup-hold.ts';
import type { MemberRole, Mode } from '../../shared/agent/agent-api.ts';
import type { NeededApproval } from '../../shared/scripts/script-run.ts';
import type { ScheduledScript } from '../../shared/scripts/script-schedule.ts';
import type { Holder, RunningAgent } from '../data-directory/agent-lock.ts';
import { localTime } from './terminal/local-time.ts';
import { oneLine } from './terminal/terminal.ts';

export const MODE_IN_WORDS: { [mode in Mode]: string } = {
  embedded: 'embedded (PostgreSQL and Supabase on this machine)',
  hosted: 'hosted (your own Supabase project)',
};

export const CREATE_ACCOUNT = 'Create your account with this one-time link:';
export const ALREADY_RUNNING = 'is already running on this data directory';
export const STOP_WITH = 'Stop it with `local-agent stop`.';
export const NO_BROWSER = 'Could not open a browser. Open the address above yourself.';
export const PRESS_CTRL_C = 'Press Ctrl+C to stop.';
export const START_WITH_MACHINE =
  'Posts are published while the agent is running. To start it with this machine: local-agent service install';
export const OPENING_ANEW = 'Reopening the workspace…';
export const STOPPING = 'Stopping…';
export const FORCED = 'Forced to stop. The next start cleans up.';
export const REACHABLE =
  'Other machines can reach this agent. Only the sign-in protects it, and the agent speaks plain HTTP.';
export const REACHABLE_SCRIPTS =
  'It also runs scripts, with your permissions, for anyone who may run code here (--allow-remote-scripts).';
export const REACHABLE_NO_SCRIPTS = 'Scripts are therefore switched off; --allow-remote-scripts allows them.';
export const NO_POSTS =
  'No scheduled posts found. `local-agent posts list --drafts` lists the drafts, and `local-agent generate` makes posts.';
export const NO_USERS = 'No accounts yet. Add one with `local-agent users add <email>`.';

export const userRights = (email: string, role: MemberRole | null, mayRunCode: boolean) =>
  `${email} is ${role === 'owner' ? 'an owner' : 'a member'} and may${mayRunCode ? '' : ' not'} run scripts on this machine.`;

export const isWaiting = ({ command, pid }: Holder) =>
  `Waiting for \`local-agent ${command}\` (process ${pid}), which has the data directory open…`;
export const isRunning = ({ url, version, pid }: RunningAgent) =>
  `local-agent ${version} is running at ${url} (process ${pid}).`;
export const isLinkedTo = (url: string, email: string) => `The workspace is in ${url}, signed in as ${email}.`;
export const isBusy = ({ command, pid }: Holder) =>
  `\`local-agent ${command}\` (process ${pid}) has the data directory open.`;
export const notRunning = (dataDir: string) =>
  `No agent is running on ${dataDir}. Start it with \`local-agent start\`.`;
export const stopped = ({ pid }: Holder) => `Stopped the agent (process ${pid}).`;
export const portTaken = (port: number, holder: string) =>
  `Port ${port} is in use by ${holder}. Stop it, or choose another port: local-agent start --port ${port + 1}`;
export const OTHER_AGENT = 'another local-agent with its own data directory';
export const OTHER_PROGRAM = 'another program';
export const portForbidden = (port: number) =>
  `This user may not listen on port ${port}. Choose one above 1023: local-agent start --port 3001`;
export const hostUnknown = (host: string) =>
  `${host} is not an address of this machine. Omit --host, or use one of its addresses.`;
export const SEE_POSTS = 'See them with `local-agent posts list` or on the Scheduler screen.';

export const NO_SCHEDULES = 'No schedules. Create one with `local-agent scripts schedule <script> --daily 09:00`.';
export const NOT_SCHEDULED = 'This script has no schedule yet. Create one with --daily, --weekly or --every.';
export const unscheduled = (name: string) => `"${name}" runs only when you start it.`;
export const scheduled = ({ name, when, isOn, nextRun }: ScheduledScript) =>
  isOn || nextRun
    ? `"${name}" runs automatically: ${when}. Next: ${nextRun ? localTime(nextRun) : 'never'}.`
    : `"${name}" keeps its schedule (${when}), which is switched off.`;
export const NO_SCRIPTS = 'No scripts yet. Create one with `local-agent scripts new --example`.';
export const notAFolder = (folder: string, reason: string) =>
  `The scripts in ${folder} cannot be read (${reason}). Name a folder that \`local-agent scripts pull\` may write to.`;
export const notWritable = (path: string, reason: string) =>
  `${path} cannot be written (${reason}). Name a folder that this user may write to.`;
export const brokenState = (file: string) =>
  `${file} is damaged. Restore it from git, or delete it and pull into an empty folder.`;
export const noSuchScript = (wanted: string) =>
  `There is no script or file named ${wanted}. \`local-agent scripts list\` shows the scripts.`;
export const severalScripts = (wanted: string, ids: string[]) =>
  `Several scripts are named ${wanted}. Name one by its id: ${ids.join(', ')}`;
export const unknownExample = (wanted: string, names: string[]) =>
  `There is no example ${wanted}. Examples: ${names.join(', ')}`;
export const CONFLICTS = 'Changed on both sides, so left unchanged. Compare them, or add --force to overwrite.';
export const created = (name: string, id: string) => `Created ${name} (${id}).`;
export const changedElsewhere = ({ name, changedBy, changedAt }: NeededApproval) =>
  `${oneLine(name)} was changed by ${oneLine(changedBy ?? 'somebody else, or outside of this machine')}${changedAt ? ` at ${localTime(changedAt)}` : ''}, and runs with your permissions:`;
export const RUN_IT_HERE = 'Run it here? [y/N] ';
export const runEnded = (error: string) => `The run failed: ${error}`;
export const artifactsKept = (artifacts: readonly { path: string }[]) =>
  `Saved with the run: ${artifacts.map(({ path }) => path).join(', ')}`;

export const NO_ACCOUNTS = 'No social media accounts yet. Add one with `local-agent accounts add <platform> <label>`.';
export const NO_POSTING_DEFAULTS =
  'No posting defaults: its posts use what the platform has. Choose one with `local-agent accounts defaults <label> --option <name>=<value>`.';
export const noSuchAccount = (wanted: string) =>
  `There is no account named ${wanted}. \`local-agent accounts list\` shows the accounts.`;
export const severalAccounts = (wanted: string, names: string[]) =>
  `Several accounts are named ${wanted}. Name one with its platform: ${names.join(' or ')}`;
export const accountAdded = (label: string, platform: string, canLogIn: boolean) =>
  `Added ${label} (${platform}). ${
    canLogIn
      ? 'Log in with `local-agent accounts login`, or import its cookies.'
      : 'Connect it for posting with `local-agent channels connect`.'
  }`;
export const accountRemoved = (label: string) => `Removed ${label} and its login on this machine.`;
export const holdReleased = (label: string) => `Automatic warm-ups have resumed for ${label}.`;
export const stillResting = (label: string, from: string) =>
  `${label} rests for ${HOLD_REST_DAYS} days after too many requests. You can lift the hold from ${from}.`;
export const RELEASE_WARNING =
  'If Instagram complains again, leave the account alone for a week, or it may be limited or locked permanently.';
export const OPENING_WINDOW = 'Opening a browser window…';
export const loginOpen = (platform: string) =>
  `Log in to ${platform} in the window. It closes automatically when you are done; press Ctrl+C to cancel.`;
export const loggedIn = (label: string) => `${label} is logged in.`;
export const notLoggedIn = (label: string, reason: string) => `${label} is not logged in. ${reason}`;
export const LOGIN_CANCELLED = 'The window was closed elsewhere before anyone logged in.';
export const cookiesImported = (label: string, count: number) =>
  `${label} is logged in, with ${count} imported ${count === 1 ? 'cookie' : 'cookies'}.`;
export const notReadable = (file: string, reason: string) =>
  `${file} cannot be read (${reason}). Name a cookie file, or - for standard input.`;
export const reportWritten = (path: string) =>
  `Wrote ${path}. Secrets are left out, but read it before you send it to anyone.`;
export const reportThere = (path: string, code = 'unknown') =>
  code === 'EEXIST' ? `${path} already exists. Choose another name.` : `Could not write ${path} (${code}).`;

export const handsOver = (platform: string, hours: number) =>
  `Posts are handed over to ${platform} ${hours} hours before they are due, and it publishes them.`;
