import { z } from 'zod';

/**
 * The metrics that platforms report for a published post. `impressions`: how often it was shown or played. `reach`: how
 * many accounts saw it. `likes`: reactions of every kind. `comments`: answers. `shares`: reposts, quotes and shares.
 * `saves`: bookmarks. `clicks`: on the post or its link. `watchSeconds`: the total watch time of its video.
 */
export const FIGURE_NAMES = [
  'impressions',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
  'watchSeconds',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

const figure = z.number().int().nonnegative().optional();

/** Whole numbers from 0. An unknown metric is absent, never 0. */
export const figuresSchema = z.object({
  impressions: figure,
  reach: figure,
  likes: figure,
  comments: figure,
  shares: figure,
  saves: figure,
  clicks: figure,
  watchSeconds: figure,
} satisfies { [name in FigureName]: unknown });
export type Figures = z.infer<typeof figuresSchema>;

/** The valid metrics among what a platform reported. */
export function knownFigures(told: { [name in FigureName]?: unknown }): Figures {
  const known = FIGURE_NAMES.flatMap((name) => {
    const figure = told[name];
    return isFigure(figure) ? [[name, figure] as const] : [];
  });
  return Object.fromEntries(known);
}

/** The sum of the known metrics; undefined if none is known. */
export function sumOf(...figures: unknown[]): number | undefined {
  const known = figures.filter(isFigure);
  return known.length === 0 ? undefined : known.reduce((sum, figure) => sum + figure, 0);
}

function isFigure(figure: unknown): figure is number {
  return typeof figure === 'number' && Number.isSafeInteger(figure) && figure >= 0;
}

/** Likes, comments, shares and saves together; undefined if none is known. */
export function interactionsOf({ likes, comments, shares, saves }: Figures): number | undefined {
  return sumOf(likes, comments, shares, saves);
}

/** The most important metrics, such as "120 views, 8 likes"; empty if none is known. */
export function figuresInWords({ impressions, likes, shares, comments }: Figures): string {
  return [counted(impressions, 'view'), counted(likes, 'like'), counted(comments, 'comment'), counted(shares, 'share')]
    .filter(Boolean)
    .join(', ');
}

function counted(count: number | undefined, one: string): string {
  return count === undefined ? '' : `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
