import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { Field, FieldDescription } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { RunHistory } from '@/components/run-history.tsx';
import { Switch } from '@/components/switch.tsx';
import { toast } from '@/components/toast.tsx';
import { useSettings } from '@/domain/workspace/settings.ts';
import { HoldNotice } from '@/features/accounts/history/hold-notice.tsx';
import { historyMessages, switchMessages } from '@/features/accounts/history/messages.ts';
import { RunItem } from '@/features/accounts/history/run-item.tsx';
import { runsQuery } from '@/features/accounts/history/runs-query.ts';
import { accountsQuery, changeAccount } from '@/features/accounts/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

const { title, description } = historyMessages;

/** An account's warm-ups: any hold, whether they are automatic, the ramp-up, and their history. */
export function HistoryDialog({ account, onClose }: { account: SocialAccountsRow; onClose: () => void }) {
  const settings = useSettings();
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-2xl gap-6">
        <DialogHeader>
          <DialogTitle className="[overflow-wrap:anywhere]">{title(account.account_label)}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <HoldNotice account={account} />
        <div className="divide-y rounded-lg border">
          <AccountSwitch
            account={account}
            field="auto_warmup"
            words={switchMessages.automatic}
            isOffForAll={settings?.warmup_enabled === false}
          />
          <AccountSwitch
            account={account}
            field="is_established"
            words={switchMessages.established}
            isOffForAll={settings?.warmup_ramp_up === false}
          />
        </div>
        <RunList accountId={account.id} />
      </DialogContent>
    </Dialog>
  );
}

type AccountSwitchProps = {
  account: SocialAccountsRow;
  field: AccountSwitchField;
  words: { label: string; hint: string; off: string };
  /** Whether the settings turn this off for all accounts. */
  isOffForAll: boolean;
};

/** A switch of one account, saved immediately. */
function AccountSwitch({ account, field, words, isOffForAll }: AccountSwitchProps) {
  const id = useId();
  const { isOn, change } = useAccountSwitch(account, field);
  return (
    <Field orientation="horizontal" className="px-4 py-3.5">
      <div className="flex min-w-0 flex-col gap-1">
        <Label htmlFor={id}>{words.label}</Label>
        <FieldDescription id={`${id}-hint`}>
          {words.hint}
          {isOffForAll ? <span className="mt-1 block font-medium text-warning">{words.off}</span> : null}
        </FieldDescription>
      </div>
      <Switch id={id} checked={isOn} onCheckedChange={change} aria-describedby={`${id}-hint`} className="mt-0.5" />
    </Field>
  );
}

function RunList({ accountId }: { accountId: string }) {
  const runs = useQuery(runsQuery(useAgent(), accountId));
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-medium">{historyMessages.runs}</h3>
      <RunHistory runs={runs} words={historyMessages}>
        {(run, isOpen, onToggle) => <RunItem key={run.id} run={run} isOpen={isOpen} onToggle={onToggle} />}
      </RunHistory>
    </section>
  );
}

type AccountSwitchField = 'auto_warmup' | 'is_established';

/** One switch of an account: optimistic while it is being saved, reset on failure. */
function useAccountSwitch(
  account: SocialAccountsRow,
  field: AccountSwitchField,
): { isOn: boolean; change: (isOn: boolean) => void } {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(supabase);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isOn: boolean) => changeAccount(supabase, account.id, { [field]: isOn }),
    onError: (error) =>
      toast({ title: switchMessages.saveFailed, description: failureReason(error), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { isOn: isPending ? variables : account[field], change: mutate };
}
