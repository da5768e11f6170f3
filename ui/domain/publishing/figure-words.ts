import { counted, formatDuration } from '@/lib/format.ts';
import type { FigureName } from '../../../shared/publishing/figures.ts';

/** The name of each metric. */
export const figureNames: Record<FigureName, string> = {
  impressions: 'Views',
  reach: 'Reach',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  clicks: 'Clicks',
  watchSeconds: 'Watch time',
};

const UNITS: Record<Exclude<FigureName, 'watchSeconds'>, [one: string, many: string]> = {
  impressions: ['view', 'views'],
  reach: ['person reached', 'people reached'],
  likes: ['like', 'likes'],
  comments: ['comment', 'comments'],
  shares: ['share', 'shares'],
  saves: ['save', 'saves'],
  clicks: ['click', 'clicks'],
};

/** A metric's value with its unit: "1,204 views", "3 min 5 s". */
export function figureText(name: FigureName, value: number): string {
  return name === 'watchSeconds' ? formatDuration(value * 1000) : counted(value, ...UNITS[name]);
}
