import type { Command } from 'commander';
import type { Account } from '../../../shared/accounts/accounts.ts';
import {
  WARMUP_PLATFORM,
  type WarmupRun,
  type WarmupStart,
  type WarmupStatusAnswer,
} from '../../../shared/accounts/warmup.ts';
import { warmupApi } from '../../../shared/api/accounts.ts';
import { type Api, call, callForEvents, callWhileEnding } from '../../agent-client/api.ts';
import { NO_RESULT } from '../../agent-client/messages.ts';
import { AppError } from '../../errors.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { findAccount, listAccounts } from './account-lookup.ts';
import {
  CANCELLED,
  failureInWords,
  onCooldown,
  progressInWords,
  RUNNING_IN_OTHER_AGENT,
  STARTING,
  warmedUp,
} from './warmup-messages.ts';

/** Exit code of a cancelled warm-up, as for Ctrl+C. */
const CANCELLED_EXIT_CODE = 130;

/**
 * `warmup <label>` warms up an Instagram account, in the running agent or a temporary one. Its progress goes to stderr,
 * the result to stdout. Exits with 0, 1 (failed, or not started) or 130 (cancelled); Ctrl+C cancels the warm-up.
 */
export function addWarmupCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    program
      .command('warmup <label>')
      .description('warm up an Instagram account, by its label or id (see accounts list)'),
  )
    .option('--headful', "show the browser's window")
    .action(async (wanted: string, { headful }: { headful?: boolean }, command: Command) => {
      const config = configOf(command);
      const { account, run } = await withApi('warmup', config, terminal, async (api) => {
        const account = findAccount(await listAccounts(api), wanted, WARMUP_PLATFORM);
        return { account, run: await warmUp(api, account, headful === true, terminal, config.json) };
      });
      if (config.json) printJson(terminal, { event: 'result', ...run });
      else printResult(terminal, account, run);
      if (run.status === 'cancelled') throw new CommandFailed(CANCELLED_EXIT_CODE);
      if (run.status !== 'success') throw new CommandFailed();
    });
}

/** Starts a warm-up and follows it until it ends; cancels it when the command is interrupted. */
async function warmUp(
  api: Api,
  account: Account,
  headful: boolean,
  terminal: Terminal,
  json: boolean,
): Promise<WarmupRun> {
  if (!json) note(terminal, STARTING);
  await start(api, account, headful);
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = callWhileEnding(api, warmupApi.cancelWarmup, { params: { accountId: account.id } });
  };
  terminal.ending.addEventListener('abort', cancel, { once: true });
  if (terminal.ending.aborted) cancel();
  try {
    await follow(api, account, terminal, json);
    return await newestRun(api, account);
  } finally {
    terminal.ending.removeEventListener('abort', cancel);
    await cancelling;
  }
}

async function start(api: Api, { id, label }: Account, headful: boolean): Promise<void> {
  const body: WarmupStart = { accountId: id, ...(headful && { headful }) };
  try {
    await call(api, warmupApi.startWarmup, { body });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited' || error.retryAfterSeconds === undefined)
      throw error;
    const until = new Date(Date.now() + error.retryAfterSeconds * 1000);
    throw new AppError('rate_limited', onCooldown(label, until), { cause: error });
  }
}

/** Resolves once the warm-up is over; shows its progress until then. */
async function follow(api: Api, { id }: Account, terminal: Terminal, json: boolean): Promise<void> {
  const line = liveLine(terminal);
  try {
    const sent = { params: { accountId: id } };
    await callForEvents(api, warmupApi.getWarmupStatus, sent, NO_RESULT, ({ event, value: status }) => {
      if (json) printJson(terminal, { event, ...status });
      if (!status.isRunning) return true;
      if (!json) line.show(...lineOf(status));
      return undefined;
    });
  } finally {
    line.end();
  }
}

/** The current activity of a warm-up, and a key that changes when a log should get another line. */
function lineOf({ progress }: Extract<WarmupStatusAnswer, { isRunning: true }>): [text: string, key: string] {
  if (!progress) return [RUNNING_IN_OTHER_AGENT, ''];
  return [progressInWords(progress), `${progress.activity} ${progress.minutesLeft}`];
}

async function newestRun(api: Api, { id }: Account): Promise<WarmupRun> {
  const [run] = await call(api, warmupApi.listWarmups, { query: { accountId: id, limit: 1 } });
  if (!run) throw new AppError('internal', NO_RESULT);
  return run;
}

function printResult(terminal: Terminal, { label }: Account, { status, reason, counts }: WarmupRun): void {
  if (status === 'success') print(terminal, warmedUp(label, counts));
  else note(terminal, status === 'cancelled' ? CANCELLED : failureInWords(reason, label));
}

const BACK_AND_CLEAR = '\r\u001b[K';

/**
 * Shows the current activity: on a terminal in one changing line, elsewhere (a log, a pipe) in a new line each time
 * `key` changes.
 */
type LiveLine = {
  show(text: string, key: string): void;
  /** Ends the line, so that further output starts on a new one. */
  end(): void;
};

function liveLine(terminal: Terminal): LiveLine {
  const { stderr } = terminal;
  const isTerminal = stderr.isTTY === true;
  let lastKey: string | undefined;
  let isOpen = false;
  return {
    show(text, key) {
      if (isTerminal) {
        stderr.write(`${BACK_AND_CLEAR}${text}`);
        isOpen = true;
      } else if (key !== lastKey) note(terminal, text);
      lastKey = key;
    },
    end() {
      if (isOpen) stderr.write('\n');
      isOpen = false;
    },
  };
}
