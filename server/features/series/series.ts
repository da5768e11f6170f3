import { Temporal } from 'temporal-polyfill';
import { SERIES_AHEAD_DAYS, seriesStep } from '../../../shared/posts/series.ts';
import { type SeriesRequest, seriesRuleSchema } from '../../../shared/posts/series-api.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, POST_GONE, POST_REPEATS, UNREADABLE_RULE } from './messages.ts';

/** Limit of series per run. */
const SERIES_AT_ONCE = 500;

type Series = { id: string; texts: string[]; rule: unknown; next_on: string | null };

/** Starts a series and makes its first posts; returns how many. AppError not_found, conflict or unavailable. */
export async function startSeries(client: Client, request: SeriesRequest, now: Temporal.Instant): Promise<number> {
  const { id, contentId, texts, rule } = request;
  const next_on = Temporal.PlainDate.from(rule.from).add({ days: 1 }).toString();
  const { data, error } = await client.rpc('start_series', { series: id, content: contentId, texts, rule, next_on });
  if (error) throw failed('start the series', error);
  if (data === 'gone') throw new AppError('not_found', POST_GONE);
  if (data === 'series') throw new AppError('conflict', POST_REPEATS);
  return makePosts(client, { id, texts, rule, next_on }, await timezone(client), now);
}

/**
 * Makes the due posts of every series; returns how many. A failing series does not block others: the first error is
 * thrown after all were tried.
 */
export async function continueSeries(client: Client, now: Temporal.Instant, signal: AbortSignal): Promise<number> {
  const zone = await timezone(client);
  const horizon = now.toZonedDateTimeISO(zone).toPlainDate().add({ days: SERIES_AHEAD_DAYS });
  const { data, error } = await client
    .from('post_series')
    .select('id, texts, rule, next_on')
    .is('stopped_at', null)
    .lte('next_on', horizon.toString())
    .order('next_on')
    .limit(SERIES_AT_ONCE);
  if (error) throw failed('read the series', error);
  let made = 0;
  const failures: unknown[] = [];
  for (const series of data) {
    signal.throwIfAborted();
    await makePosts(client, series, zone, now).then(
      (count) => {
        made += count;
      },
      (error) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return made;
}

async function makePosts(client: Client, series: Series, zone: string, now: Temporal.Instant): Promise<number> {
  const { data: rule, error: unreadable } = seriesRuleSchema.safeParse(series.rule);
  if (unreadable) throw new AppError('internal', UNREADABLE_RULE, { cause: unreadable });
  if (series.next_on === null) return 0;
  const { days, nextOn } = seriesStep(rule, { texts: series.texts.length, nextOn: series.next_on, now, zone });
  const at = now.toString();
  const { data, error } = await client.rpc('make_series_posts', { series: series.id, days, next_on: nextOn, at });
  if (error) throw failed('make the posts of a series', error);
  return data;
}

async function timezone(client: Client): Promise<string> {
  const { data, error } = await client.from('app_settings').select('timezone').maybeSingle();
  if (error) throw failed('read the settings', error);
  return data?.timezone ?? DEFAULT_SETTINGS.timezone;
}

function failed(what: string, error: { message: string }): AppError {
  return new AppError('unavailable', couldNot(what, error.message), { cause: error });
}
