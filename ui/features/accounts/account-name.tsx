import { sessionMessages } from '@/features/accounts/session/messages.ts';
import { cn } from '@/lib/class-names.ts';
import type { SocialAccountsRow } from '../../../shared/database.ts';
import { platformLabel } from '../../../shared/platforms.ts';

/** Who an account is, where, and whether it is logged in. */
export function AccountName({ account, checking }: { account: SocialAccountsRow; checking: boolean }) {
  const { account_label: label, platform, is_logged_in: isLoggedIn } = account;
  return (
    <div className="min-w-0">
      <p className="text-sm font-medium [overflow-wrap:anywhere]">
        <bdi>{label}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-2 text-[0.8125rem] text-muted-foreground">
        <span>{platformLabel(platform)}</span>
        <span className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={cn('size-1.5 rounded-full', isLoggedIn ? 'bg-success' : 'bg-muted-foreground/50')}
          />
          <span role={checking ? 'status' : undefined}>
            {checking ? sessionMessages.checking : isLoggedIn ? sessionMessages.loggedIn : sessionMessages.loggedOut}
          </span>
        </span>
      </p>
    </div>
  );
}
