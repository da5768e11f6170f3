import { movePost } from '@/domain/posts/queries.ts';
import { type Place, readPost, waitingPlace } from '@/features/compose/draft/post-store.ts';
import { whenMessages } from '@/features/compose/messages.ts';
import type { useAgent } from '@/lib/agent.ts';
import type { Supabase } from '@/lib/supabase.ts';

/** Schedules a saved draft (ISO 8601). Throws the reason. */
export async function schedule(supabase: Supabase, id: string, moment: string): Promise<void> {
  const { data } = await supabase.rpc('schedule_content', { content: id, moment }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Undoes `schedule`. Throws the reason. */
export async function unschedule(supabase: Supabase, id: string, moment: string): Promise<void> {
  const { data } = await supabase.rpc('unschedule_content', { content: id, moment }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Reschedules a waiting entry if it is unchanged. Throws the reason. */
export async function move(supabase: Supabase, place: Place, moment: string): Promise<void> {
  if (!(await movePost(supabase, place, moment))) throw new Error(whenMessages.refused);
}

/** Turns a waiting post back into a draft. Throws the reason. */
export async function cancel(supabase: Supabase, place: Place): Promise<void> {
  const { data } = await supabase.rpc('cancel_post', { post: place.id }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Publishes a scheduled post now. Throws the agent's error. */
export async function publish(agent: ReturnType<typeof useAgent>, supabase: Supabase, id: string): Promise<void> {
  const { publishPost } = await import('@/domain/publishing/calls.ts');
  const place = waitingPlace(await readPost(supabase, id));
  if (!place) throw new Error(whenMessages.refused);
  await publishPost(agent, place.id);
}
