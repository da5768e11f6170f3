import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';

/** A member with their email address and permissions. Owners may run scripts. */
export type Member = { id: string; email: string | null; isOwner: boolean; mayRunCode: boolean };

/** The members, oldest first, and the signed-in one. */
export type Members = { all: Member[]; own: Member | undefined };

export const membersQuery = (supabase: Supabase) =>
  queryOptions({
    queryKey: ['members'],
    queryFn: async (): Promise<Members> => {
      const { data } = await supabase.rpc('list_members').throwOnError();
      const { data: session } = await supabase.auth.getSession();
      const all = data.map(({ user_id, email, role, may_run_code }) => ({
        id: user_id,
        email,
        isOwner: role === 'owner',
        mayRunCode: may_run_code,
      }));
      return { all, own: all.find(({ id }) => id === session.session?.user.id) };
    },
  });

export function useMembers() {
  return useQuery(membersQuery(useSupabase()));
}

/** Whether the signed-in user owns the workspace; null until known. */
export function useIsOwner(): boolean | null {
  return useMembers().data?.own?.isOwner ?? null;
}
