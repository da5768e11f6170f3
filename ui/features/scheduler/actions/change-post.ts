import { movePost as moveSeenPost } from '@/domain/posts/queries.ts';
import { GoneRefusal, Refusal } from '@/features/scheduler/actions/refusal.ts';
import { refusals } from '@/features/scheduler/messages.ts';
import type { Content, Place } from '@/features/scheduler/queries.ts';
import { nowMs } from '@/lib/clock.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { ContentStatus, MediaItem, PostStatus } from '../../../../shared/workspace/database.ts';

/** A place in the timeline, as the user last saw it. */
export type SeenPlace = Pick<Place, 'id' | 'scheduled_time'>;

/** Moves a post to a time (ISO 8601) if it is unchanged and still waiting. Throws Refusal, or Supabase's error. */
export async function movePost(supabase: Supabase, post: SeenPlace, time: string, timeZone: string): Promise<void> {
  if (Date.parse(time) <= nowMs()) throw new Refusal(refusals.past);
  if (!(await moveSeenPost(supabase, post, time))) throw await refusalOf(supabase, post, timeZone);
}

/** Cancels a waiting post; its content becomes a saved draft, unless another post needs it. Throws like movePost. */
export async function cancelPost(supabase: Supabase, { id }: SeenPlace): Promise<void> {
  const { data } = await supabase.rpc('cancel_post', { post: id }).throwOnError();
  refuseUnlessDone(data);
}

/**
 * Restores a cancelled post, at a time (ISO 8601); by default its latest one, which may have changed since it was
 * loaded. Throws like movePost.
 */
export async function restorePost(supabase: Supabase, post: SeenPlace, time?: string): Promise<void> {
  if (Date.parse(time ?? post.scheduled_time) <= nowMs()) throw new Refusal(refusals.past);
  const { data } = await supabase.rpc('restore_post', { post: post.id, ...(time && { moment: time }) }).throwOnError();
  refuseUnlessDone(data);
}

/** Schedules a draft at a time (ISO 8601). Throws like movePost. */
export async function scheduleContent(supabase: Supabase, { id }: Content, time: string): Promise<void> {
  if (Date.parse(time) <= nowMs()) throw new Refusal(refusals.past);
  const { data } = await supabase.rpc('schedule_content', { content: id, moment: time }).throwOnError();
  refuseUnlessDone(data);
}

/** Undoes scheduleContent without a trace, unless the post was moved since. Throws like movePost. */
export async function unscheduleContent(supabase: Supabase, { id }: Content, time: string): Promise<void> {
  const { data } = await supabase.rpc('unschedule_content', { content: id, moment: time }).throwOnError();
  if (data === 'gone') throw new Refusal(refusals.changedElsewhere);
  refuseUnlessDone(data);
}

/** Replaces the media of content, and keeps other changes made since it was loaded. Throws like movePost. */
export async function setMedia(supabase: Supabase, id: string, media: MediaItem[]): Promise<void> {
  const now = supabase.from('generated_content').select('updated_at').eq('id', id).maybeSingle();
  const { data: stored } = await now.throwOnError();
  if (!stored) throw new GoneRefusal();
  const sent = { content: id, expected: stored.updated_at, fields: { media } };
  const { data } = await supabase.rpc('save_content', sent).throwOnError();
  if (data.state === 'changed') throw new Refusal(refusals.changedElsewhere);
  refuseUnlessDone(data.state === 'saved' ? 'done' : data.state);
}

/** Every database function that changes posts returns 'done', 'gone', or the status that prevented it. */
function refuseUnlessDone(outcome: 'done' | 'gone' | PostStatus | ContentStatus) {
  if (outcome === 'gone') throw new GoneRefusal();
  if (outcome !== 'done') throw new Refusal(refusals.notScheduled(outcome));
}

/** Finds out why no row was changed. */
async function refusalOf(supabase: Supabase, { id }: SeenPlace, timeZone: string): Promise<Refusal> {
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
