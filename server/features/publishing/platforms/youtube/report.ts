import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type Figures, knownFigures } from '../../../../../shared/publishing/figures.ts';
import { PublishError, type PublishedPart } from '../../publisher.ts';
import { addressOf } from '../kit/api.ts';
import { parsed, type YouTubeApi } from './api.ts';

/** A date before YouTube's first video. */
const BEGINNING = '2005-02-14';
const METRICS = ['estimatedMinutesWatched', 'shares'] as const;

/** Has no row while YouTube has no data on the video yet. */
const reportSchema = z.object({
  columnHeaders: z.array(z.object({ name: z.string() })).max(100),
  rows: z.array(z.array(z.unknown()).max(100)).max(1000).optional(),
});

/**
 * The metrics that only YouTube Analytics reports, two or three days late. Empty if the project has not enabled that
 * API, so that the metrics from the Data API are kept.
 * https://developers.google.com/youtube/analytics/reference/reports/query
 */
export async function readReport(
  { figuresOrigin, origin }: Pick<PlatformApi, 'figuresOrigin' | 'origin'>,
  api: YouTubeApi,
  [video]: readonly PublishedPart[],
): Promise<Figures> {
  if (!video) return {};
  const url = addressOf(figuresOrigin ?? origin, '/v2/reports', {
    ids: 'channel==MINE',
    startDate: BEGINNING,
    endDate: api.calls.now().toISOString().slice(0, 10),
    metrics: METRICS.join(),
    filters: `video==${video.remoteId}`,
  });
  try {
    const { columnHeaders, rows } = parsed(reportSchema, await api.send({ step: 'read watch time', url }));
    const [row] = rows ?? [];
    const told = (metric: (typeof METRICS)[number]) => row?.[columnHeaders.findIndex(({ name }) => name === metric)];
    const minutes = told('estimatedMinutesWatched');
    return knownFigures({
      watchSeconds: typeof minutes === 'number' ? Math.round(minutes * 60) : undefined,
      shares: told('shares'),
    });
  } catch (error) {
    if (error instanceof PublishError && (error.errorClass === 'auth' || error.errorClass === 'rejected')) return {};
    throw error;
  }
}
