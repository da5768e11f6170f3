import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { type Member, membersQuery } from '@/domain/workspace/members.ts';
import { membersMessages } from '@/features/settings/people/people-messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

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
