import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { membersMessages } from '@/features/settings/people/people-messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';

/** A member with email address and rights. Owners may run scripts. */
export type Member = { id: string; email: string | null; isOwner: boolean; mayRunCode: boolean };

/** The members, oldest first, and the one signed in here. */
export type Members = { all: Member[]; own: Member | undefined };

const membersQuery = (supabase: Supabase) =>
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

/** Changes whether a member may run scripts; a failure shows a toast and changes nothing. */
export function useTrust() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ member, isAllowed }: { member: Member; isAllowed: boolean }) => {
      await supabase.rpc('set_may_run_code', { member: member.id, allowed: isAllowed }).throwOnError();
    },
    onSuccess: (_, { member, isAllowed }) =>
      void toast.success(membersMessages.changed(member.email ?? membersMessages.noAddress, isAllowed)),
    onError: (error) => void toast.error(membersMessages.changeFailed, { description: failureReason(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery(supabase).queryKey }),
  });
}
