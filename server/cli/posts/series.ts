import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import { postApi, postingTimesApi, seriesApi } from '../../../shared/api/posts.ts';
import { SERIES_COUNT_MAX, type SeriesRule, type seriesSchema } from '../../../shared/posts/series-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { WrongUsage } from '../terminal/exit-code.ts';
import { collected } from '../terminal/option-values.ts';
import { note, oneLine, print, printTable, type Terminal } from '../terminal/terminal.ts';
import { WEEKDAY_NAMES, weekdays } from '../terminal/weekdays.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

type Series = z.infer<typeof seriesSchema>;
type Every = SeriesRule['every'];
type StartOptions = {
  on?: number[];
  monthly?: number | 'last';
  at?: string;
  text?: string[];
  until?: string;
  count?: number;
};

const SHORT_ID_LENGTH = 8;
const TEXT_MAX_LENGTH = 60;
const NO_SERIES = 'No posts repeat. Make one repeat with `local-agent series start <post> --on mon`.';
const noSuchSeries = (id: string) =>
  `No series has an id that begins with ${id}. \`local-agent series list\` shows them.`;
const severalSeries = (id: string) => `Several series have an id that begins with ${id}. Give more of it.`;
const started = (made: number) =>
  `It repeats now. Scheduled ${made} of its posts; the others follow as their time comes.`;
const stopped = (deleted: number) =>
  `It no longer repeats. Deleted ${deleted} of its posts, which can be restored for 24 hours.`;
const ONE_RHYTHM = 'Give --on or --monthly, not both.';
const ONE_END = 'Give --until or --count, not both.';

/** `series list | show | start | stop`: posts that repeat. */
export function addSeriesCommand(program: Command, terminal: Terminal): void {
  const series = program.command('series').description('make a post repeat, weekly or monthly');

  apiCommand(series.command('list').description('list repeating posts, the most recently started first'), terminal, {
    ask: (api: Api) => call(api, seriesApi.listSeries),
    tell(list) {
      if (list.length === 0) return note(terminal, NO_SERIES);
      const rows = list.map(({ id, rule, texts, nextOn }) => [
        id.slice(0, SHORT_ID_LENGTH),
        ruleInWords(rule),
        nextOn ?? 'none',
        String(texts.length),
        oneLine(texts[0] ?? '').slice(0, TEXT_MAX_LENGTH),
      ]);
      printTable(terminal, ['ID', 'REPEATS', 'MORE FROM', 'TEXTS', 'FIRST TEXT'], rows);
    },
  });

  apiCommand(
    series.command('show <id>').description('print the texts of a series; the first characters of its id are enough'),
    terminal,
    {
      ask: findSeries,
      tell({ id, rule, texts, nextOn }) {
        const about = [
          ['id', id],
          ['repeats', ruleInWords(rule)],
          ['more from', nextOn ?? 'none'],
        ];
        printTable(
          terminal,
          ['WHAT', 'VALUE'],
          [...about, ...texts.map((text, at) => [`text ${at + 1}`, oneLine(text)])],
        );
      },
    },
  );

  const start = series
    .command('start <post>')
    .description(
      'make a post repeat; the first characters of its id are enough. Without --on or --monthly, each week on its day',
    )
    .option('--on <days>', 'days of the week such as "mon,thu", or "all"', weekdays)
    .option('--monthly <day>', 'a day of the month from 1 to 31, or "last"', dayOfMonth)
    .option('--at <time>', 'the time such as 09:00; without it, that of the post', clock)
    .option(
      '--text <text>',
      'a further text; all are used in turn, that of the post first; can be repeated',
      collected((text) => text),
    )
    .option('--until <day>', 'the last day such as 2027-03-31', day)
    .option('--count <number>', 'how many posts follow the post itself', wholeNumber(1, SERIES_COUNT_MAX));
  apiCommand(start, terminal, {
    check(_post: string, { on, monthly, until, count }: StartOptions) {
      if (on && monthly) throw new WrongUsage(ONE_RHYTHM);
      if (until && count) throw new WrongUsage(ONE_END);
    },
    ask: startSeries,
    tell: ({ made }) => print(terminal, started(made)),
  });

  apiCommand(
    series.command('stop <id>').description('stop one, and delete its posts that are still scheduled'),
    terminal,
    {
      async ask(api: Api, id: string) {
        const params = { id: (await findSeries(api, id)).id };
        return call(api, seriesApi.stopSeries, { params });
      },
      tell: ({ deleted }) => print(terminal, stopped(deleted)),
    },
  );
}

/** Finds the series whose id begins with `id`. AppError not_found if there is none, bad_input if there are several. */
async function findSeries(api: Api, id: string): Promise<Series> {
  const [found, ...others] = (await call(api, seriesApi.listSeries)).filter((one) =>
    one.id.startsWith(id.toLowerCase()),
  );
  if (!found) throw new AppError('not_found', noSuchSeries(id));
  if (others.length > 0) throw new AppError('bad_input', severalSeries(id));
  return found;
}

async function startSeries(api: Api, post: string, options: StartOptions) {
  const [stored, { timezone }] = await Promise.all([
    call(api, postApi.getPostFields, { params: { id: post } }),
    call(api, postingTimesApi.getPostingTimes),
  ]);
  const { on, monthly, at, text = [], until, count } = options;
  const now = Temporal.Now.instant();
  const own = (stored.post ? Temporal.Instant.from(stored.post.scheduled_time) : now).toZonedDateTimeISO(timezone);
  const every: Every = monthly
    ? { unit: 'month', day: monthly }
    : { unit: 'week', weekdays: on ?? [own.dayOfWeek % 7] };
  // The series begins after `from`, so that a draft goes out today at the earliest.
  const from = (stored.post ? own.toPlainDate() : own.toPlainDate().subtract({ days: 1 })).toString();
  const end: SeriesRule['end'] = until ? { kind: 'date', until } : count ? { kind: 'count', count } : { kind: 'never' };
  const rule: SeriesRule = { every, time: at ?? own.toPlainTime().toString({ smallestUnit: 'minute' }), from, end };
  const id = randomUUID();
  const body = { id, contentId: stored.id, texts: [stored.caption, ...text], rule };
  return { id, ...(await call(api, seriesApi.repeatPost, { body })) };
}

function ruleInWords({ every, time, end }: SeriesRule): string {
  const days =
    every.unit === 'month'
      ? every.day === 'last'
        ? 'last day of the month'
        : `day ${every.day} of the month`
      : every.weekdays.map((day) => WEEKDAY_NAMES[day]?.slice(0, 3)).join(', ');
  const ending = end.kind === 'date' ? `, until ${end.until}` : end.kind === 'count' ? `, ${end.count} times` : '';
  return `${days} ${time}${ending}`;
}

function dayOfMonth(given: string): number | 'last' {
  return given === 'last' ? given : wholeNumber(1, 31)(given);
}

function clock(given: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(given)) throw new InvalidArgumentError('Give a time such as 09:00.');
  return given;
}

function day(given: string): string {
  try {
    return Temporal.PlainDate.from(given).toString();
  } catch {
    throw new InvalidArgumentError('Give a day such as 2027-03-31.');
  }
}
