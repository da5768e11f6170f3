import type { Command } from 'commander';
import { ANSWERS_PAGE, type Answer, type AnswersQuery, type Reply } from '../../../shared/answers/answers.ts';
import { answerApi } from '../../../shared/api/answers.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';

const ID = 'the first characters of its id are enough';
const SHOWN = 80;
const MARKS = { unread: 'marked as unread', read: 'marked as read', done: 'marked as done' } as const;

/** `answers list | show | reply | draft | mark | like | unlike | hide | unhide | remove | check`. */
export function addAnswersCommand(program: Command, terminal: Terminal): void {
  const answers = program.command('answers').description('comments, replies and mentions, and your replies to them');

  const list = answers
    .command('list')
    .description(`list answers, the latest ${ANSWERS_PAGE} first`)
    .option('--state <state>', 'unread, open (unread and read), done or all', 'open')
    .option('--platform <platform>', 'of one platform')
    .option('--account <id>', 'of one account')
    .option('--post <id>', 'below one post');
  apiCommand(list, terminal, {
    ask: (api: Api, query: AnswersQuery) => call(api, answerApi.listAnswers, { query: picked(query) }),
    tell({ answers: page, unread }) {
      if (page.length === 0) return note(terminal, NONE);
      const rows = page.map((one) => [one.id.slice(0, 8), localTime(one.writtenAt), one.state, where(one), said(one)]);
      printTable(terminal, ['ID', 'WRITTEN', 'STATE', 'WHERE', 'ANSWER'], rows);
      note(terminal, `${unread} unread`);
    },
  });

  apiCommand(answers.command('show <id>').description(`show an answer with its post and thread; ${ID}`), terminal, {
    ask: async (api: Api, id: string) => call(api, answerApi.getAnswer, { params: { id: await find(api, id) } }),
    tell({ answer, postText, answers: thread, replies }) {
      if (postText !== null) print(terminal, `${postText}\n`);
      for (const one of thread.length > 0 ? thread : [answer]) {
        print(terminal, `${localTime(one.writtenAt)}  ${said(one, Number.POSITIVE_INFINITY)}`);
        for (const reply of replies.filter(({ answerId }) => answerId === one.id))
          print(terminal, `    ${reply.id.slice(0, 8)}  ${reply.state}: ${reply.text}`);
      }
    },
  });

  const reply = answers.command('reply <id> <text>').description(`reply to an answer, in public; ${ID}`);
  apiCommand(reply, terminal, {
    ask: async (api: Api, id: string, text: string) =>
      call(api, answerApi.sendReply, { params: { id: await find(api, id) }, body: { text } }),
    tell: (sent) => print(terminal, outcomeOf(sent)),
    hasFailed: ({ state }) => state === 'failed' || state === 'unsure',
  });

  const draft = answers
    .command('draft <id> [wish]')
    .description(`have the writer draft a reply without sending it; the wish says what it should be like; ${ID}`);
  apiCommand(draft, terminal, {
    ask: async (api: Api, id: string, wish: string | undefined) =>
      call(api, answerApi.writeReply, { params: { id: await find(api, id) }, body: { wish } }),
    tell: ({ text }) => print(terminal, text),
  });

  const mark = answers.command('mark <state> <ids...>').description(`mark answers as unread, read or done; ${ID}`);
  apiCommand(mark, terminal, {
    check(state: string) {
      if (!Object.hasOwn(MARKS, state)) throw new AppError('bad_input', 'Give unread, read or done.');
    },
    async ask(api: Api, state: string, given: string[]) {
      const ids: string[] = [];
      for (const id of given) ids.push(await find(api, id));
      return call(api, answerApi.markAnswers, { body: { ids, state: state as keyof typeof MARKS } });
    },
    tell: (marked, state) => print(terminal, `${marked.length} ${MARKS[state as keyof typeof MARKS]}.`),
  });

  const actions = [
    ['like', 'like an answer', answerApi.likeAnswer],
    ['unlike', 'take back a like', answerApi.unlikeAnswer],
    ['hide', 'hide an answer from others', answerApi.hideAnswer],
    ['unhide', 'show a hidden answer again', answerApi.unhideAnswer],
  ] as const;
  for (const [name, description, operation] of actions) {
    apiCommand(answers.command(`${name} <id>`).description(`${description}; ${ID}`), terminal, {
      ask: async (api: Api, id: string) => call(api, operation, { params: { id: await find(api, id) } }),
      tell: ({ liked, hidden }) =>
        print(terminal, `Done: ${liked ? 'liked' : 'not liked'}, ${hidden ? 'hidden' : 'shown'}.`),
    });
  }

  apiCommand(answers.command('remove <reply>').description('take back a reply, by its full id'), terminal, {
    ask: (api: Api, id: string) => call(api, answerApi.removeReply, { params: { id } }),
    tell: () => print(terminal, 'Taken back.'),
  });

  apiCommand(answers.command('check').description('look for new answers now'), terminal, {
    ask: (api: Api) => call(api, answerApi.checkAnswers),
    tell(sources) {
      if (sources.length === 0) return note(terminal, NO_SOURCES);
      const rows = sources.map((one) => [platformLabel(one.platform), one.account.label, one.problem ?? one.state]);
      printTable(terminal, ['PLATFORM', 'ACCOUNT', 'STATE'], rows);
    },
  });
}

/** Drops the options that were not given. */
function picked({ state, platform, account, post }: AnswersQuery): AnswersQuery {
  return { state, ...(platform && { platform }), ...(account && { account }), ...(post && { post }) };
}

/** Resolves the first characters of an id. AppError not_found, or conflict if several ids begin with them. */
async function find(api: Api, wanted: string): Promise<string> {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(wanted)) return wanted;
  const { answers } = await call(api, answerApi.listAnswers, { query: { state: 'all' } });
  const [one, other] = answers.filter(({ id }) => id.startsWith(wanted));
  if (!one) throw new AppError('not_found', `None of the latest answers begins with ${wanted}. Give its full id.`);
  if (other) throw new AppError('conflict', `Several answers begin with ${wanted}. Give more of the id.`);
  return one.id;
}

function where({ platform, account, kind }: Answer): string {
  return `${platformLabel(platform)} ${account.label} (${kind})`;
}

function said({ author, text, deletedAt, hidden }: Answer, most = SHOWN): string {
  const marks = [deletedAt !== null ? ' [deleted]' : '', hidden ? ' [hidden]' : ''].join('');
  const line = text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ');
  return `${author.name}: ${line.length > most ? `${line.slice(0, most - 1)}…` : line}${marks}`;
}

function outcomeOf({ state, url, error, id }: Reply): string {
  if (state === 'sent')
    return `Sent: ${url ?? 'no address is known'}\nTake it back with \`local-agent answers remove ${id}\`.`;
  if (state === 'sending') return `Not sent yet${error ? ` (${error})` : ''}. The running agent sends it.`;
  return error ?? state;
}

const NONE = 'No answers. Those of connected accounts arrive automatically while the agent is running.';
const NO_SOURCES = 'No connected account has an API for answers.';
