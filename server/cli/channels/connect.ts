import type { ZodType } from 'zod';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { channelApi } from '../../../shared/api/channels.ts';
import { type Read, readSchema } from '../../../shared/platforms/reads.ts';
import { doubtsOf, inTheirFields, shortLabel } from '../../../shared/platforms/recognise.ts';
import {
  type ChannelGuide,
  type ChannelWay,
  entryOf,
  missingFields,
  needsOwnReturn,
  withReturnAddress,
} from '../../../shared/platforms/ways.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';
import type { Channel } from '../../../shared/publishing/channel.ts';
import { channelEntrySchema, signInRequestSchema } from '../../../shared/publishing/channel-entries.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { WrongUsage } from '../terminal/exit-code.ts';
import { askSecret, readSecret } from '../terminal/password.ts';
import { note, type Terminal } from '../terminal/terminal.ts';
import { type BrowserSignIn, signInWithBrowser } from './browser-sign-in.ts';
import * as words from './channel-messages.ts';

export type ConnectOptions = {
  server?: string;
  identifier?: string;
  set?: string[];
  token?: boolean;
  tokenStdin?: boolean;
  signIn?: boolean;
  renew?: boolean;
  replace?: boolean;
  read?: string[];
};

/**
 * Shows what the platform requires, asks for it, and connects, by the platform's first way that has the given fields
 * and fits --sign-in, --token or --token-stdin if given. WrongUsage names a missing field; AppError with the platform's
 * message.
 */
export async function connectWith(
  api: Api,
  account: Account,
  options: ConnectOptions,
  { open, port }: { open: boolean; port: number },
  terminal: Terminal,
): Promise<Channel> {
  const { platform, label } = account;
  const params = { id: account.id };
  const written = (await platformOf(platform).guide()).guide;
  const replace = options.replace ?? false;
  const reads = readsOf(options.read ?? [], account);
  const inBrowser = (begin: BrowserSignIn['begin']) =>
    signInWithBrowser(api, { account, begin, open, returnsToAgent: needsOwnReturn(written) }, terminal);
  try {
    if (options.renew) {
      return await inBrowser(async (returnPort) => {
        const begun = await call(api, channelApi.renewChannel, { params, body: { replace, returnPort, reads } });
        if (begun.state === 'none') throw new AppError('bad_input', words.nothingToRenew(label));
        return begun;
      });
    }
    const guide = withReturnAddress(written, port);
    const asked = { ...options, set: [...(options.set ?? []), ...reads.map((read) => `${read}=yes`)] };
    const way = wayFor(guide, asked);
    // The browser shows the steps.
    const steps = way.kind === 'sign-in' && way.fields.length <= 1 ? [] : way.steps;
    if (!options.tokenStdin) {
      for (const line of words.guideInWords(guide, steps)) note(terminal, line);
      for (const line of words.readsInWords(way)) note(terminal, line);
    }
    const entry = { platform, ...(await askEntry(account, way, asked, terminal)) };
    if (way.kind === 'sign-in') {
      const request = { ...parsed(signInRequestSchema, entry), replace };
      return await inBrowser((returnPort) =>
        call(api, channelApi.beginSignIn, { params, body: { ...request, returnPort } }),
      );
    }
    const body = { ...parsed(channelEntrySchema, entry), replace };
    const answer = await call(api, channelApi.connectChannel, { params, body });
    if (answer.state === 'connected') return answer.channel;
    throw new WrongUsage(words.choose(label, answer));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    throw new AppError('conflict', words.replaceWith(error.message), { cause: error });
  }
}

/** WrongUsage for an unknown name, or one the platform has no separate permission for. */
function readsOf(wanted: readonly string[], { platform, label }: Account): Read[] {
  const { reads = {} } = platformOf(platform);
  return wanted.map((name) => {
    const { data } = readSchema.safeParse(name);
    if (!data || !reads[data]) throw new WrongUsage(words.nothingToRead(label, name, Object.keys(reads)));
    return data;
  });
}

function wayFor({ ways }: ChannelGuide, { token, tokenStdin, signIn, set = [] }: ConnectOptions): ChannelWay {
  const wanted = signIn ? 'sign-in' : token || tokenStdin ? 'entry' : null;
  const fit = ways.filter(({ kind }) => wanted === null || kind === wanted);
  const known = new Set(ways.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const given = Object.keys(settingsOf(set)).filter((name) => known.has(name));
  const has = ({ fields }: ChannelWay) => given.every((name) => fields.some((field) => field.name === name));
  return fit.find(has) ?? (given.length > 0 ? ways.find(has) : null) ?? fit[0] ?? ways[0];
}

/** Fills a way's fields from the command's options, and from secrets typed or on standard input, one per line. */
async function askEntry({ label }: Account, way: ChannelWay, options: ConnectOptions, terminal: Terminal) {
  const { server, identifier, tokenStdin } = options;
  const given: { [name: string]: string | undefined } = { server, identifier, ...settingsOf(options.set ?? []) };
  for (const { name, isSecret } of way.fields) if (isSecret) delete given[name];
  const missing = missingFields(way, entryOf(way, given)).find(({ isSecret }) => !isSecret);
  if (missing) throw new WrongUsage(words.noField(label, missing));
  const secrets = way.fields.filter(({ isSecret }) => isSecret);
  if (tokenStdin && secrets.length > 0) {
    const lines = (await readSecret(terminal, words.EMPTY_TOKEN)).split(/\r?\n/);
    for (const [index, { name }] of secrets.entries()) given[name] = lines[index];
  } else {
    const asked = secrets.filter(({ isOptional }) => terminal.stdin.isTTY || !isOptional);
    for (const { name, label: question } of asked)
      given[name] = await askSecret(terminal, {
        question: `${question}: `,
        notTyped: words.NO_TOKEN,
        empty: words.EMPTY_TOKEN,
      });
  }
  const { entry, moved } = inTheirFields(way, entryOf(way, given));
  if (moved.length > 0) note(terminal, words.movedTo(moved.map(({ label: name }) => shortLabel(name))));
  for (const [name, doubt] of Object.entries(doubtsOf(way, entry))) {
    const field = way.fields.find((one) => one.name === name);
    if (field) note(terminal, words.doubted(shortLabel(field.label), doubt));
  }
  const [empty] = missingFields(way, entry);
  if (empty) throw new AppError('bad_input', empty.missing);
  // A choice requested by the platform is not a field of the way.
  const { platform: _, ...chosen } = settingsOf(options.set ?? []);
  const others = Object.entries(chosen).filter(([name]) => !way.fields.some((field) => field.name === name));
  return { ...entry, ...Object.fromEntries(others) };
}

function settingsOf(set: readonly string[]): { [name: string]: string } {
  return Object.fromEntries(
    set.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new WrongUsage(words.badSetting(text));
      return [text.slice(0, at).trim(), text.slice(at + 1)];
    }),
  );
}

/** AppError bad_input for values that the schema rejects, such as one that is too long. */
function parsed<T>(schema: ZodType<T>, entry: unknown): T {
  const { success, data, error } = schema.safeParse(entry);
  if (!success) throw new AppError('bad_input', words.BAD_ENTRY, { cause: error });
  return data;
}
