import { Temporal } from 'temporal-polyfill';
import type { InsightFigure, InsightsOverview } from '../../shared/insights/insights.ts';
import { short } from './charts.ts';
import { PAGE_HEIGHT } from './pdf/tagged-pdf.ts';
import { INK, MARGIN, type Sheet, WIDTH } from './sheet.ts';
import { NOT_KNOWN } from './words.ts';

type Titled = { month: string; scope: string; overview: InsightsOverview; now: string };

export function drawTitle(sheet: Sheet, { month, scope, overview }: Titled): void {
  sheet.pdf.rectangle({ x: MARGIN, y: sheet.y + 2, width: 26, height: 4, color: INK.accent, radius: 2 });
  sheet.down(14);
  sheet.down(sheet.words(month, { x: MARGIN, width: WIDTH, size: 28, weight: 800, color: INK.text, role: 'H1' }));
  const line = `${scope}  ·  ${overview.from} to ${overview.to}, ${overview.zone}`;
  sheet.down(sheet.words(line, { x: MARGIN, width: WIDTH, size: 10, color: INK.muted, lines: 2, role: 'P' }) + 16);
}

type Tile = { title: string; value: string; change: number | null; note: string };

/** Draws six metrics of the month, each with its change from the period before, and how many posts have a value. */
export function drawTiles(sheet: Sheet, { totals, followers }: InsightsOverview): void {
  const { now, change } = totals;
  const told = followers.accounts.filter((account) => account.now !== null && !account.isRemoved);
  const grown = told.filter(({ before }) => before !== null);
  const sum = (of: (account: (typeof told)[number]) => number | null, accounts = told) =>
    accounts.reduce((total, account) => total + (of(account) ?? 0), 0);
  const before = sum((account) => account.before, grown);
  const figure = (name: InsightFigure, title: string): Tile => ({
    title,
    value: now[name].value === null ? NOT_KNOWN : short(now[name].value),
    change: change[name],
    note: `known of ${now[name].known} of ${now.posts}`,
  });
  const tiles: Tile[] = [
    { title: 'Posts', value: short(now.posts), change: change.posts, note: 'published' },
    {
      title: 'Followers',
      value: told.length === 0 ? NOT_KNOWN : short(sum((account) => account.now)),
      change: before > 0 ? (sum((account) => account.now, grown) - before) / before : null,
      note: told.length === 1 ? '1 account' : `${told.length} accounts`,
    },
    figure('reach', 'Reach'),
    figure('impressions', 'Impressions'),
    figure('engagement', 'Engagement'),
    figure('saves', 'Saves'),
  ];
  const gap = 10;
  const [width, height] = [(WIDTH - 2 * gap) / 3, 66];
  sheet.pdf.tag('L', {}, () => {
    for (const [index, tile] of tiles.entries()) {
      const x = MARGIN + (index % 3) * (width + gap);
      const y = Math.floor(index / 3) * (height + gap);
      sheet.pdf.tag('LI', {}, () => sheet.pdf.tag('LBody', {}, () => drawTile(sheet, tile, { x, y, width, height })));
    }
  });
  sheet.down(2 * (height + gap) + 14);
}

function drawTile(sheet: Sheet, tile: Tile, place: { x: number; y: number; width: number; height: number }): void {
  const { x, y, width, height } = place;
  sheet.pdf.rectangle({ x, y: sheet.y + y, width, height, color: INK.card, radius: 8 });
  const inner = width - 24;
  sheet.words(tile.title, { x: x + 12, y: y + 9, width: inner, size: 8.5, color: INK.muted });
  const isKnown = tile.value !== NOT_KNOWN;
  const look = { size: isKnown ? 20 : 13, color: isKnown ? INK.text : INK.muted, weight: 700 } as const;
  sheet.words(tile.value, { x: x + 12, y: y + (isKnown ? 21 : 25), width: inner, ...look });
  const change = changeWords(tile.change);
  if (change !== null)
    sheet.words(change, {
      x: x + 12,
      y: y + 26,
      width: inner,
      size: 9,
      weight: 700,
      color: (tile.change ?? 0) < 0 ? INK.bad : INK.good,
      align: 'end',
    });
  sheet.words(tile.note, { x: x + 12, y: y + 48, width: inner, size: 7.5, color: INK.muted });
}

/** "+12 %": the change from the period of the same length before. */
function changeWords(change: number | null): string | null {
  if (change === null) return null;
  const percent = Math.round(change * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '–' : ''}${Math.abs(percent).toLocaleString('en')} %`;
}

/** Draws the footer of each page: the month and scope, the date of the data, and the page number. */
export function drawFoot({ pdf, words, y }: Sheet, { month, scope, now, overview }: Titled): void {
  const total = pdf.pageCount;
  const asOf = Temporal.Instant.from(now).toZonedDateTimeISO(overview.zone).toPlainDate().toString();
  pdf.onEachPage((index) => {
    const at = { y: PAGE_HEIGHT - 38 - y, size: 7.5, color: INK.muted };
    words(`${month}  ·  ${scope}  ·  as known on ${asOf}`, { ...at, x: MARGIN, width: WIDTH - 60 });
    words(`${index + 1} of ${total}`, { ...at, x: MARGIN, width: WIDTH, align: 'end' });
  });
}
