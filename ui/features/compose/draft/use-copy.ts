import { useNavigate } from 'react-router-dom';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import type { ComposeState } from '@/features/compose/draft/compose-state.ts';
import type { Composer } from '@/features/compose/draft/composer.ts';
import { type Draft, fieldsOf } from '@/features/compose/draft/draft.ts';
import { duplicatePost, readPost, savePost } from '@/features/compose/draft/post-store.ts';
import { composeToasts } from '@/features/compose/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { newId } from '@/lib/new-id.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';

/**
 * Creates a post from this one and opens it: a copy of its current state, the same text to post again, or the unsaved
 * changes.
 */
export function useCopy(id: string, composer: Composer) {
  const supabase = useSupabase();
  const refreshPosts = useRefreshPosts();
  const navigate = useNavigate();

  async function saveCopy(copy: string, draft: Draft) {
    const made = await readPost(supabase, copy);
    const { state } = await savePost(supabase, copy, made?.updated_at ?? null, fieldsOf(draft));
    if (state !== 'saved') throw new Error(composeToasts.copyNotSaved);
  }

  return async (kind: 'copy' | 'again' | 'mine') => {
    const next = newId();
    try {
      if (kind === 'mine') {
        await savePost(supabase, next, null, fieldsOf(composer.getState().draft));
        composer.takeTheirs();
      } else {
        // Only drafts are saved automatically. For other posts, unsaved changes go only into the copy.
        if (composer.getState().stored?.status === 'draft') await composer.save();
        const { draft, save } = composer.getState();
        if (!(await duplicatePost(supabase, id, next))) throw new Error(composeToasts.duplicateGone);
        if (save.kind !== 'saved' && save.kind !== 'locked') await saveCopy(next, draft);
      }
      refreshPosts();
      toast.success(composeToasts.duplicated);
      await navigate(paths.post(next), {
        state: { from: kind === 'again' ? 'again' : 'copy' } satisfies ComposeState,
      });
    } catch (error) {
      toast.error(failureReason(error));
    }
  };
}
