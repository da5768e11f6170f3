import { movePost as moveSeenPost } from '@/domain/posts/queries.ts';
import { refusals } from '@/features/scheduler/messages.ts';
import type { Content, ScheduledPost } from '@/features/scheduler/queries.ts';
import { GoneRefusal, Refusal } from '@/features/scheduler/refusal.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { ContentStatus, PostStatus } from '../../../shared/workspace/database.ts';

/**
 * Moves a post to a time (ISO 8601), provided that it still waits where it was seen: what is being published by now, or
 * was moved elsewhere, stays. Throws Refusal, or what Supabase answers.
 */
export async function movePost(supabase: Supabase, post: ScheduledPost, time: string, timeZone: string): Promise<void> {
  if (Date.parse(time) <= Date.now()) throw new Refusal(refusals.past);
  if (!(await moveSeenPost(supabase, post, time))) throw await refusalOf(supabase, post, timeZone);
}

/**
 * Takes a waiting post out of the timeline's course; its content is a draft again, and saved, unless another post needs
 * it. Throws as movePost.
 */
export async function cancelPost(supabase: Supabase, { id }: ScheduledPost): Promise<void> {
  const { data } = await supabase.rpc('cancel_post', { post: id }).throwOnError();
  refuseUnlessDone(data);
}

/**
 * Puts a cancelled post back, at a time (ISO 8601); without one at the time it was cancelled at, which may be later than
 * the screen has read it. Throws as movePost.
 */
export async function restorePost(supabase: Supabase, post: ScheduledPost, time?: string): Promise<void> {
  if (Date.parse(time ?? post.scheduled_time) <= Date.now()) throw new Refusal(refusals.past);
  const { data } = await supabase.rpc('restore_post', { post: post.id, ...(time && { moment: time }) }).throwOnError();
  refuseUnlessDone(data);
}

/** Gives a draft a place in the timeline, at a time (ISO 8601). Throws as movePost. */
export async function scheduleContent(supabase: Supabase, { id }: Content, time: string): Promise<void> {
  if (Date.parse(time) <= Date.now()) throw new Refusal(refusals.past);
  const { data } = await supabase.rpc('schedule_content', { content: id, moment: time }).throwOnError();
  refuseUnlessDone(data);
}

/**
 * Takes back what scheduleContent did, unless the post was moved meanwhile: it leaves no trace in the timeline. Throws
 * as movePost.
 */
export async function unscheduleContent(supabase: Supabase, { id }: Content, time: string): Promise<void> {
  const { data } = await supabase.rpc('unschedule_content', { content: id, moment: time }).throwOnError();
  if (data === 'gone') throw new Refusal(refusals.changedElsewhere);
  refuseUnlessDone(data);
}

/** Every function of the database that changes posts answers 'done', 'gone', or the status that stood in the way. */
function refuseUnlessDone(outcome: 'done' | 'gone' | PostStatus | ContentStatus) {
  if (outcome === 'gone') throw new GoneRefusal();
  if (outcome !== 'done') throw new Refusal(refusals.notScheduled(outcome));
}

/** Reads why no row was changed. */
async function refusalOf(supabase: Supabase, { id }: ScheduledPost, timeZone: string): Promise<Refusal> {
  const { data } = await supabase
    .from('scheduled_posts')
    .select('status, scheduled_time')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  if (!data) return new GoneRefusal();
  if (data.status !== 'scheduled') return new Refusal(refusals.notScheduled(data.status));
  return new Refusal(refusals.movedElsewhere(formatDateTime(data.scheduled_time, timeZone)));
}
