import { typedValue } from '../../../shared/platforms/option-values.ts';
import type { OptionValues } from '../../../shared/platforms/options.ts';
import { IMPORT_MAX_POSTS, TOO_MANY_POSTS } from '../../../shared/posts/import/limits.ts';
import type { PostOptions } from '../../../shared/posts/platform-options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { type NamedOption, optionNamed } from '../../../shared/posts/typed-options.ts';
import type { CsvLine } from './csv.ts';
import { looksLikeMoment } from './times.ts';

export type Field =
  | 'date'
  | 'time'
  | 'when'
  | 'text'
  | 'link'
  | 'platforms'
  | 'accounts'
  | 'media'
  | 'alt'
  | 'hashtags'
  | 'comment';

/**
 * Headings in lower case, letters only. Hootsuite's bulk file has three columns without headings: date and time,
 * message, and an optional link (according to users' descriptions). Buffer's has Text, Image URL, Tags and Posting Time
 * according to its users; its tags are labels and are not imported. The rest are common headings of other schedulers.
 */
const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
  date: ['date', 'day', 'postdate', 'scheduleddate', 'publishdate'],
  time: ['time', 'hour', 'timeofday', 'posttime'],
  when: ['when', 'datetime', 'dateandtime', 'datetimeiso', 'scheduledtime', 'scheduledat', 'postingtime', 'publishat'],
  text: ['text', 'message', 'caption', 'post', 'posttext', 'content', 'copy', 'body', 'messagetext'],
  link: ['link', 'links', 'url', 'linkurl'],
  platforms: ['platforms', 'platform', 'network', 'networks', 'socialnetwork', 'service'],
  accounts: ['accounts', 'account', 'profile', 'profiles', 'channel', 'channels', 'socialprofile'],
  media: [
    'media',
    'mediafiles',
    'mediafilenames',
    'image',
    'images',
    'imageurl',
    'imageurls',
    'picture',
    'pictures',
    'video',
    'file',
    'files',
    'mediaurl',
    'mediaurls',
  ],
  alt: ['alttext', 'alttexts', 'alt', 'imagealttext'],
  hashtags: ['hashtags', 'hashtag'],
  comment: ['firstcomment', 'comment'],
};

const FIELD_OF = new Map(
  Object.entries(HEADINGS).flatMap(([field, names]) => names.map((name) => [name, field as Field] as const)),
);

/** Fields that may have several columns, such as Image 1 and Image 2. */
const REPEATED: readonly Field[] = ['media', 'alt', 'hashtags'];

/** The layout of a file. */
export type Columns = {
  /** By position; null for columns that are not imported, and those of options. */
  fields: (Field | null)[];
  /** The platform options that columns set, by position, such as `youtube:title`. */
  options: (NamedOption | null)[];
  headings: string[];
  /** The headings of columns that are not imported. */
  ignored: string[];
  lines: CsvLine[];
};

/** Determines the columns of a file. Returns a sentence with the reason if that is impossible. */
export function readColumns(lines: readonly CsvLine[]): Columns | string {
  const [first] = lines;
  if (!first) return 'The file is empty.';
  if (looksLikeMoment(first.cells[0] ?? '')) {
    if (lines.length > IMPORT_MAX_POSTS) return TOO_MANY_POSTS;
    const fields: Field[] = ['when', 'text', 'link'];
    return { fields, options: [], headings: ['Date', 'Message', 'Link'], ignored: [], lines: [...lines] };
  }
  const headings = first.cells.map((cell) => cell.trim());
  const fields = headings.map((heading) => FIELD_OF.get(heading.toLowerCase().replace(/[^a-z]/g, '')) ?? null);
  const options: Columns['options'] = [];
  for (const [index, heading] of headings.entries()) {
    const named = fields[index] === null ? optionNamed(heading) : null;
    if (typeof named === 'string') return `The column "${heading}": ${named}`;
    const before = options.findIndex((one) => one?.platform === named?.platform && one?.option === named?.option);
    if (named && before >= 0)
      return `The columns "${headings[before]}" and "${heading}" mean the same. Remove one of them.`;
    options.push(named);
  }
  for (const [index, field] of fields.entries()) {
    const before = fields.indexOf(field);
    if (field !== null && before < index && !REPEATED.includes(field))
      return `The columns "${headings[before]}" and "${headings[index]}" mean the same. Remove one of them.`;
  }
  if (!fields.includes('text') && !fields.includes('media'))
    return 'The first line has no known heading for the text. Begin the file with headings such as date, time, text.';
  const ignored = headings.filter(
    (heading, index) => heading !== '' && fields[index] === null && options[index] === null,
  );
  return { fields, options, headings, ignored, lines: lines.slice(1) };
}

/** The options of a line: the filled cells of their columns. */
export function optionsIn({ cells }: CsvLine, { options }: Columns): PostOptions {
  const found: { [platform in Platform]?: OptionValues } = {};
  for (const [index, named] of options.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (!named || cell === '') continue;
    const { platform, option } = named;
    found[platform] = { ...found[platform], [option.name]: typedValue(option, cell) };
  }
  return found;
}

/** The cells of a line by field. Non-empty cells of repeated columns are joined with line breaks. */
export function cellsOf({ cells }: CsvLine, { fields }: Columns): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (field !== null && cell !== '') found[field] = found[field] === undefined ? cell : `${found[field]}\n${cell}`;
  }
  return found;
}
