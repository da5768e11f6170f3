import type { Moved, MovePlan } from '../../features/move/move.ts';
import type { MovedPerson } from '../../features/move/people.ts';

export const ONE_WAY = 'Specify where to move: local-agent move --to-hosted [url], or local-agent move --to-embedded.';
export const NO_URL = 'Name the project: local-agent move --to-hosted https://<project>.supabase.co';
export const NOT_URL = 'The address looks like https://<project>.supabase.co.';
export const NO_KEY =
  'A move needs the project’s secret key: set LOCAL_AGENT_SUPABASE_SECRET_KEY, or pass it with --secret-key-stdin.';
export const EMPTY_KEY = 'No secret key on standard input.';
export const KEY_QUESTION = 'Secret key: ';
export const WHY_KEY = [
  'A move reads or writes every table of the project and creates its members’ accounts, which no member may do.',
  'That needs its secret (or service_role) key, from its settings, "API Keys". It is used for this move only, and not stored.',
];
export const CUT =
  'Stopped. Run the same command again: it continues where it stopped. Or undo: local-agent move --undo';
export const agentRuns = (dataDir: string, pid: number) =>
  `local-agent runs on ${dataDir} (process ${pid}). Stop it with \`local-agent stop\`, then move.`;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const rowsOf = ({ tables }: Pick<Moved, 'tables'>) => tables.reduce((sum, { rows }) => sum + rows, 0);

export const firstPassword = ({ email, password }: MovedPerson) =>
  password === null
    ? `${email} now has an account there, with the same password as here.`
    : `${email} now has an account there. First password, shown only once: ${password}`;

export const tableRows = ({ tables }: Pick<Moved, 'tables'>): string[][] =>
  tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, String(rows)]);

export const planned = (plan: MovePlan): string[] => [
  `Would copy ${counted(rowsOf(plan), 'row')} and ${counted(plan.files.count, 'file')} (${megabytes(plan.files.bytes)}) from ${plan.from} to ${plan.to}.`,
  plan.newPeople.length > 0
    ? `Would create accounts for ${plan.newPeople.join(', ')}.`
    : 'Every member has an account there.',
  'Nothing was changed.',
];

export const moved = (done: Moved, isHosted: boolean): string[] => [
  `Moved to ${done.to}: ${counted(rowsOf(done), 'row')} in ${counted(done.tables.length, 'table')}, ${counted(done.files.count, 'file')} (${megabytes(done.files.bytes)}). Each table and each file is the same on both sides.`,
  `The original in ${done.from} keeps everything, but no longer sends anything. To go back: local-agent move ${isHosted ? '--to-hosted' : '--to-embedded'} --undo`,
  isHosted
    ? `Link this agent to the project with \`local-agent link ${done.to}\`, then start it.`
    : 'Start the agent with `local-agent start`; if it is linked, run `local-agent unlink` first.',
];

export const undone = ({ from, to, wasFinished }: { from: string; to: string; wasFinished: boolean }): string[] => [
  `The workspace is in ${from} again. The copy in ${to} stays, and sends nothing.`,
  'An agent that is linked to the copy goes back with `local-agent unlink`; otherwise just start it.',
  ...(wasFinished
    ? [
        'Before anything is sent, the platforms are checked for posts published from there; changes made there are not brought back.',
      ]
    : []),
];
