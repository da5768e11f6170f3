import { Temporal } from 'temporal-polyfill';
import type { InsightBest, InsightPosts } from '../../shared/insights/insights.ts';
import { timesOf } from '../../shared/insights/why.ts';
import { platformLabel } from '../../shared/posts/platforms.ts';
import { short } from './charts.ts';
import { INK, MARGIN, type Sheet, WIDTH } from './sheet.ts';

type Post = InsightPosts['posts'][number];

export function drawBest(sheet: Sheet, best: InsightBest, zone: string): void {
  const { pdf } = sheet;
  pdf.tag('L', {}, () => {
    for (const post of best) {
      sheet.needs(74);
      pdf.tag('LI', {}, () => pdf.tag('LBody', {}, () => drawBestPost(sheet, post, zone)));
    }
  });
  sheet.down(6);
}

function drawBestPost(sheet: Sheet, post: InsightBest[number], zone: string): void {
  const x = MARGIN + 62;
  const width = WIDTH - 62;
  const badge = { size: 14, weight: 700, color: INK.accent, align: 'middle', role: 'P' } as const;
  sheet.pdf.rectangle({ x: MARGIN, y: sheet.y, width: 48, height: 30, color: INK.soft, radius: 8 });
  sheet.words(`${timesOf(post.success ?? 0)}×`, { x: MARGIN, y: 5, width: 48, ...badge });
  let y = sheet.words(placeOf(post, zone), { x, width, size: 8, color: INK.muted, role: 'P' });
  const words = { x, width, lines: 2, role: 'P' } as const;
  y += sheet.words(post.caption || 'No text', { ...words, y: y + 1, size: 10.5, color: INK.text }) + 4;
  const why = post.why.length > 0 ? post.why.map(({ says }) => says).join(' · ') : post.says;
  y += sheet.words(why, { ...words, y, size: 8.5, weight: 700, color: INK.accent });
  sheet.down(Math.max(y, 32) + 14);
}

const COLUMNS = [
  { title: 'Published', width: 74 },
  { title: 'Account', width: 108 },
  { title: 'Text', width: 128 },
  { title: 'Reach', width: 48, isNumber: true },
  { title: 'Impressions', width: 54, isNumber: true },
  { title: 'Engagement', width: 54, isNumber: true },
  { title: '× usual', width: 33, isNumber: true },
] as const;

/** Draws the month's posts in a table, the best first. */
export function drawPosts(sheet: Sheet, { posts, next }: InsightPosts, zone: string): void {
  sheet.needs(140);
  sheet.heading('Posts');
  if (next !== null)
    sheet.paragraph(`The ${posts.length} posts that did best. Insights has the table of all posts, as a CSV file.`);
  sheet.pdf.tag('Table', {}, () => {
    drawRow(
      sheet,
      COLUMNS.map(({ title }) => title),
      true,
    );
    for (const post of posts) {
      if (sheet.needs(20))
        drawRow(
          sheet,
          COLUMNS.map(({ title }) => title),
          true,
        );
      drawRow(sheet, cellsOf(post, zone), false);
    }
  });
}

function drawRow(sheet: Sheet, cells: readonly string[], isHead: boolean): void {
  const height = 18;
  sheet.pdf.tag('TR', {}, () => {
    let x = MARGIN;
    for (const [index, { width, ...column }] of COLUMNS.entries()) {
      const align = 'isNumber' in column ? 'end' : 'start';
      const inner = width - (align === 'end' ? 0 : 8);
      const look = isHead ? { size: 7.5, color: INK.muted } : { size: 8.5, color: INK.text };
      sheet.words(cells[index] ?? '', { x, y: 3, width: inner, ...look, align, role: isHead ? 'TH' : 'TD' });
      x += width;
    }
  });
  sheet.down(height);
  sheet.pdf.line(
    [
      [MARGIN, sheet.y],
      [MARGIN + WIDTH, sheet.y],
    ],
    { color: INK.line, width: 0.5 },
  );
}

function cellsOf(post: Post, zone: string): string[] {
  const { figures, engagement, success, caption, account, platform } = post;
  const count = (value: number | null | undefined) => (value === null || value === undefined ? '–' : short(value));
  return [
    timeOf(post, zone).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
    `${platformLabel(platform)}${account === null ? '' : ` ${account}`}`,
    caption || 'No text',
    count(figures.reach),
    count(figures.impressions),
    count(engagement),
    success === null ? '–' : timesOf(success),
  ];
}

function placeOf(post: Post, zone: string): string {
  const at = timeOf(post, zone).toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  return [platformLabel(post.platform), post.account, at].filter(Boolean).join(' · ');
}

function timeOf({ publishedAt }: Post, zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.from(publishedAt).toZonedDateTimeISO(zone).toPlainDateTime();
}
