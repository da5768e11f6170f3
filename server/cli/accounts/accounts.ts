import { Argument, type Command, InvalidArgumentError } from 'commander';
import { hasLogin } from '../../../shared/accounts/account-session.ts';
import type { Account, PostingDefaults } from '../../../shared/accounts/accounts.ts';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import { accountApi } from '../../../shared/api/accounts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import { valueText } from '../../../shared/platforms/option-values.ts';
import { optionsOf } from '../../../shared/posts/platform-options.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { withTypedOptions } from '../../../shared/posts/typed-options.ts';
import { heldInWords } from '../../../shared/publishing/held-in-words.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import {
  accountAdded,
  accountRemoved,
  handsOver,
  holdReleased,
  NO_ACCOUNTS,
  NO_POSTING_DEFAULTS,
  RELEASE_WARNING,
  stillResting,
} from '../messages.ts';
import { WrongUsage } from '../terminal/exit-code.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { collected, platform } from '../terminal/option-values.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';
import { findAccount, listAccounts } from './account-lookup.ts';
import { addAccountSessionCommands } from './account-sessions.ts';
import { askBeforeLeaving, type LeavingOptions } from './leaving.ts';

/** `handOver` is in hours. */
type TypedDefaults = { option?: string[]; handOver?: number | 'never' };

function handOverHours(typed: string): number | 'never' {
  if (typed === 'never') return typed;
  if (!/^\d{1,3}$/.test(typed)) throw new InvalidArgumentError('expected a number of hours, or never');
  return Number(typed);
}

type AddOptions = { established?: boolean };

/** `accounts list | add | remove | release | defaults`: social media accounts. account-sessions.ts adds the log-ins. */
export function addAccountsCommand(program: Command, terminal: Terminal): void {
  const accounts = program.command('accounts').description('manage social media accounts and their logins');

  apiCommand(accounts.command('list').description('list the accounts, newest first'), terminal, {
    ask: listAccounts,
    tell: (list) => {
      if (list.length === 0) return note(terminal, NO_ACCOUNTS);
      const rows = list.map(({ label, platform, isLoggedIn, lastWarmupAt, warmupHeldReason, id }) => [
        label,
        platformLabel(platform),
        hasLogin(platform) ? (isLoggedIn ? 'yes' : 'no') : '-',
        localTime(lastWarmupAt),
        warmupHeldReason ?? '-',
        id,
      ]);
      const headings = ['LABEL', 'PLATFORM', 'LOGGED IN', `WARMED UP (${localZone()})`, 'ON HOLD', 'ID'];
      printTable(terminal, headings, rows);
    },
  });

  const add = accounts.command('add').description('add an account');
  add
    .addArgument(new Argument('<platform>', PLATFORM_IDS.join(', ')).argParser(platform))
    .argument('<label>', 'your own name for it')
    .option('--established', 'in use for a long time: its warm-ups do not start with short visits');
  apiCommand(add, terminal, {
    ask: (api: Api, platform: Platform, label: string, { established }: AddOptions) =>
      call(api, accountApi.addAccount, { body: { platform, label, ...(established && { isEstablished: true }) } }),
    tell: ({ label, platform }) => print(terminal, accountAdded(label, platformLabel(platform), hasLogin(platform))),
  });

  apiCommand(
    accounts
      .command('remove <label>')
      .description('remove an account and its login on this machine')
      .option('--yes', 'do not ask before taking back what its platform holds'),
    terminal,
    {
      async ask(api: Api, label: string, options: LeavingOptions) {
        const found = findAccount(await listAccounts(api), label);
        await askBeforeLeaving(api, found, 'remove', options, terminal);
        const params = { id: found.id };
        const held = await call(api, publishingApi.takeBackPosts, { params });
        await call(api, accountApi.removeAccount, { params });
        return { found, held };
      },
      json: ({ found }) => found,
      tell({ found: { label, platform }, held }) {
        print(terminal, accountRemoved(label));
        const told = heldInWords(platform, held);
        if (told) note(terminal, told);
      },
    },
  );

  const releasing = 'resume automatic warm-ups after "too many requests" and two days of rest';
  apiCommand(accounts.command('release <label>').description(releasing), terminal, {
    ask: async (api: Api, label: string) => release(api, findAccount(await listAccounts(api), label, WARMUP_PLATFORM)),
    tell({ label }) {
      print(terminal, holdReleased(label));
      note(terminal, RELEASE_WARNING);
    },
  });

  const defaults = accounts
    .command('defaults <label>')
    .description('show or set the default options of its posts')
    .option(
      '--option <name=value>',
      'such as privacy=unlisted; without a value, the platform’s default; can be repeated',
      collected((given) => given),
    )
    .option(
      '--hand-over <hours>',
      'hand posts over this many hours before they are due, for the platform to publish; or "never"',
      handOverHours,
    );
  apiCommand(defaults, terminal, {
    ask: (api: Api, label: string, typed: TypedDefaults) => postingDefaults(api, label, typed),
    tell({ platform, defaults: values, handOverHours }) {
      if (handOverHours !== null) note(terminal, handsOver(platformLabel(platform), handOverHours));
      const rows = optionsOf(platform).fields.flatMap(({ name, label }) => {
        const value = values[name];
        return value === undefined ? [] : [[name, valueText(value), label]];
      });
      if (rows.length === 0) note(terminal, NO_POSTING_DEFAULTS);
      else printTable(terminal, ['OPTION', 'VALUE', 'DESCRIPTION'], rows);
    },
  });

  addAccountSessionCommands(accounts, terminal);
}

/** Reads or changes the default options of an account. WrongUsage for an option that its platform does not have. */
async function postingDefaults(api: Api, label: string, typed: TypedDefaults): Promise<PostingDefaults> {
  const { option = [], handOver } = typed;
  const { id, platform } = findAccount(await listAccounts(api), label);
  const params = { id };
  const before = await call(api, accountApi.getPostingDefaults, { params });
  if (option.length === 0 && handOver === undefined) return before;
  // Options need no platform prefix, since the account has one platform.
  const named = option.map((text) => (/^[^=]*[.:]/.test(text) ? text : `${platform}.${text}`));
  const chosen = withTypedOptions({ [platform]: before.defaults }, named);
  if (typeof chosen === 'string') throw new WrongUsage(chosen);
  const body = {
    ...(option.length > 0 && { defaults: chosen[platform] ?? {} }),
    ...(handOver !== undefined && { handOverHours: handOver === 'never' ? null : handOver }),
  };
  return call(api, accountApi.setPostingDefaults, { params, body });
}

async function release(api: Api, { id, label }: Account): Promise<Account> {
  try {
    return await call(api, accountApi.releaseAccount, { params: { id } });
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfterSeconds === undefined) throw error;
    const from = new Date(Date.now() + error.retryAfterSeconds * 1000);
    throw new AppError('rate_limited', stillResting(label, localTime(from.toISOString())), { cause: error });
  }
}
