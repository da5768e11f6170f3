import { Temporal } from 'temporal-polyfill';
import { csvLine } from '../../../shared/csv/csv-line.ts';
import type { InsightPosts } from '../../../shared/insights/insights.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { FIGURE_NAMES } from '../../../shared/publishing/figures.ts';
import type { Asked, insightsStore } from './store.ts';

/** Posts per database query. */
const PAGE = 500;

/**
 * Yields published posts with their metrics as CSV, the latest first; month by month, so that each query reads few
 * rows. Begins with a byte order mark, without which Excel does not recognise UTF-8.
 */
export async function* postsCsv(
  store: Pick<ReturnType<typeof insightsStore>, 'posts'>,
  asked: Asked,
  zone: string,
): AsyncGenerator<string> {
  yield `\ufeff${csvLine(headings(zone))}\r\n`;
  for (const month of months(asked)) {
    let cursor: string | undefined;
    do {
      const page = { sort: 'publishedAt', order: 'desc', limit: PAGE, cursor } as const;
      const { posts, next } = await store.posts({ ...asked, ...month }, page);
      if (posts.length > 0) yield `${posts.map((post) => csvLine(cellsOf(post, zone))).join('\r\n')}\r\n`;
      cursor = next ?? undefined;
    } while (cursor !== undefined);
  }
}

/** The months of a range, the last first. */
function months({ from_day, to_day }: Asked): Pick<Asked, 'from_day' | 'to_day'>[] {
  const found: Pick<Asked, 'from_day' | 'to_day'>[] = [];
  let last = to_day;
  while (last >= from_day) {
    const first = `${last.slice(0, 7)}-01`;
    found.push({ from_day: first > from_day ? first : from_day, to_day: last });
    last = Temporal.PlainDate.from(first).subtract({ days: 1 }).toString();
  }
  return found;
}

function headings(zone: string): string[] {
  const before = [`published (${zone})`, 'platform', 'account', 'address', 'text', 'media', 'template', 'project'];
  return [...before, ...FIGURE_NAMES, 'engagement', 'times usual', 'by hand', 'figures as of'];
}

function cellsOf(post: InsightPosts['posts'][number], zone: string): (string | number | null)[] {
  const { platform, account, url, caption, media, template, project, figures, engagement, success } = post;
  return [
    localTime(post.publishedAt, zone),
    platformLabel(platform),
    account,
    url,
    caption,
    media,
    template,
    project,
    ...FIGURE_NAMES.map((name) => figures[name] ?? null),
    engagement,
    success === null ? null : Math.round(success * 1000) / 1000,
    post.byHand ? 'yes' : 'no',
    post.figuresAt && localTime(post.figuresAt, zone),
  ];
}

/** In a form that spreadsheets recognise: 2026-10-31 17:05. */
function localTime(time: string, zone: string): string {
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
