import type { Command } from 'commander';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { channelApi } from '../../../shared/api/channels.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import { sharedLoginApi } from '../../../shared/api/shared-logins.ts';
import { lacksInWords } from '../../../shared/platforms/reads.ts';
import { platformLabel, platformOf } from '../../../shared/posts/platforms.ts';
import { CHANNEL_WARNING_DAYS, type Channel } from '../../../shared/publishing/channel.ts';
import { heldInWords } from '../../../shared/publishing/held-in-words.ts';
import { limitsInWords } from '../../../shared/publishing/limits-in-words.ts';
import { olderLoginsInWords } from '../../../shared/publishing/older-login.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { askBeforeLeaving, type LeavingOptions } from '../accounts/leaving.ts';
import { apiCommand } from '../agent/api-command.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import * as words from './channel-messages.ts';
import { type ConnectOptions, connectWith } from './connect.ts';
import { addShareCommands } from './share.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * `channels connect | list | check | remove | pause | resume | test | share | take | followers | people`: the accounts
 * that posts are published to. Keys and tokens are typed or read from standard input, never passed as arguments.
 * `check` exits with 1 if an account must be reconnected or a check failed.
 */
export function addChannelsCommand(program: Command, terminal: Terminal): void {
  const channels = program.command('channels').description('connect accounts for posting');

  withWorkspaceOptions(channels.command('connect <account>').description('connect an account for posting'))
    .option('--server <address>', 'the server of the account: needed for Mastodon')
    .option('--identifier <handle>', 'the handle on Bluesky, such as ada.bsky.social')
    .option('--set <name=value>', 'another field that the platform asks for; may be repeated', collected)
    .option('--read <what>', 'also read figures, or answers, if that needs a permission; may be repeated', collected)
    .option('--token', 'enter keys or a token instead of signing in with the browser')
    .option('--token-stdin', 'read the keys, app password or access token from standard input, each on its own line')
    .option('--sign-in', 'sign in with the browser instead of entering keys or a token')
    .option('--renew', 'sign in again with the details entered before')
    .option('--replace', 'post as a different account of the platform than before')
    .action(async (wanted: string, options: ConnectOptions, command: Command) => {
      const config = configOf(command);
      const { account, channel } = await withApi('channels connect', config, terminal, async (api, port) => {
        const found = findAccount(await listAccounts(api), wanted);
        const browser = { open: config.open, port };
        return { account: found, channel: await connectWith(api, found, options, browser, terminal) };
      });
      if (config.json) printJson(terminal, channel);
      else print(terminal, words.connected(account.label, channel.handle));
    });

  apiCommand(channels.command('list').description('list the connected accounts'), terminal, {
    async ask(api: Api) {
      const [list, accounts] = [await listChannels(api), await listAccounts(api)];
      const { logins } = await call(api, sharedLoginApi.listSharedLogins);
      return { list, accounts, logins };
    },
    json: ({ list }) => list,
    tell({ list, accounts, logins }) {
      if (list.length === 0) return note(terminal, words.NO_CHANNELS);
      const rows = list.map((channel) => [
        labelOf(accounts, channel),
        platformLabel(channel.platform),
        channel.handle,
        stateInWords(channel, new Date()),
        localTime(channel.checkedAt),
        limitsInWords(channel.platform, channel.limits).join(', '),
      ]);
      printTable(terminal, ['ACCOUNT', 'PLATFORM', 'POSTS AS', 'STATE', `CHECKED (${localZone()})`, 'LIMITS'], rows);
      for (const login of logins)
        for (const sentence of olderLoginsInWords(login)) note(terminal, `${login.label}: ${sentence}`);
    },
  });

  const checking = 'check with the platforms whether the logins work: all, or that of one account';
  apiCommand(channels.command('check [account]').description(checking), terminal, {
    async ask(api: Api, wanted: string | undefined) {
      const accounts = await listAccounts(api);
      if (wanted === undefined) return { ...(await checkAll(api, accounts, terminal)), accounts };
      const params = { id: findAccount(accounts, wanted).id };
      return { checked: [await call(api, channelApi.checkChannel, { params })], failed: 0, accounts };
    },
    json: ({ checked }, wanted) => (wanted === undefined ? checked : checked[0]),
    tell({ checked, failed, accounts }) {
      if (checked.length + failed === 0) note(terminal, words.NO_CHANNELS);
      for (const channel of checked) tellCheck(channel, labelOf(accounts, channel), terminal);
    },
    hasFailed: ({ checked, failed }) => failed > 0 || checked.some(({ state }) => state === 'reconnect'),
  });

  const removing = 'disconnect an account and forget its login on this machine';
  const remove = channels
    .command('remove <account>')
    .description(removing)
    .option('--yes', 'do not ask before taking back what its platform holds');
  apiCommand(remove, terminal, {
    async ask(api: Api, wanted: string, options: LeavingOptions) {
      const account = findAccount(await listAccounts(api), wanted);
      const { id, label } = account;
      await askBeforeLeaving(api, account, 'disconnect', options, terminal);
      const channel = (await listChannels(api)).find(({ accountId }) => accountId === id);
      return { label, channel, ...(await call(api, channelApi.disconnectChannel, { params: { id } })) };
    },
    json: ({ channel, left, held }) => ({ ...channel, left, held }),
    tell({ label, channel, left, held }) {
      print(terminal, words.removed(label, channel?.handle ?? '-'));
      const told = channel && heldInWords(channel.platform, held);
      if (told) note(terminal, told);
      if (left) note(terminal, words.leftInWords(left));
    },
  });

  for (const [name, paused, description, done] of [
    ['pause', true, 'put the posts of an account on hold', words.paused],
    ['resume', false, 'resume publishing the posts of an account', words.resumed],
  ] as const) {
    apiCommand(channels.command(`${name} <account>`).description(description), terminal, {
      async ask(api: Api, wanted: string) {
        const { id, label } = findAccount(await listAccounts(api), wanted);
        return { label, channel: await call(api, channelApi.pauseChannel, { params: { id }, body: { paused } }) };
      },
      json: ({ channel }) => channel,
      tell: ({ label }) => print(terminal, done(label)),
    });
  }

  apiCommand(channels.command('test <account>').description('send a test post, and delete it again'), terminal, {
    async ask(api: Api, wanted: string) {
      const { id, label } = findAccount(await listAccounts(api), wanted);
      return { label, sent: await call(api, channelApi.testChannel, { params: { id } }) };
    },
    json: ({ sent }) => sent,
    tell: ({ label, sent }) => print(terminal, (sent.isDeleted ? words.tested : words.testLeft)(label, sent.url)),
  });

  addShareCommands(channels, terminal);

  const searching = 'search for people whom posts of an account can mention';
  const followed = 'show the followers of an account over time, if its platform reports them';
  apiCommand(channels.command('followers <account>').description(followed), terminal, {
    async ask(api: Api, wanted: string) {
      const { id } = findAccount(await listAccounts(api), wanted);
      return call(api, publishingApi.listFollowers, { params: { id } });
    },
    tell(points) {
      if (points.length === 0) return note(terminal, words.noFollowers);
      const rows = points.map(({ at, followers }) => [localTime(at), followers.toLocaleString('en')]);
      printTable(terminal, ['ASKED', 'FOLLOWERS'], rows);
    },
  });
  apiCommand(channels.command('people <account> <name>').description(searching), terminal, {
    async ask(api: Api, wanted: string, query: string) {
      const { id } = findAccount(await listAccounts(api), wanted);
      return call(api, publishingApi.searchPeople, { params: { id }, query: { query } });
    },
    tell(people, _, query) {
      if (people.length === 0) return note(terminal, words.nobodyCalled(query));
      printTable(
        terminal,
        ['WRITE', 'NAME'],
        people.map(({ handle, name }) => [`@${handle}`, name]),
      );
    },
  });
}

async function listChannels(api: Api): Promise<Channel[]> {
  return call(api, channelApi.listChannels);
}

/** A channel that cannot be checked does not affect the others. */
async function checkAll(api: Api, accounts: readonly Account[], terminal: Terminal) {
  const checked: Channel[] = [];
  let failed = 0;
  for (const channel of await listChannels(api)) {
    try {
      checked.push(await call(api, channelApi.checkChannel, { params: { id: channel.accountId } }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed += 1;
      note(terminal, `${labelOf(accounts, channel)}: ${error.message}`);
    }
  }
  return { checked, failed };
}

function collected(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function labelOf(accounts: readonly Account[], { accountId }: Channel): string {
  return accounts.find(({ id }) => id === accountId)?.label ?? accountId;
}

function stateInWords({ state, problem, isPaused, expiresAt }: Channel, now: Date): string {
  if (state === 'reconnect') return 'connect again';
  if (isPaused) return 'paused';
  const days = expiresAt === null ? null : Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / DAY_MS);
  if (days !== null && (problem !== null || days <= CHANNEL_WARNING_DAYS)) return `ends in ${days} d`;
  return 'ready';
}

function tellCheck({ state, handle, problem, platform, limits }: Channel, label: string, terminal: Terminal): void {
  if (state === 'ready') print(terminal, words.holds(label, handle, limitsInWords(platform, limits)));
  if (state === 'ready' && problem !== null) note(terminal, words.hasProblem(label, problem));
  for (const read of limits.lacks ?? []) {
    const known = platformOf(platform).reads?.[read];
    if (known) note(terminal, words.lacks(label, read, lacksInWords(known), known.needs));
  }
  if (state === 'reconnect') note(terminal, words.needsConnecting(label, problem ?? ''));
}
