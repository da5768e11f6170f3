import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/toast.tsx';
import {
  type AccountDraft,
  checkDraft,
  EMPTY_DRAFT,
  type FieldProblems,
  refusedFields,
} from '@/features/accounts/account-form.ts';
import { accountToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { useDraft } from '@/lib/draft.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

/**
 * The state of "Add Social Media Account" (§2, §5). The input is kept until it is saved or cancelled, even if the
 * dialog is closed, the save fails or the session is lost. `submit` returns the invalid fields.
 */
export function useAddAccount() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [draft = EMPTY_DRAFT, setDraft] = useDraft<AccountDraft>('accounts.add');
  const [problems, setProblems] = useState<FieldProblems>({});

  const { mutate, isPending } = useMutation({
    mutationFn: async (account: { platform: Platform; account_label: string }) =>
      supabase
        .from('social_accounts')
        .insert({ ...account, is_logged_in: false })
        .throwOnError(),
    onSuccess() {
      setDraft(undefined);
      toast(accountToasts.added);
      return queryClient.invalidateQueries({ queryKey: accountsQuery(supabase).queryKey });
    },
    onError(error, { platform }) {
      const refused = refusedFields(error, platform);
      setProblems(refused);
      toast(accountToasts.addFailed(refused.label ?? failureReason(error)));
    },
  });

  /** Changes the input and clears the errors of the changed fields. */
  function change(entries: Partial<AccountDraft>) {
    setDraft({ ...draft, ...entries });
    setProblems({});
  }

  function submit(): FieldProblems {
    const checked = checkDraft(draft);
    if (checked.account) {
      setProblems({});
      mutate(checked.account);
      return {};
    }
    setProblems(checked.problems);
    if (checked.missing) toast(accountToasts.missing);
    return checked.problems;
  }

  const cancel = () => {
    setDraft(undefined);
    setProblems({});
  };

  return { draft, problems, saving: isPending, change, submit, cancel };
}
