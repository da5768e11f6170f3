import { refusals } from '@/features/scheduler/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { Refusal } from '@/features/scheduler/refusal.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

/** Not yet through, and so a reason for its content to stay as it is. */
const ACTIVE = ['scheduled', 'publishing', 'needs_review'] as const;

/**
 * Moves a post to a time (ISO 8601), provided that it still waits where it was seen: what is being published by now, or was moved elsewhere, stays.
 * Throws Refusal, or what Supabase answers.
 */
export async function movePost(supabase: Supabase, post: ScheduledPost, time: string, timeZone: string): Promise<void> {
  if (Date.parse(time) <= Date.now()) throw new Refusal(refusals.past);
  const { data } = await supabase
    .from('scheduled_posts')
    .update({ scheduled_time: time })
    .eq('id', post.id)
    .eq('status', 'scheduled')
    .eq('scheduled_time', post.scheduled_time)
    .select('id')
    .throwOnError();
  if (data.length === 0) throw await refusalOf(supabase, post, timeZone);
}

/** Takes a waiting post out of the timeline's course; its content is a draft again unless another post needs it. Throws as movePost. */
export async function cancelPost(supabase: Supabase, post: ScheduledPost, timeZone: string): Promise<void> {
  const { data } = await supabase
    .from('scheduled_posts')
    .update({ status: 'cancelled' })
    .eq('id', post.id)
    .eq('status', 'scheduled')
    .select('id')
    .throwOnError();
  if (data.length === 0) throw await refusalOf(supabase, post, timeZone);
  const others = await supabase
    .from('scheduled_posts')
    .select('id', { count: 'exact', head: true })
    .eq('content_id', post.content_id)
    .in('status', ACTIVE)
    .throwOnError();
  if (others.count === 0) await changeContentStatus(supabase, post.content_id, 'scheduled', 'draft');
}

/** Takes a cancellation back, while its time is still to come. Throws as movePost. */
export async function restorePost(supabase: Supabase, post: ScheduledPost, timeZone: string): Promise<void> {
  if (Date.parse(post.scheduled_time) <= Date.now()) throw new Refusal(refusals.past);
  const { data } = await supabase
    .from('scheduled_posts')
    .update({ status: 'scheduled' })
    .eq('id', post.id)
    .eq('status', 'cancelled')
    .select('id')
    .throwOnError();
  if (data.length === 0) throw await refusalOf(supabase, post, timeZone);
  await changeContentStatus(supabase, post.content_id, 'draft', 'scheduled');
}

async function changeContentStatus(supabase: Supabase, id: string, from: 'draft' | 'scheduled', to: typeof from) {
  await supabase.from('generated_content').update({ status: to }).eq('id', id).eq('status', from).throwOnError();
}

/** Reads why no row was changed. */
async function refusalOf(supabase: Supabase, { id }: ScheduledPost, timeZone: string): Promise<Refusal> {
  const { data } = await supabase
    .from('scheduled_posts')
    .select('status, scheduled_time')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  if (!data) return new Refusal(refusals.postGone);
  if (data.status !== 'scheduled') return new Refusal(refusals.notScheduled(data.status));
  return new Refusal(refusals.movedElsewhere(formatDateTime(data.scheduled_time, timeZone)));
}
