import { z } from 'zod';
import { type FigureName, type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import { PublishError } from '../../publisher.ts';
import { type Graph, parsed } from './graph.ts';

const insightsSchema = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.unknown() })).default([]),
      /** Set for metrics that are totals of a period. */
      total_value: z.object({ value: z.unknown() }).optional(),
    }),
  ),
});

/**
 * The insights that Meta reports for an object, by metric; metrics that it leaves out are absent.
 * https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights
 */
export async function insightsOf<Metric extends string>(
  graph: Graph,
  id: string,
  metrics: readonly Metric[],
  edge = 'insights',
): Promise<{ [metric in Metric]?: number }> {
  const answer = await graph.send({ step: 'read insights', path: `/${id}/${edge}`, query: { metric: metrics.join() } });
  const { data } = parsed(insightsSchema, answer);
  const told = metrics.flatMap((metric) => {
    const one = data.find(({ name }) => name === metric);
    const value = sumOf(one?.values[0]?.value ?? one?.total_value?.value);
    return value === undefined ? [] : [[metric, value]];
  });
  return Object.fromEntries(told);
}

/**
 * The same under our names of metrics. Empty if Meta refuses: the permission is missing, too few people have seen the
 * post, or its kind has no insights. The metrics from other calls are kept in this case.
 */
export async function readInsights(
  graph: Graph,
  id: string,
  names: { readonly [metric: string]: FigureName },
): Promise<Figures> {
  try {
    const told = await insightsOf(graph, id, Object.keys(names));
    return knownFigures(Object.fromEntries(Object.entries(told).map(([metric, value]) => [names[metric], value])));
  } catch (error) {
    if (error instanceof PublishError && (error.errorClass === 'auth' || error.errorClass === 'rejected')) return {};
    throw error;
  }
}
