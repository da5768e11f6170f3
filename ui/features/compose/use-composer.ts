import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { type PublishingAccount, publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { fromRemembered, type RememberedDestinations, toRemember } from '@/features/compose/destinations/chosen.ts';
import { createComposer } from '@/features/compose/draft/composer.ts';
import { type Draft, EMPTY_DRAFT } from '@/features/compose/draft/draft.ts';
import { awaitClosing, type FoundCopy, forgetCopy, keepCopy } from '@/features/compose/draft/kept-copies.ts';
import { readPost, type StoredPost, savePost } from '@/features/compose/draft/post-store.ts';
import { localCopies } from '@/lib/draft.ts';
import { useSupabase } from '@/lib/supabase.ts';

/**
 * The versions of a post when the composer opens: in the backend, and in this browser from a closed window. `accounts`
 * is null if they could not be read.
 */
export type Opened = {
  stored: StoredPost | null;
  copy: FoundCopy | null;
  accounts: readonly PublishingAccount[] | null;
};

/** The composer of one post while it is mounted; see createComposer. */
export function useComposer(id: string, { stored, copy, accounts }: Opened) {
  const supabase = useSupabase();
  const queries = useQueryClient();
  const refreshPosts = useRefreshPosts();
  const [composer] = useState(() => {
    // The composer keeps it again under this window's id.
    if (copy) forgetCopy(copy);
    const made = createComposer(
      { stored, restored: copy, draft: stored ? undefined : { ...EMPTY_DRAFT, ...firstDestinations(accounts) } },
      {
        read: () => readPost(supabase, id),
        save: (expected, fields) => savePost(supabase, id, expected, fields),
        keep: (draft, basedOn) => keepCopy(id, draft ? { draft, basedOn, at: new Date().toISOString() } : undefined),
        onSaved: () => {
          const known = queries.getQueryData(publishingAccountsQuery(supabase).queryKey) ?? accounts;
          if (known) localCopies.write(KEY, toRemember(made.getState().draft, known));
          refreshPosts();
        },
      },
    );
    return made;
  });
  const state = useSyncExternalStore(composer.subscribe, composer.getState);

  useEffect(() => {
    composer.reopen();
    const whenHidden = () => document.visibilityState === 'hidden' && composer.flush();
    const whenOnline = () => composer.flush();
    document.addEventListener('visibilitychange', whenHidden);
    window.addEventListener('online', whenOnline);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      window.removeEventListener('online', whenOnline);
      awaitClosing(composer.close());
    };
  }, [composer]);

  return { composer, state };
}

const KEY = 'destinations';

/** The destinations of the last post from this browser, preselected for a new one. */
function firstDestinations(accounts: readonly PublishingAccount[] | null): Pick<Draft, 'platforms' | 'accountIds'> {
  const last = localCopies.read<RememberedDestinations>(KEY);
  if (!last) return { platforms: [], accountIds: null };
  return accounts ? fromRemembered(last, accounts) : last;
}
