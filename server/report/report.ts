import { Temporal } from 'temporal-polyfill';
import type {
  InsightBest,
  InsightBreakdown,
  InsightFigure,
  InsightPosts,
  InsightsOverview,
} from '../../shared/insights/insights.ts';
import { loadFonts } from '../generation/cards/fonts/font-set.ts';
import { drawChart, drawComparison, short } from './charts.ts';
import { drawFoot, drawTiles, drawTitle } from './frame.ts';
import { taggedPdf } from './pdf/tagged-pdf.ts';
import { drawBest, drawPosts } from './posts.ts';
import { MARGIN, openSheet, type Sheet, WIDTH } from './sheet.ts';
import { COMPARED, LENGTHS, MEDIA, NO_BEST, NO_POSTS, SUMS, WEEKDAYS } from './words.ts';

export type ReportData = {
  /** "October 2026" */
  month: string;
  /** The posts that it covers: "All accounts", or the filters. */
  scope: string;
  overview: InsightsOverview;
  best: InsightBest;
  posts: InsightPosts;
  comparisons: readonly InsightBreakdown[];
  /** ISO 8601. */
  now: string;
};

/** Number of groups drawn in a comparison: those with the most posts. */
const GROUPS = 10;
/** The characters of the report's own words: printable ASCII. */
const ALPHABET = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('');

/** Builds a month's report as a PDF: real text in every script that cards support, tagged for screen readers. */
export async function reportPdf(data: ReportData): Promise<Buffer> {
  const { month, scope, overview, best, posts, comparisons } = data;
  const said = JSON.stringify([month, scope, best, posts, comparisons, overview.followers.accounts]);
  const fonts = await loadFonts(`${ALPHABET}…×–’·’“”${said}`);
  const pdf = taggedPdf({ title: `Insights, ${month}`, lang: 'en-GB' });
  const sheet = openSheet(pdf, fonts);
  drawTitle(sheet, data);
  drawTiles(sheet, overview);
  if (overview.totals.now.posts === 0) sheet.paragraph(NO_POSTS);
  else drawDays(sheet, overview);
  drawFollowers(sheet, overview);
  sheet.needs(220);
  sheet.heading('What did best');
  if (best.length === 0) sheet.paragraph(NO_BEST);
  else drawBest(sheet, best, overview.zone);
  drawComparisons(sheet, comparisons);
  if (posts.posts.length > 0) drawPosts(sheet, posts, overview.zone);
  drawFoot(sheet, data);
  return pdf.bytes();
}

/** Draws engagement by day, or impressions if no post has a known engagement. */
function drawDays(sheet: Sheet, { spans, totals }: InsightsOverview): void {
  const of: InsightFigure = totals.now.engagement.known > 0 ? 'engagement' : 'impressions';
  if (totals.now[of].known === 0) return;
  sheet.heading(of === 'engagement' ? 'Engagement by day' : 'Impressions by day');
  const points = spans.map((span) => ({ label: dayOf(span.from), value: span[of].value }));
  const told = points.filter(({ value }) => value !== null && value > 0);
  const most = told.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0];
  const alt = `Bars: ${of} of the posts published on each day, ${short(totals.now[of].value ?? 0)} in all${most ? `, the most on day ${most.label} with ${short(most.value ?? 0)}` : ''}.`;
  drawChart(sheet, points, { kind: 'bars', alt });
  sheet.paragraph(SUMS);
}

function drawFollowers(sheet: Sheet, { spans, followers }: InsightsOverview): void {
  if (followers.total.length < 2) return;
  sheet.needs(180);
  sheet.heading('Followers');
  const known = new Map(followers.total.map(({ from, followers: count }) => [from, count]));
  const [first, last] = [followers.total[0]?.followers ?? 0, followers.total.at(-1)?.followers ?? 0];
  const points = spans.map(({ from }) => ({ label: dayOf(from), value: known.get(from) ?? null }));
  drawChart(sheet, points, {
    kind: 'line',
    alt: `Line: followers of all accounts, from ${short(first)} to ${short(last)}.`,
  });
}

function drawComparisons(sheet: Sheet, comparisons: readonly InsightBreakdown[]): void {
  const shown = comparisons.filter(({ groups }) => groups.some(({ key }) => key !== ''));
  if (shown.length === 0) return;
  sheet.needs(240);
  sheet.heading('What they have in common');
  sheet.paragraph(COMPARED);
  const gap = 26;
  const width = (WIDTH - gap) / 2;
  for (let at = 0; at < shown.length; at += 2) {
    const pair = shown.slice(at, at + 2).map((one) => ({ ...one, groups: mostPosts(one) }));
    sheet.needs(Math.max(...pair.map(({ groups }) => groups.length)) * 17 + 40);
    const heights = pair.map((comparison, column) => {
      const place = { x: MARGIN + column * (width + gap), width, title: TITLES[comparison.by] ?? comparison.by };
      return drawComparison(sheet, comparison, { ...place, labelOf: (label) => labelOf(comparison.by, label) });
    });
    sheet.down(Math.max(...heights) + 18);
  }
}

/** The groups with the most posts, in their original order. */
function mostPosts({ groups }: InsightBreakdown): InsightBreakdown['groups'] {
  const most = new Set(groups.toSorted((a, b) => b.posts - a.posts).slice(0, GROUPS));
  return groups.filter((group) => most.has(group));
}

const TITLES: { readonly [by in InsightBreakdown['by']]?: string } = {
  weekday: 'Weekday',
  hour: 'Hour',
  media: 'Kind of media',
  length: 'Length of the text',
  template: 'Template',
  hashtag: 'Hashtag',
};

function labelOf(by: InsightBreakdown['by'], label: string | null): string {
  if (by === 'hour') return `${String(label).padStart(2, '0')}:00`;
  const words = { weekday: WEEKDAYS, media: MEDIA, length: LENGTHS }[by as 'weekday' | 'media' | 'length'];
  return words?.[label ?? ''] ?? (label || 'None');
}

function dayOf(day: string): string {
  return String(Temporal.PlainDate.from(day).day);
}
