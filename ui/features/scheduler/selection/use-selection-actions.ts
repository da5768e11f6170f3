import { toast } from '@/components/toast.tsx';
import { movePosts, useRefreshPosts } from '@/domain/posts/queries.ts';
import type { SeenPlace } from '@/features/scheduler/actions/change-post.ts';
import { selectionMessages as words } from '@/features/scheduler/selection/messages.ts';
import { nowMs } from '@/lib/clock.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { ManyChanged } from '../../../../shared/workspace/database.ts';

export type Move = { post: SeenPlace; time: string };

/**
 * The actions for several posts: each all or nothing, with a single undo. Each reports its outcome and returns whether
 * it succeeded.
 */
export function useSelectionActions() {
  const supabase = useSupabase();
  const refresh = useRefreshPosts();

  /** Runs a step and reports its result, with `undo` if it can be undone. */
  async function step(work: () => Promise<{ said: string; undo?: () => Promise<string> }>): Promise<boolean> {
    try {
      const { said, undo } = await work();
      if (!undo) toast.success(said);
      else {
        const onClick = () => void step(async () => ({ said: await undo() }));
        toast.success(said, { action: { label: words.undo, onClick } });
      }
      return true;
    } catch (error) {
      toast.error(error instanceof Refused ? error.message : words.failed(failureReason(error)));
      return false;
    } finally {
      refresh();
    }
  }

  return {
    move: (moves: readonly Move[]) =>
      step(async () => {
        done(await movePosts(supabase, moves));
        // Posts that were overdue would go out at once if they were moved back.
        const canUndo = moves.every(({ post }) => Date.parse(post.scheduled_time) > nowMs());
        const undo = async () => {
          const back = moves.map(({ post: { id, scheduled_time }, time }) => ({
            post: { id, scheduled_time: time },
            time: scheduled_time,
          }));
          done(await movePosts(supabase, back));
          return words.movedBack(moves.length);
        };
        return { said: words.moved(moves.length), ...(canUndo && { undo }) };
      }),

    cancel: (posts: readonly SeenPlace[]) =>
      step(async () => {
        const ids = posts.map(({ id }) => id);
        done((await supabase.rpc('cancel_posts', { posts: ids }).throwOnError()).data);
        const undo = async () => {
          done((await supabase.rpc('restore_posts', { posts: ids }).throwOnError()).data);
          return words.rescheduled(posts.length);
        };
        return { said: words.cancelled(posts.length), undo };
      }),

    save: (contents: string[]) =>
      step(async () => {
        const { data: changed } = await supabase.rpc('save_contents', { contents, saved: true }).throwOnError();
        const undo = async () => {
          await supabase.rpc('save_contents', { contents: changed, saved: false }).throwOnError();
          return words.unsaved(changed.length);
        };
        return { said: words.saved(changed.length), ...(changed.length > 0 && { undo }) };
      }),

    remove: (contents: string[]) =>
      step(async () => {
        const { data } = await supabase.rpc('delete_contents', { contents }).throwOnError();
        if (data.state === 'refused') throw new Refused(words.refused(data.posts.length));
        const undo = async () => {
          const restored = await supabase.rpc('restore_contents', { contents: data.posts }).throwOnError();
          return words.restored(restored.data);
        };
        return { said: words.deleted(data.posts.length), undo };
      }),
  };
}

/** Nothing was changed; the message is for users. */
class Refused extends Error {}

function done({ state, posts }: ManyChanged) {
  if (state === 'refused') throw new Refused(words.refused(posts.length));
}
