import { type Command, Option } from 'commander';
import { memoryApi } from '../../../shared/api/memory.ts';
import { type FoundPosted, POSTED_LIMIT_DEFAULT, POSTED_LIMIT_MAX } from '../../../shared/memory/memory.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { figuresInWords } from '../../../shared/publishing/figures.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { note, oneLine, printTable, type Terminal } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

type FindOptions = { account?: string; platform?: Platform; limit?: number };

/** `posts find`: searches published and scheduled posts by their words. */
export function addFindCommand(posts: Command, terminal: Terminal): void {
  const find = posts
    .command('find <words...>')
    .description('search published and scheduled posts by their text')
    .option('--account <label>', 'only what went to this account')
    .addOption(new Option('--platform <platform>', 'only what went to this platform').choices(PLATFORM_IDS))
    .option('--limit <number>', `at most this many (${POSTED_LIMIT_DEFAULT})`, wholeNumber(1, POSTED_LIMIT_MAX));
  apiCommand(find, terminal, {
    async ask(api: Api, words: string[], { account, platform, limit }: FindOptions) {
      const id = account === undefined ? undefined : findAccount(await listAccounts(api), account).id;
      return call(api, memoryApi.findPosted, { query: { q: words.join(' '), account: id, platform, limit } });
    },
    tell(found) {
      if (found.length === 0) return note(terminal, NOTHING_FOUND);
      printTable(terminal, [`TIME (${localZone()})`, 'WHERE', 'FIGURES', 'TEXT', 'LINK'], found.map(rowOf));
    },
  });
}

function rowOf({ at, isOut, places, snippet }: FoundPosted): string[] {
  const [first] = places;
  return [
    `${at === null ? '-' : localTime(at)}${isOut ? '' : ' (scheduled)'}`,
    places.map(({ platform, account }) => account ?? platformLabel(platform)).join(', ') || '-',
    figuresInWords(first?.figures ?? {}) || '-',
    oneLine(snippet.map(({ text }) => text).join('')),
    first?.url ?? '-',
  ];
}

const NOTHING_FOUND = 'No posts with these words. Try fewer words, or only their beginnings.';
