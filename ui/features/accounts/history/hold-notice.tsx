import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { holdMessages, holdToasts } from '@/features/accounts/history/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { useHoldEnd } from '@/features/accounts/use-account-times.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import { accountApi } from '../../../../shared/api/accounts.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** Lifts a temporary hold once the account has rested; before that, shows when. Renders nothing for other holds. */
export function HoldNotice({ account }: { account: SocialAccountsRow }) {
  const timeZone = useTimeZone();
  const end = useHoldEnd(account);
  const { isReleasing, release } = useReleaseHold(account);
  if (end.by === 'person_later')
    return (
      <p className="rounded-lg border border-warning/40 bg-warning/10 px-4 py-3.5 text-sm text-pretty">
        {holdMessages.resting(formatDateTime(end.from, timeZone))}
      </p>
    );
  if (end.by !== 'person') return null;
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-warning/40 bg-warning/10 px-4 py-3.5">
      <p id="hold-warning" className="text-sm text-pretty">
        {holdMessages.rested} <span className="font-medium text-warning">{holdMessages.warning}</span>
      </p>
      <Button
        variant="outline"
        aria-describedby="hold-warning"
        aria-disabled={isReleasing}
        onClick={() => isReleasing || release()}
      >
        {isReleasing ? holdMessages.lifting : holdMessages.lift}
      </Button>
    </div>
  );
}

/** Requests lifting the hold of an account's automatic warm-ups, reports the result, and refetches the accounts. */
function useReleaseHold({ id, account_label: label }: SocialAccountsRow): {
  isReleasing: boolean;
  release: () => void;
} {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(useSupabase());
  const { mutate, isPending } = useMutation({
    mutationFn: () => askAgent(agent, accountApi.releaseAccount, { params: { id } }),
    onSuccess: () => toast(holdToasts.lifted(label)),
    onError: (error) => toast(holdToasts.failed(failureReason(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { isReleasing: isPending, release: () => mutate() };
}
