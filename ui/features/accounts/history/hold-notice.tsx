import { Button } from '@/components/button.tsx';
import { holdMessages } from '@/features/accounts/history/messages.ts';
import { useReleaseHold } from '@/features/accounts/history/use-release-hold.ts';
import { useHoldEnd } from '@/features/accounts/use-account-times.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

/**
 * Lifts a hold that passes with time, once the account has rested; until then it says from when on. Nothing for other
 * holds.
 */
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
