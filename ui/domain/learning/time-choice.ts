import type { Supabase } from '@/lib/supabase.ts';
import type { TimeChoice } from '../../../shared/learning/choice.ts';

/** Stores why a scheduled post has its time, if it still has it. Throws Supabase's error. */
export async function keepTimeChoice(supabase: Supabase, content: string, choice: TimeChoice): Promise<void> {
  const places = supabase.from('scheduled_posts').update({ time_choice: choice }).eq('content_id', content);
  await places.eq('scheduled_time', choice.at).eq('status', 'scheduled').retry(false).throwOnError();
}
