import {
  insightBestQuerySchema,
  insightBestSchema,
  insightBreakdownQuerySchema,
  insightBreakdownSchema,
  insightBreakdownsQuerySchema,
  insightBreakdownsSchema,
  insightPostsQuerySchema,
  insightPostsSchema,
  insightReportQuerySchema,
  insightsOverviewSchema,
  insightsQuerySchema,
} from '../insights/insights.ts';
import type { Operations } from './operation.ts';

const RANGE =
  'Of posts published from one day to another, both included, in the workspace’s time zone; by default the last 30 days.';
const UNKNOWN = 'What a platform does not report is null or absent, never 0.';

export const insightsApi = {
  getInsights: {
    route: 'GET /api/insights',
    summary: 'Show followers and what posts reached over time',
    description: `${RANGE} Sums are by the day a post was published, with the number of posts for which each figure is known. ${UNKNOWN}`,
    query: insightsQuerySchema,
    answer: insightsOverviewSchema,
  },
  listInsightPosts: {
    route: 'GET /api/insights/posts',
    summary: 'List published posts with their figures',
    description: `${RANGE} Pages: give \`next\` as \`cursor\`. ${UNKNOWN}`,
    query: insightPostsQuerySchema,
    answer: insightPostsSchema,
  },
  listBestPosts: {
    route: 'GET /api/insights/best',
    summary: 'List the posts that did best, and why',
    description: `${RANGE} Each is compared with what is usual for its account; posts of the last day are left out.`,
    query: insightBestQuerySchema,
    answer: insightBestSchema,
  },
  getInsightBreakdown: {
    route: 'GET /api/insights/breakdown',
    summary: 'Show how posts did by hour, weekday, template, project, label, length, media or hashtag',
    description: `${RANGE} Medians come with an interval, and only from 5 posts on.`,
    query: insightBreakdownQuerySchema,
    answer: insightBreakdownSchema,
  },
  listInsightBreakdowns: {
    route: 'GET /api/insights/breakdowns',
    summary: 'Show how posts did by several of these at once',
    description: `${RANGE} Give the names in \`by\` with commas between them, such as \`hour,weekday\`. It is faster than one request for each.`,
    query: insightBreakdownsQuerySchema,
    answer: insightBreakdownsSchema,
  },
  exportInsightPosts: {
    route: 'GET /api/insights/posts.csv',
    summary: 'Download published posts with their figures as a table',
    description: `${RANGE} CSV in UTF-8, the latest first. Cells of unknown values are empty.`,
    query: insightsQuerySchema,
    file: 'text/csv',
  },
  reportInsights: {
    route: 'GET /api/insights/report.pdf',
    summary: 'Download the report of a month',
    description: 'PDF in English with real text, described charts, and tables for screen readers.',
    query: insightReportQuerySchema,
    file: 'application/pdf',
  },
} as const satisfies Operations;
