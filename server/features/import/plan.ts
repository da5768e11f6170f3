import type { Temporal } from 'temporal-polyfill';
import { type PostFields, postFieldsSchema } from '../../../shared/posts/compose.ts';
import { parseHashtags } from '../../../shared/posts/composing.ts';
import type { DateOrder, ImportAnswer, ImportedPost, LineProblem } from '../../../shared/posts/import/import.ts';
import { IMPORT_MAX_PROBLEMS } from '../../../shared/posts/import/limits.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { checkFields } from './check-fields.ts';
import { type Columns, cellsOf, type Field, optionsIn } from './columns.ts';
import type { CsvLine } from './csv.ts';
import { chosenDestinations, findAccounts, findPlatforms, type ImportAccount } from './destinations.ts';
import { altTexts, findMedia, type LibraryIndex } from './library.ts';
import { orderOf, readMoment } from './times.ts';

/** The data that the lines of a file are checked against. */
export type ImportContext = {
  now: Temporal.Instant;
  timezone: string;
  accounts: readonly ImportAccount[];
  library: LibraryIndex;
  /** The user's choice for lines that name no platform. */
  platforms: readonly Platform[];
  /** The accounts for lines that name none; null for every connected one. */
  chosenAccounts: readonly string[] | null;
  dateOrder: DateOrder | null;
};

/** The result of planning a file. `posts` is complete only without problems. */
export type ImportPlan = {
  posts: { fields: PostFields; time: string | null }[];
  answer: Omit<ImportAnswer, 'imported'>;
  hasErrors: boolean;
};

/** Checks each line against the limits of posts, platforms and the workspace. */
export function planImport(columns: Columns, context: ImportContext): ImportPlan {
  const cells = columns.lines.map((line) => cellsOf(line, columns));
  const shown = context.dateOrder ?? orderOf(cells);
  const order = shown === 'none' ? 'mdy' : (shown ?? 'mdy');
  const problems: LineProblem[] = [];
  const posts: ImportPlan['posts'] = [];
  const previews: ImportedPost[] = [];
  const seen = new Map<string, number>();
  const openPlatforms = new Set<Platform>();
  let needsPlatforms = false;
  for (const [index, line] of columns.lines.entries()) {
    const one = readLine(line, cells[index] ?? {}, { ...context, dateOrder: order }, columns);
    needsPlatforms ||= one.needsPlatforms;
    for (const platform of one.openPlatforms) openPlatforms.add(platform);
    problems.push(...one.problems, ...repeated(one, line, seen));
    posts.push({ fields: one.fields, time: one.time });
    previews.push(previewOf(line, one, context));
  }
  if (columns.lines.length === 0) {
    problems.push({ line: 1, column: null, text: 'There is no post below the headings.', isWarning: false });
  }
  const errors = problems.filter(({ isWarning }) => !isWarning);
  return {
    posts,
    hasErrors: errors.length > 0 || shown === null || needsPlatforms,
    answer: {
      posts: previews,
      problems: [...errors, ...problems.filter(({ isWarning }) => isWarning)]
        .slice(0, IMPORT_MAX_PROBLEMS)
        .sort((a, b) => a.line - b.line),
      moreErrors: Math.max(0, errors.length - IMPORT_MAX_PROBLEMS),
      ignored: columns.ignored,
      needsDateOrder: shown === null,
      needsPlatforms,
      openPlatforms: PLATFORM_IDS.filter((id) => openPlatforms.has(id)),
      timezone: context.timezone,
    },
  };
}

type ReadLine = {
  fields: PostFields;
  time: string | null;
  media: string[];
  problems: LineProblem[];
  needsPlatforms: boolean;
  /** The platforms of a line that names no account. */
  openPlatforms: readonly Platform[];
};

function readLine(
  { line, cells: all }: CsvLine,
  cells: Partial<Record<Field, string>>,
  context: ImportContext & { dateOrder: DateOrder },
  columns: Columns,
): ReadLine {
  const problems: LineProblem[] = [];
  const headingOf = (...fields: Field[]) =>
    columns.headings[columns.fields.findIndex((field) => field !== null && fields.includes(field))] ?? null;
  const complain = (text: string, ...fields: Field[]) =>
    problems.push({ line, column: headingOf(...fields), text, isWarning: false });

  if (all.slice(columns.fields.length).some((cell) => cell.trim() !== ''))
    complain('It has more cells than there are headings. Put text that has commas in it in quotation marks.');
  const moment = readMoment(cells, context.dateOrder, context.timezone);
  if ('problem' in moment) {
    const isOfTime = cells.time !== undefined && moment.problem.startsWith(`"${cells.time}"`);
    complain(moment.problem, ...(isOfTime ? (['time'] as const) : (['when', 'date', 'time'] as const)));
  }
  const time = 'time' in moment ? moment.time : null;
  if (time !== null && Date.parse(time) <= context.now.epochMilliseconds)
    complain('Its time is in the past.', 'when', 'date', 'time');

  const named = findPlatforms(cells.platforms ?? '');
  for (const text of named.problems) complain(text, 'platforms');
  const wanted = findAccounts(cells.accounts ?? '', named.platforms, context.accounts);
  for (const text of wanted.problems) complain(text, 'accounts');
  const isUnsaid = cells.platforms === undefined && cells.accounts === undefined;
  const open = wanted.accounts === null && wanted.problems.length === 0;
  const openPlatforms = open ? (isUnsaid ? context.platforms : wanted.platforms) : [];
  const { platforms, accounts, leftOut } = open
    ? chosenDestinations(openPlatforms, context.chosenAccounts, context.accounts)
    : { ...wanted, leftOut: [] };
  const none = platforms.length === 0 && leftOut.length > 0;
  for (const one of leftOut) {
    const text = `${platformLabel(one)} is left out: you chose none of its accounts.`;
    problems.push({ line, column: null, text, isWarning: !none });
  }

  const media = findMedia(cells.media ?? '', context.library);
  for (const text of media.problems) complain(text, 'media');
  const alts = altTexts(cells.alt ?? '');
  if (alts.length > media.files.length && media.problems.length === 0)
    complain(`It has ${alts.length} alt texts for ${count(media.files.length, 'file')}.`, 'alt');
  const text = [cells.text, cells.link].filter((part) => part !== undefined);
  const parsed = postFieldsSchema.safeParse({
    caption: text.join('\n\n'),
    hashtags: parseHashtags(cells.hashtags ?? ''),
    alternatives: {},
    account_versions: {},
    first_comment: cells.comment ?? '',
    as_document: null,
    link_card: null,
    options: optionsIn({ line, cells: all }, columns),
    platforms,
    account_ids: accounts,
    media: media.files.map(({ item }, index) => (alts[index] ? { ...item, alt: alts[index] } : item)),
  });
  if (!parsed.success && parsed.error.issues[0]?.path[0] === 'options') {
    const [{ path: [, platform, name] = [], message }] = parsed.error.issues;
    const at = columns.options.findIndex((one) => one?.platform === platform && one?.option.name === name);
    problems.push({ line, column: columns.headings[at] ?? null, text: message, isWarning: false });
    return { fields: EMPTY, time, media: [], problems, needsPlatforms: false, openPlatforms };
  }
  if (!parsed.success) {
    complain(`This is too much for one post (${parsed.error.issues[0]?.path.join(' ')}).`);
    return { fields: EMPTY, time, media: [], problems, needsPlatforms: false, openPlatforms };
  }
  const fields = parsed.data;
  const isEmpty = fields.caption.trim() === '' && (cells.media ?? '') === '';
  if (isEmpty) complain('It has neither text nor media.', 'text');
  const needsPlatforms = isUnsaid && platforms.length === 0 && time !== null;
  const files = media.problems.length === 0 && !isEmpty ? media.files : null;
  problems.push(
    ...checkFields(fields, { line, time: time ?? context.now.toString(), accounts: context.accounts, files }),
  );
  const names = media.files.map(({ name, item }) => name || item.path);
  return { fields, time, media: names, problems, needsPlatforms, openPlatforms };
}

const EMPTY: PostFields = postFieldsSchema.parse({
  caption: '',
  hashtags: [],
  alternatives: {},
  account_versions: {},
  first_comment: '',
  as_document: null,
  link_card: null,
  options: {},
  platforms: [],
  account_ids: null,
  media: [],
});

/** Warns of a line with the same content and time as an earlier one: probably pasted twice. */
function repeated({ fields, time, problems }: ReadLine, { line }: CsvLine, seen: Map<string, number>): LineProblem[] {
  if (fields.caption === '' || problems.some(({ isWarning }) => !isWarning)) return [];
  const key = JSON.stringify([fields.caption, fields.platforms, fields.account_ids, time]);
  const before = seen.get(key);
  if (before === undefined) seen.set(key, line);
  if (before === undefined) return [];
  return [{ line, column: null, text: `It is the same as line ${before}.`, isWarning: true }];
}

function previewOf({ line }: CsvLine, { fields, time, media }: ReadLine, { accounts }: ImportContext): ImportedPost {
  const labels = fields.account_ids?.map((id) => {
    const account = accounts.find((one) => one.id === id);
    return account ? `${account.label} (${platformLabel(account.platform)})` : id;
  });
  return {
    line,
    text: fields.caption,
    hashtags: fields.hashtags,
    platforms: fields.platforms,
    accounts: labels ?? [],
    media,
    firstComment: fields.first_comment,
    time,
  };
}

function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
