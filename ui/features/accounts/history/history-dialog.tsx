import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { AccountSwitch } from '@/features/accounts/history/account-switch.tsx';
import { HoldNotice } from '@/features/accounts/history/hold-notice.tsx';
import { historyMessages, switchMessages } from '@/features/accounts/history/messages.ts';
import { RunList } from '@/features/accounts/history/run-list.tsx';
import { useSettings } from '@/lib/settings.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

const { title, description } = historyMessages;

/**
 * An account's warm-ups: whether they come by themselves, what holds them, how long they are, and what each one did.
 */
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
