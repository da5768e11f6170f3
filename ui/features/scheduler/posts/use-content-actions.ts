import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { useRestorePost } from '@/domain/posts/bin/content-bin.ts';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { changeCachedContent } from '@/features/scheduler/cached-lists.ts';
import { scheduleContent, unscheduleContent } from '@/features/scheduler/change-post.ts';
import { refusals, schedulerToasts } from '@/features/scheduler/messages.ts';
import type { Content } from '@/features/scheduler/queries.ts';
import { GoneRefusal, Refusal, reasonOf } from '@/features/scheduler/refusal.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

/**
 * The actions for content. Each reports its own outcome, except that `schedule` throws (see reasonOf); `remove` returns
 * whether the content was deleted.
 */
export function useContentActions() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const refresh = useRefreshPosts();
  const timeZone = useTimeZone();
  const { mutate: restore } = useRestorePost();

  async function setSaved({ id }: Content, isSaved: boolean) {
    const now = new Date().toISOString();
    const saved_at = isSaved ? now : null;
    await queryClient.cancelQueries({ queryKey: ['generated_content', 'list'] });
    const revert = changeCachedContent(queryClient, id, { saved_at, unsaved_since: now });
    try {
      const write = supabase.from('generated_content').update({ saved_at }).eq('id', id);
      const { data } = await write.select('id').throwOnError();
      if (data.length === 0) throw new GoneRefusal();
      toast.success(isSaved ? schedulerToasts.kept : schedulerToasts.unkept);
    } catch (error) {
      revert();
      toast.error(reasonOf(error));
    } finally {
      refresh();
    }
  }

  async function remove({ id }: Content): Promise<boolean> {
    try {
      const { data } = await supabase.rpc('delete_content', { content: id }).throwOnError();
      if (data === 'publishing') throw new Refusal(refusals.publishing);
      if (data === 'gone') toast.info(refusals.gone);
      else
        toast.success(schedulerToasts.deleted, { action: { label: schedulerToasts.undo, onClick: () => restore(id) } });
      return true;
    } catch (error) {
      toast.error(reasonOf(error));
      return false;
    } finally {
      refresh();
    }
  }

  async function unschedule(content: Content, time: string) {
    try {
      await unscheduleContent(supabase, content, time);
      toast.success(schedulerToasts.unscheduled);
    } catch (error) {
      toast.error(reasonOf(error));
    } finally {
      refresh();
    }
  }

  async function schedule(content: Content, time: string) {
    try {
      await scheduleContent(supabase, content, time);
      toast.success(schedulerToasts.scheduled(formatDateTime(time, timeZone)), {
        action: { label: schedulerToasts.undo, onClick: () => void unschedule(content, time) },
      });
    } finally {
      refresh();
    }
  }

  return { setSaved, schedule, remove };
}
