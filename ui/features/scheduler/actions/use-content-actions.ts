import { toast } from '@/components/toast.tsx';
import { useRestorePost } from '@/domain/posts/bin/content-bin.ts';
import { timeToast, useRefreshPosts } from '@/domain/posts/queries.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { scheduleContent, setMedia, unscheduleContent } from '@/features/scheduler/actions/change-post.ts';
import { GoneRefusal, Refusal, reasonOf } from '@/features/scheduler/actions/refusal.ts';
import { refusals, schedulerToasts } from '@/features/scheduler/messages.ts';
import type { Content } from '@/features/scheduler/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

/**
 * The actions for content. Each reports its own outcome, except that `schedule` and `setLabels` throw (see reasonOf);
 * `remove` returns whether the content was deleted.
 */
export function useContentActions() {
  const supabase = useSupabase();
  const refresh = useRefreshPosts();
  const timeZone = useTimeZone();
  const { mutate: restore } = useRestorePost();

  async function change({ id }: Content, patch: Partial<Pick<Content, 'saved_at' | 'labels'>>) {
    try {
      const write = supabase.from('generated_content').update(patch).eq('id', id);
      const { data } = await write.select('id').throwOnError();
      if (data.length === 0) throw new GoneRefusal();
    } finally {
      refresh();
    }
  }

  async function setKept(content: Content, isKept: boolean) {
    try {
      await change(content, { saved_at: isKept ? new Date().toISOString() : null });
      toast.success(isKept ? schedulerToasts.kept : schedulerToasts.unkept);
    } catch (error) {
      toast.error(reasonOf(error));
    }
  }

  const setLabels = (content: Content, labels: string[]) => change(content, { labels });

  async function putMediaBack(id: string, media: Content['media']) {
    try {
      await setMedia(supabase, id, media);
    } catch (error) {
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
      toast.success(schedulerToasts.unscheduled, timeToast(content.id));
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
        ...timeToast(content.id),
        action: { label: schedulerToasts.undo, onClick: () => void unschedule(content, time) },
      });
    } finally {
      refresh();
    }
  }

  return { setKept, setLabels, schedule, putMediaBack, remove };
}
