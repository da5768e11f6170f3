import type { Command } from 'commander';
import { evergreenApi } from '../../../shared/api/memory.ts';
import { timesOf } from '../../../shared/insights/why.ts';
import type { EvergreenPost } from '../../../shared/memory/evergreen.ts';
import { broughtBackInWords } from '../../../shared/posts/brought-back.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { note, oneLine, print, printTable, type Terminal } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/whole-number.ts';
import { describeComposed } from './compose-messages.ts';

const SHORT_ID_LENGTH = 8;

/** `posts evergreen` lists posts that did well long enough ago; `posts bring-back` drafts one again with new words. */
export function addEvergreenCommands(posts: Command, terminal: Terminal): void {
  const list = posts
    .command('evergreen')
    .description('list the posts that did well and have rested, the best first')
    .option('--account <label>', 'only those of this account')
    .option('--limit <number>', 'at most this many (20)', wholeNumber(1, 50));
  apiCommand(list, terminal, {
    async ask(api: Api, { account, limit }: { account?: string; limit?: number }) {
      const id = account === undefined ? undefined : findAccount(await listAccounts(api), account).id;
      return call(api, evergreenApi.listEvergreen, { query: { account: id, limit } });
    },
    tell(found) {
      if (found.length === 0) return note(terminal, NONE);
      printTable(terminal, ['ID', `TIME (${localZone()})`, 'WHERE', 'SUCCESS', 'TEXT'], found.map(rowOf));
    },
  });

  const bring = posts.command('bring-back <id>').description('make a draft of such a post, with new wording');
  apiCommand(bring, terminal, {
    ask: (api: Api, id: string) => call(api, evergreenApi.bringBack, { params: { id }, body: {} }),
    tell(post) {
      for (const line of describeComposed(post)) print(terminal, line);
      print(terminal, oneLine(`Brought back: ${broughtBackInWords({ ...post.from, words: 'new' })}`));
      if (post.note) note(terminal, post.note);
    },
  });
}

function rowOf({ id, publishedAt, platform, account, success, text }: EvergreenPost): string[] {
  return [
    id.slice(0, SHORT_ID_LENGTH),
    localTime(publishedAt),
    account ?? platformLabel(platform),
    `${timesOf(success)} times usual`,
    oneLine(text),
  ];
}

const NONE = 'Nothing to bring back: no post that did well has rested long enough, or too few posts have figures.';
