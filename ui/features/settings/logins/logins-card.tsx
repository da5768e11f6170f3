import { KeyRound, Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { loginsMessages as words } from '@/features/settings/logins/login-messages.ts';
import { UnpairQuestion } from '@/features/settings/logins/login-questions.tsx';
import { LoginRow } from '@/features/settings/logins/login-row.tsx';
import { PairingDialog } from '@/features/settings/logins/pairing-dialog.tsx';
import { type Named, useSharedLogins } from '@/features/settings/logins/use-logins.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';

/** Which agents hold which login. Owners can pair agents, share logins and take them away; members can only view. */
export function LoginsCard() {
  const logins = useSharedLogins();
  const isOwner = useIsOwner();
  const [isPairing, setPairing] = useState(false);
  if (!logins.data || isOwner === null)
    return <WaitingCard words={words} error={logins.error} onRetry={() => void logins.refetch()} />;
  const { paired, logins: list } = logins.data;
  // A shared login is shown to members even if this agent itself is not paired.
  const isEmpty = paired.length === 0 && list.every(({ holders }) => holders.length < 2);
  const pair = isOwner ? (
    <Button
      variant={isEmpty ? 'default' : 'outline'}
      size={isEmpty ? 'default' : 'sm'}
      onClick={() => setPairing(true)}
    >
      <Link2 aria-hidden="true" />
      {words.pair}
    </Button>
  ) : undefined;
  return (
    <Card aria-labelledby="logins-title">
      <CardHeader>
        <CardTitle id="logins-title">{words.title}</CardTitle>
        <CardDescription className="max-sm:col-span-2">{words.description}</CardDescription>
        {pair && !isEmpty ? <CardAction className="max-sm:row-span-1">{pair}</CardAction> : null}
      </CardHeader>
      {isEmpty ? (
        <EmptyState
          className="border-t"
          icon={KeyRound}
          title={words.emptyTitle}
          description={isOwner ? words.empty : `${words.empty} ${words.emptyForMembers}`}
          action={pair}
        />
      ) : (
        <>
          {list.length === 0 ? (
            <p className="border-t px-5 py-4 text-sm text-muted-foreground sm:px-6">{words.noAccounts}</p>
          ) : (
            <ul>
              {list.map((login) => (
                <LoginRow key={login.accountId} login={login} paired={paired} isOwner={isOwner} />
              ))}
            </ul>
          )}
          {paired.length > 0 ? <PairedAgents paired={paired} isOwner={isOwner} /> : null}
        </>
      )}
      {isPairing ? <PairingDialog onClose={() => setPairing(false)} /> : null}
    </Card>
  );
}

function PairedAgents({ paired, isOwner }: { paired: Named[]; isOwner: boolean }) {
  const [unpairing, setUnpairing] = useState<Named>();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-5 py-3 sm:px-6">
      <h3 className="text-sm text-muted-foreground">{words.pairedWith}</h3>
      <ul className="flex min-w-0 flex-wrap gap-2">
        {paired.map((agent) => (
          <li key={agent.id} className="flex min-w-0 items-center gap-1 text-sm font-medium">
            <span className="min-w-0 [overflow-wrap:anywhere]">{agent.name}</span>
            {isOwner ? (
              <IconButton icon={Unlink} label={words.unpair(agent.name)} onClick={() => setUnpairing(agent)} />
            ) : null}
          </li>
        ))}
      </ul>
      {unpairing ? <UnpairQuestion agent={unpairing} onClose={() => setUnpairing(undefined)} /> : null}
    </div>
  );
}
