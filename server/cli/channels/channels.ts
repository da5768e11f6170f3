import type { Command } from 'commander';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import {
  CHANNEL_WARNING_DAYS,
  type Channel,
  type ChannelEntry,
  channelSchema,
} from '../../../shared/publishing/channel.ts';
import { byHandOnly, channelGuide } from '../../../shared/publishing/channel-guides.ts';
import {
  CHANNELS_PATH,
  type ConnectRequest,
  channelCheckPath,
  channelListSchema,
  channelPath,
  channelPausePath,
  channelTestPath,
  disconnectedSchema,
  testPostSchema,
} from '../../../shared/publishing/publishing-api.ts';
import { AppError } from '../../errors.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { type Api, readJson } from '../agent/api.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CommandFailed, WrongUsage } from '../terminal/exit-code.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { askSecret } from '../terminal/password.ts';
import { note, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { signInWithBrowser } from './browser-sign-in.ts';
import * as words from './channel-messages.ts';

const DAY_MS = 24 * 60 * 60_000;

type ConnectOptions = {
  server?: string;
  identifier?: string;
  token?: boolean;
  tokenStdin?: boolean;
  replace?: boolean;
};

/**
 * `channels connect | list | check | remove | pause | resume | test`: which accounts posts go out to by themselves. An
 * account of Mastodon is connected by a sign-in in the browser; else the login is typed or read from standard input,
 * never an argument. `check` ends with 1 when an account must be connected
 * again.
 */
export function addChannelsCommand(program: Command, terminal: Terminal): void {
  const channels = program.command('channels').description('connect accounts for posting');

  withWorkspaceOptions(channels.command('connect <account>').description('connect an account for posting'))
    .option('--server <address>', 'the server of the account: needed for Mastodon')
    .option('--identifier <handle>', 'the handle on Bluesky, such as ada.bsky.social')
    .option('--token', 'type an access token of Mastodon instead of signing in with the browser')
    .option('--token-stdin', 'read the app password or access token from standard input')
    .option('--replace', 'post as another account of the platform than before')
    .action(async (wanted: string, options: ConnectOptions, command: Command) => {
      const config = configOf(command);
      const { account, channel } = await withApi('channels connect', config, terminal, async (api) => {
        const found = findAccount(await listAccounts(api), wanted);
        return { account: found, channel: await connectWith(api, found, options, config.open, terminal) };
      });
      if (config.json) printJson(terminal, channel);
      else print(terminal, words.connected(account.label, channel.handle));
    });

  withWorkspaceOptions(channels.command('list').description('list the connected accounts')).action(
    async (_options: object, command: Command) => {
      const config = configOf(command);
      const { list, accounts } = await withApi('channels list', config, terminal, async (api) => ({
        list: await listChannels(api),
        accounts: await listAccounts(api),
      }));
      if (config.json) return printJson(terminal, list);
      if (list.length === 0) return note(terminal, words.NO_CHANNELS);
      const rows = list.map((channel) => [
        labelOf(accounts, channel),
        platformLabel(channel.platform),
        channel.handle,
        stateInWords(channel, new Date()),
        localTime(channel.checkedAt),
      ]);
      printTable(terminal, ['ACCOUNT', 'PLATFORM', 'POSTS AS', 'STATE', `CHECKED (${localZone()})`], rows);
    },
  );

  withWorkspaceOptions(
    channels.command('check [account]').description('ask the platforms whether the logins hold; all, or that of one'),
  ).action(async (wanted: string | undefined, _options: object, command: Command) => {
    const config = configOf(command);
    const { checked, failed, accounts } = await withApi('channels check', config, terminal, async (api) => {
      const known = await listAccounts(api);
      if (wanted === undefined) return { ...(await checkAll(api, known, terminal)), accounts: known };
      return {
        checked: [await post(api, channelCheckPath(findAccount(known, wanted).id))],
        failed: 0,
        accounts: known,
      };
    });
    if (config.json) printJson(terminal, wanted === undefined ? checked : checked[0]);
    else if (checked.length + failed === 0) note(terminal, words.NO_CHANNELS);
    else for (const channel of checked) tellCheck(channel, labelOf(accounts, channel), terminal);
    if (failed > 0 || checked.some(({ state }) => state === 'reconnect')) throw new CommandFailed();
  });

  withWorkspaceOptions(
    channels.command('remove <account>').description('disconnect an account and forget its login on this machine'),
  ).action(async (wanted: string, _options: object, command: Command) => {
    const config = configOf(command);
    const { account, channel, left } = await withApi('channels remove', config, terminal, async (api) => {
      const found = findAccount(await listAccounts(api), wanted);
      const before = (await listChannels(api)).find(({ accountId }) => accountId === found.id);
      const response = await api({ method: 'DELETE', path: channelPath(found.id) });
      return { account: found, channel: before, ...(await readJson(response, disconnectedSchema)) };
    });
    if (config.json) return printJson(terminal, { ...channel, left });
    print(terminal, words.removed(account.label, channel?.handle ?? '-'));
    if (left) note(terminal, words.leftInWords(left));
  });

  for (const [name, paused, description, done] of [
    ['pause', true, 'hold the posts of an account back', words.paused],
    ['resume', false, 'let the posts of an account go out again', words.resumed],
  ] as const) {
    withWorkspaceOptions(channels.command(`${name} <account>`).description(description)).action(
      async (wanted: string, _options: object, command: Command) => {
        const config = configOf(command);
        const { account, channel } = await withApi(`channels ${name}`, config, terminal, async (api) => {
          const found = findAccount(await listAccounts(api), wanted);
          return { account: found, channel: await post(api, channelPausePath(found.id), { paused }) };
        });
        if (config.json) printJson(terminal, channel);
        else print(terminal, done(account.label));
      },
    );
  }

  withWorkspaceOptions(channels.command('test <account>').description('send a test post, and delete it again')).action(
    async (wanted: string, _options: object, command: Command) => {
      const config = configOf(command);
      const { account, sent } = await withApi('channels test', config, terminal, async (api) => {
        const found = findAccount(await listAccounts(api), wanted);
        const response = await api({ method: 'POST', path: channelTestPath(found.id) });
        return { account: found, sent: await readJson(response, testPostSchema) };
      });
      if (config.json) printJson(terminal, sent);
      else print(terminal, (sent.isDeleted ? words.tested : words.testLeft)(account.label, sent.url));
    },
  );
}

async function listChannels(api: Api): Promise<Channel[]> {
  return readJson(await api({ method: 'GET', path: CHANNELS_PATH }), channelListSchema);
}

async function post(api: Api, path: string, body?: object): Promise<Channel> {
  return readJson(await api({ method: 'POST', path, ...(body && { body }) }), channelSchema);
}

/** A channel that cannot be checked does not keep the others from it. */
async function checkAll(api: Api, accounts: readonly Account[], terminal: Terminal) {
  const checked: Channel[] = [];
  let failed = 0;
  for (const channel of await listChannels(api)) {
    try {
      checked.push(await post(api, channelCheckPath(channel.accountId)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed += 1;
      note(terminal, `${labelOf(accounts, channel)}: ${error.message}`);
    }
  }
  return { checked, failed };
}

/** Tells what the platform wants, asks for it, and connects. */
async function connectWith(
  api: Api,
  account: Account,
  options: ConnectOptions,
  open: boolean,
  terminal: Terminal,
): Promise<Channel> {
  const { server, token, tokenStdin, replace = false } = options;
  try {
    if (account.platform !== 'mastodon' || token || tokenStdin) {
      const body: ConnectRequest = { ...(await askEntry(account, options, terminal)), replace };
      return await post(api, channelPath(account.id), body);
    }
    if (!server) throw new WrongUsage(words.noServer(account.label));
    const guide = channelGuide(account.platform);
    // The steps are those of making a token.
    if (guide) for (const line of words.guideInWords({ ...guide, steps: [] })) note(terminal, line);
    return await signInWithBrowser(api, { account, server, replace, open }, terminal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    throw new AppError('conflict', words.replaceWith(error.message), { cause: error });
  }
}

/** What the platform wants, told first, then asked for. */
async function askEntry(account: Account, options: ConnectOptions, terminal: Terminal): Promise<ChannelEntry> {
  const { platform, label } = account;
  const { server, identifier, tokenStdin: fromStdin } = options;
  const guide = channelGuide(platform);
  if (guide && !fromStdin) for (const line of words.guideInWords(guide)) note(terminal, line);
  const ask = (question: string) =>
    askSecret(terminal, { fromStdin, question, notTyped: words.NO_TOKEN, empty: words.EMPTY_TOKEN });
  switch (platform) {
    case 'bluesky':
      if (!identifier) throw new WrongUsage(words.noIdentifier(label));
      return { platform, identifier, appPassword: await ask('App password: '), ...(server && { server }) };
    case 'mastodon':
      if (!server) throw new WrongUsage(words.noServer(label));
      return { platform, server, accessToken: await ask('Access token: ') };
    default:
      throw new AppError('bad_input', byHandOnly(platform));
  }
}

function labelOf(accounts: readonly Account[], { accountId }: Channel): string {
  return accounts.find(({ id }) => id === accountId)?.label ?? accountId;
}

function stateInWords({ state, isPaused, expiresAt }: Channel, now: Date): string {
  if (state === 'reconnect') return 'connect again';
  if (isPaused) return 'paused';
  const days = expiresAt === null ? null : Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / DAY_MS);
  return days !== null && days <= CHANNEL_WARNING_DAYS ? `ends in ${days} d` : 'ready';
}

function tellCheck({ state, handle, problem }: Channel, label: string, terminal: Terminal): void {
  if (state === 'ready') print(terminal, words.holds(label, handle));
  else note(terminal, words.needsConnecting(label, problem ?? ''));
}
