import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { refreshPosts, timeToast } from '@/domain/posts/queries.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { cancelPost, movePost, restorePost, type SeenPlace } from '@/features/scheduler/actions/change-post.ts';
import { reasonOf } from '@/features/scheduler/actions/refusal.ts';
import { changeCachedPost } from '@/features/scheduler/cached-lists.ts';
import { schedulerToasts } from '@/features/scheduler/messages.ts';
import type { Place } from '@/features/scheduler/queries.ts';
import { nowMs } from '@/lib/clock.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

const { undo, moved, movedBack, cancelled, restored, scheduled } = schedulerToasts;

/** A place whose newer notifications replace its older ones. */
type TimedPlace = SeenPlace & Pick<Place, 'content_id'>;

/**
 * The actions for a scheduled post. Each change is shown at once (unless `isSeenAtOnce` is false), and reverted if the
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

  function reportFailure({ content_id: content }: TimedPlace, work: Promise<void>, done: string) {
    work.then(
      () => toast.success(done, timeToast(content)),
      (error) => toast.error(reasonOf(error)),
    );
  }

  async function move(post: TimedPlace, time: string, { isSeenAtOnce = true } = {}) {
    await changeTime(post, time, isSeenAtOnce);
    const before = post.scheduled_time;
    const back = () =>
      reportFailure(
        post,
        changeTime({ ...post, scheduled_time: time }, before),
        movedBack(formatDateTime(before, timeZone)),
      );
    const words = moved(formatDateTime(time, timeZone));
    // An overdue post would be published at once if it were moved back.
    const isOverdue = Date.parse(before) <= nowMs();
    const also = isOverdue ? {} : { action: { label: undo, onClick: back } };
    toast.success(words, { ...timeToast(post.content_id), ...also });
  }

  async function cancel(post: TimedPlace) {
    try {
      await change(post, { status: 'cancelled' }, () => cancelPost(supabase, post));
    } catch (error) {
      toast.error(reasonOf(error));
      return;
    }
    const back = () =>
      reportFailure(
        post,
        change(post, { status: 'scheduled' }, () => restorePost(supabase, post)),
        restored,
      );
    toast.success(cancelled, { ...timeToast(post.content_id), action: { label: undo, onClick: back } });
  }

  /** Restores a cancelled post at a time. */
  async function restore(post: TimedPlace, time: string) {
    await change(post, null, () => restorePost(supabase, post, time));
    const back = () =>
      reportFailure(
        post,
        change(post, { status: 'cancelled' }, () => cancelPost(supabase, post)),
        cancelled,
      );
    const shown = { ...timeToast(post.content_id), action: { label: undo, onClick: back } };
    toast.success(scheduled(formatDateTime(time, timeZone)), shown);
  }

  return { move, cancel, restore };
}
