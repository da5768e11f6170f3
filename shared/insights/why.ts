import type { FigureName } from '../publishing/figures.ts';
import type { InsightBest } from './insights.ts';

/** The metrics' names within a sentence. */
const WORDS: { readonly [name in FigureName]: string } = {
  impressions: 'impressions',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  saves: 'saves',
  clicks: 'clicks',
  watchSeconds: 'watch time',
};

const ENGAGEMENT: { readonly [basis in InsightBest[number]['basis']]: string } = {
  reach: 'Engagement per account reached',
  impressions: 'Engagement per impression',
  count: 'Engagement',
};

/** "3.1": one decimal place, or none from 10 on. */
export function timesOf(times: number): string {
  return times >= 9.95 ? Math.round(times).toLocaleString('en') : times.toFixed(1);
}

/** "3.1 times this account’s usual saves" */
export function reasonWords(figure: FigureName, times: number): string {
  return `${timesOf(times)} times this account’s usual ${WORDS[figure]}`;
}

/** "Engagement per account reached is 2.4 times this account’s usual" */
export function successWords(basis: InsightBest[number]['basis'], success: number): string {
  return `${ENGAGEMENT[basis]} is ${timesOf(success)} times this account’s usual`;
}
