import { movePost } from '@/domain/posts/queries.ts';
import { type Place, readPost, waitingPlace } from '@/features/compose/draft/post-store.ts';
import { whenMessages } from '@/features/compose/messages.ts';
import type { useAgent } from '@/lib/agent.ts';
import type { Supabase } from '@/lib/supabase.ts';

/** Gives a saved draft a place at a time (ISO 8601). Throws why not. */
export async function schedule(supabase: Supabase, id: string, moment: string): Promise<void> {
  const { data } = await supabase.rpc('schedule_content', { content: id, moment }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Takes back what `schedule` did. Throws why not. */
export async function unschedule(supabase: Supabase, id: string, moment: string): Promise<void> {
  const { data } = await supabase.rpc('unschedule_content', { content: id, moment }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Moves a waiting place to another time, provided that it is where it was seen. Throws why not. */
export async function move(supabase: Supabase, place: Place, moment: string): Promise<void> {
  if (!(await movePost(supabase, place, moment))) throw new Error(whenMessages.refused);
}

/** Makes a waiting post a draft again. Throws why not. */
export async function cancel(supabase: Supabase, place: Place): Promise<void> {
  const { data } = await supabase.rpc('cancel_post', { post: place.id }).retry(false).throwOnError();
  if (data !== 'done') throw new Error(whenMessages.refused);
}

/** Sends a scheduled post now. Throws what the agent answers. */
export async function publish(agent: ReturnType<typeof useAgent>, supabase: Supabase, id: string): Promise<void> {
  const { publishPost } = await import('@/domain/publishing/calls.ts');
  const place = waitingPlace(await readPost(supabase, id));
  if (!place) throw new Error(whenMessages.refused);
  await publishPost(agent, place.id);
}
