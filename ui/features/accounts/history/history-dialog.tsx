import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { AutoWarmupField } from '@/features/accounts/history/auto-warmup-field.tsx';
import { historyMessages } from '@/features/accounts/history/messages.ts';
import { RunList } from '@/features/accounts/history/run-list.tsx';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

const { title, description } = historyMessages;

/** An account's warm-ups: whether they come by themselves, and what each one did. */
export function HistoryDialog({ account, onClose }: { account: SocialAccountsRow; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-2xl gap-6">
        <DialogHeader>
          <DialogTitle className="[overflow-wrap:anywhere]">{title(account.account_label)}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <AutoWarmupField account={account} />
        <RunList accountId={account.id} />
      </DialogContent>
    </Dialog>
  );
}
