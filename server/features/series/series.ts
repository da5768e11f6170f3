import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import { SERIES_AHEAD_DAYS, seriesStep } from '../../../shared/posts/series.ts';
import {
  type SeriesChange,
  type SeriesRequest,
  type SeriesRule,
  seriesRuleSchema,
  type seriesSchema,
} from '../../../shared/posts/series-api.ts';
import { seriesOptions } from '../../../shared/posts/series-options.ts';
import type { PostSeriesRow } from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { POST_GONE, POST_REPEATS, SERIES_BUSY, SERIES_GONE, SERIES_STOPPED, UNREADABLE_RULE } from './messages.ts';

/** Limit of series per run. */
const SERIES_AT_ONCE = 500;

type StoredSeries = z.infer<typeof seriesSchema>;
const COLUMNS = 'id, content, texts, text_options, rule, next_on, stopped_at';

type Series = Pick<PostSeriesRow, 'id' | 'content' | 'texts' | 'text_options' | 'next_on'> & { rule: unknown };

/** Starts a series and makes its first posts; returns how many. AppError not_found, conflict or unavailable. */
export async function startSeries(client: Client, request: SeriesRequest, now: Temporal.Instant): Promise<number> {
  const { id, contentId, texts, textOptions, rule } = request;
  const next_on = Temporal.PlainDate.from(rule.from).add({ days: 1 }).toString();
  const { data, error } = await client.rpc('start_series', {
    series: id,
    content: contentId,
    texts,
    text_options: textOptions,
    rule,
    next_on,
  });
  if (error) throw couldNot('start the series', error);
  if (data === 'gone') throw new AppError('not_found', POST_GONE);
  if (data === 'series') throw new AppError('conflict', POST_REPEATS);
  return makePosts(client, await readRow(client, id), await timezone(client), now);
}

/** The series that are not stopped, the latest first. AppError unavailable. */
export async function listSeries(client: Client): Promise<StoredSeries[]> {
  const { data, error } = await client
    .from('post_series')
    .select(COLUMNS)
    .is('stopped_at', null)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(SERIES_AT_ONCE);
  if (error) throw couldNot('read the series', error);
  return data.map(storedSeries);
}

/** AppError not_found or unavailable. */
export async function readSeries(client: Client, id: string): Promise<StoredSeries> {
  return storedSeries(await readRow(client, id));
}

async function readRow(client: Client, id: string) {
  const { data, error } = await client.from('post_series').select(COLUMNS).eq('id', id).maybeSingle();
  if (error) throw couldNot('read the series', error);
  if (!data) throw new AppError('not_found', SERIES_GONE);
  return data;
}

/**
 * Stops a series and deletes its posts that are still scheduled; returns how many were deleted. AppError not_found,
 * conflict or unavailable.
 */
export async function stopSeries(client: Client, id: string): Promise<number> {
  const { data, error } = await client.rpc('stop_series', { series: id });
  if (error) throw couldNot('stop the series', error);
  if (data.state === 'refused') throw new AppError('conflict', SERIES_BUSY);
  if (data.state === 'gone') await readSeries(client, id);
  return data.posts.length;
}

/**
 * Changes a series and makes its posts; returns how many were made, and how many scheduled ones were deleted first.
 * AppError not_found, conflict or unavailable.
 */
export async function changeSeries(
  client: Client,
  id: string,
  { texts, textOptions, rule, scheduled }: SeriesChange,
  now: Temporal.Instant,
): Promise<{ made: number; deleted: number }> {
  const zone = await timezone(client);
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const first = Temporal.PlainDate.from(rule.from).add({ days: 1 });
  const since = (Temporal.PlainDate.compare(first, today) > 0 ? first : today).toString();
  const change = { series: id, texts, text_options: textOptions, rule, since, replace: scheduled === 'replace' };
  const { data, error } = await client.rpc('change_series', change);
  if (error) throw couldNot('change the series', error);
  if (data.state === 'gone') {
    await readSeries(client, id);
    throw new AppError('conflict', SERIES_STOPPED);
  }
  if (data.state === 'refused') throw new AppError('conflict', SERIES_BUSY);
  const made = await makePosts(client, await readRow(client, id), zone, now);
  return { made, deleted: data.posts.length };
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
    .select(COLUMNS)
    .is('stopped_at', null)
    .lte('next_on', horizon.toString())
    .order('next_on')
    .limit(SERIES_AT_ONCE);
  if (error) throw couldNot('read the series', error);
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
  const rule = ruleOf(series.rule);
  if (series.next_on === null) return 0;
  const { texts, text_options, content } = series;
  const step = seriesStep(rule, { texts: texts.length, nextOn: series.next_on, now, zone });
  const post = { caption: content.caption, options: content.options ?? {} };
  const days = step.days.map((day) => ({ ...day, options: seriesOptions(post, texts, text_options, day.text) }));
  const at = now.toString();
  const { nextOn } = step;
  const { data, error } = await client.rpc('make_series_posts', { series: series.id, days, next_on: nextOn, at });
  if (error) throw couldNot('make the posts of a series', error);
  return data;
}

function storedSeries(series: Series & { stopped_at: string | null }): StoredSeries {
  const { id, texts, text_options, rule, next_on, stopped_at } = series;
  return { id, texts, textOptions: text_options, rule: ruleOf(rule), nextOn: next_on, isStopped: stopped_at !== null };
}

function ruleOf(stored: unknown): SeriesRule {
  const { data, error } = seriesRuleSchema.safeParse(stored);
  if (error) throw new AppError('internal', UNREADABLE_RULE, { cause: error });
  return data;
}

async function timezone(client: Client): Promise<string> {
  const { data, error } = await client.from('app_settings').select('timezone').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  return data?.timezone ?? DEFAULT_SETTINGS.timezone;
}
