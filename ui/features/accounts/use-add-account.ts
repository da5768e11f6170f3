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
import { accountsQuery, addAccount } from '@/features/accounts/queries.ts';
import { useDraft } from '@/lib/draft.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

type NewAccount = { platform: Platform; account_label: string };

/**
 * The state of "Add Social Media Account" (§2, §5). The input is kept until it is saved or cancelled, even if the
 * dialog is closed, the save fails or the session is lost. `submit` returns the invalid fields.
 * `onConnect` is called with the saved account unless its posts go out by hand.
 */
export function useAddAccount(onConnect: (account: SocialAccountsRow) => void) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [draft = EMPTY_DRAFT, setDraft] = useDraft<AccountDraft>('accounts.add');
  const [problems, setProblems] = useState<FieldProblems>({});

  const { mutate, isPending } = useMutation({
    mutationFn: ({ account }: { account: NewAccount; byHand: boolean }) => addAccount(supabase, account),
    onSuccess(account, { byHand }) {
      const { queryKey } = accountsQuery(supabase);
      setDraft(undefined);
      toast(accountToasts.added);
      queryClient.setQueryData(queryKey, (accounts) => accounts && [account, ...accounts]);
      if (!byHand) onConnect(account);
      return queryClient.invalidateQueries({ queryKey });
    },
    onError(error, { account: { platform } }) {
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
      mutate({ account: checked.account, byHand: draft.byHand });
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
