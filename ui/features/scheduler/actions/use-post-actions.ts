import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { refreshPosts } from '@/domain/posts/queries.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { cancelPost, movePost, restorePost, type SeenPlace } from '@/features/scheduler/actions/change-post.ts';
import { reasonOf } from '@/features/scheduler/actions/refusal.ts';
import { changeCachedPost } from '@/features/scheduler/cached-lists.ts';
import { schedulerToasts } from '@/features/scheduler/messages.ts';
import type { Place } from '@/features/scheduler/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

const { undo, moved, movedBack, cancelled, restored, scheduled } = schedulerToasts;

/**
 * The actions for a scheduled post. Each change is shown at once, unless asked otherwise, and reverted when the
 * database rejects it; each reports its result, with an undo where useful. `move` and `restore` throw (see reasonOf);
 * `cancel` reports its errors.
 */
export function usePostActions() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();

  async function change(post: SeenPlace, patch: Partial<Place> | null, write: () => Promise<void>) {
    await queryClient.cancelQueries({ queryKey: ['scheduled_posts'] });
    const revert = patch && changeCachedPost(queryClient, post.id, patch);
    try {
      await write();
    } catch (error) {
      revert?.();
      throw error;
    } finally {
      refreshPosts(queryClient);
    }
  }

  const changeTime = (post: SeenPlace, time: string, isSeenAtOnce = true) =>
    change(post, isSeenAtOnce ? { scheduled_time: time } : null, () => movePost(supabase, post, time, timeZone));

  function reportFailure(work: Promise<void>, done: string) {
    work.then(
      () => toast.success(done),
      (error) => toast.error(reasonOf(error)),
    );
  }

  async function move(post: SeenPlace, time: string, { isSeenAtOnce = true } = {}) {
    await changeTime(post, time, isSeenAtOnce);
    const before = post.scheduled_time;
    const back = () =>
      reportFailure(changeTime({ ...post, scheduled_time: time }, before), movedBack(formatDateTime(before, timeZone)));
    const words = moved(formatDateTime(time, timeZone));
    // An overdue post would be published at once if it were moved back.
    if (Date.parse(before) <= Date.now()) toast.success(words);
    else toast.success(words, { action: { label: undo, onClick: back } });
  }

  async function cancel(post: SeenPlace) {
    try {
      await change(post, { status: 'cancelled' }, () => cancelPost(supabase, post));
    } catch (error) {
      toast.error(reasonOf(error));
      return;
    }
    const back = () =>
      reportFailure(
        change(post, { status: 'scheduled' }, () => restorePost(supabase, post)),
        restored,
      );
    toast.success(cancelled, { action: { label: undo, onClick: back } });
  }

  /** Restores a cancelled post at a time. */
  async function restore(post: SeenPlace, time: string) {
    await change(post, null, () => restorePost(supabase, post, time));
    const back = () =>
      reportFailure(
        change(post, { status: 'cancelled' }, () => cancelPost(supabase, post)),
        cancelled,
      );
    toast.success(scheduled(formatDateTime(time, timeZone)), { action: { label: undo, onClick: back } });
  }

  return { move, cancel, restore };
}
