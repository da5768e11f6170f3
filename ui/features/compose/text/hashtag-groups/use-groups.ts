import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { groupNamed, type HashtagGroup } from '../../../../../shared/posts/hashtag-groups.ts';

/** The hashtag groups, sorted by name. Fails with Supabase's error. */
function groupsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['hashtag_groups'],
    queryFn: async ({ signal }): Promise<HashtagGroup[]> => {
      const groups = supabase.from('hashtag_groups').select('id, name, hashtags').order('name').abortSignal(signal);
      return (await groups.retry(false).throwOnError()).data;
    },
  });
}

/**
 * The hashtag groups, and the actions on them. An action returns whether it succeeded, and shows the reason in a toast
 * if not.
 */
export function useGroups() {
  const supabase = useSupabase();
  const queries = useQueryClient();
  const query = useQuery(groupsQuery(supabase));

  async function change(work: () => PromiseLike<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      toast.error(failureReason(error));
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: groupsQuery(supabase).queryKey });
    }
  }

  return {
    query,
    groups: query.data ?? [],
    /** Replaces any group of the same name. */
    save(name: string, hashtags: string[]) {
      const before = groupNamed(query.data ?? [], name);
      const groups = supabase.from('hashtag_groups');
      const fields = { name: name.trim(), hashtags };
      return change(() => (before ? groups.update(fields).eq('id', before.id) : groups.insert(fields)).throwOnError());
    },
    edit: ({ id, name, hashtags }: HashtagGroup) =>
      change(() => supabase.from('hashtag_groups').update({ name: name.trim(), hashtags }).eq('id', id).throwOnError()),
    remove: ({ id }: HashtagGroup) =>
      change(() => supabase.from('hashtag_groups').delete().eq('id', id).throwOnError()),
    /** Restores a removed group. */
    restore: (group: HashtagGroup) => change(() => supabase.from('hashtag_groups').insert(group).throwOnError()),
  };
}

export type Groups = ReturnType<typeof useGroups>;
