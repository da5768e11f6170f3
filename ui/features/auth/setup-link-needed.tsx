import { SquareTerminal } from 'lucide-react';
import { AuthCard } from '@/features/auth/auth-card.tsx';

/** The workspace has no account yet, and this page was not opened by the set-up link: says where the link is. */
export function SetupLinkNeeded() {
  return (
    <AuthCard subtitle="This workspace has no account yet. Create yours with the one-time set-up link.">
      <div className="flex gap-4 rounded-lg border bg-card p-5 text-sm">
        <SquareTerminal className="mt-0.5 size-5 shrink-0 text-primary" strokeWidth={1.8} aria-hidden="true" />
        <div className="flex flex-col gap-2">
          <p className="font-medium">Open the set-up link from your terminal</p>
          <p className="text-muted-foreground">
            <code className="font-mono text-[0.8125rem] text-foreground">local-agent start</code> printed it when it
            started. Only somebody who can see that terminal can create the first account.
          </p>
        </div>
      </div>
    </AuthCard>
  );
}
