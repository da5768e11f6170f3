import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { Confirmation } from '@/components/question.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { NewTokenDialog } from '@/features/settings/people/new-token-dialog.tsx';
import { revokeQuestion, assistantsMessages as words } from '@/features/settings/people/people-messages.ts';
import { useMcpTokens, useRevokeMcpToken } from '@/features/settings/people/use-mcp-tokens.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { formatRelative } from '@/lib/time.ts';
import type { McpToken } from '../../../../shared/agent/mcp-tokens.ts';

/** The assistants' tokens, for owners; nothing for other members. */
export function AssistantsCard() {
  const isOwner = useIsOwner();
  return isOwner ? <Tokens /> : null;
}

function Tokens() {
  const tokens = useMcpTokens();
  const [isMaking, setMaking] = useState(false);
  const [toRevoke, setToRevoke] = useState<McpToken>();
  if (!tokens.data) return <WaitingCard words={words} error={tokens.error} onRetry={() => void tokens.refetch()} />;
  return (
    <Card aria-labelledby="assistants-title">
      <CardHeader>
        <CardTitle id="assistants-title">{words.title}</CardTitle>
        <CardDescription className="max-sm:col-span-2">{words.description}</CardDescription>
        <CardAction className="max-sm:row-end-2">
          <Button variant="outline" size="sm" onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" />
            {words.add}
          </Button>
        </CardAction>
      </CardHeader>
      {tokens.data.length === 0 ? (
        <p className="border-t px-5 py-4 text-sm text-muted-foreground sm:px-6">{words.none}</p>
      ) : (
        <ul>
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setToRevoke(token)} />
          ))}
        </ul>
      )}
      {isMaking ? <NewTokenDialog onClose={() => setMaking(false)} /> : null}
      {toRevoke ? <RevokeDialog token={toRevoke} onClose={() => setToRevoke(undefined)} /> : null}
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: McpToken; onRevoke: () => void }) {
  const { name, scopes, lastUsedAt } = token;
  return (
    <li className="flex items-start justify-between gap-4 border-t px-5 py-3.5 sm:px-6">
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-sm font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="flex flex-wrap items-center gap-1.5">
          {scopes.map((scope) => (
            <Badge key={scope} variant={scope === 'read' ? 'outline' : 'secondary'}>
              {words.scopes[scope].name}
            </Badge>
          ))}
          <span className="text-xs text-muted-foreground">
            {lastUsedAt === null ? words.neverUsed : words.lastUsed(formatRelative(lastUsedAt, new Date()))}
          </span>
        </p>
      </div>
      <Button variant="outline" size="sm" aria-label={words.revokeOf(name)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: McpToken; onClose: () => void }) {
  const revoke = useRevokeMcpToken();
  return (
    <Confirmation
      title={revokeQuestion.title}
      description={revokeQuestion.description(token.name)}
      onClose={onClose}
      keep={revokeQuestion.cancel}
      confirm={revokeQuestion.confirm}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(token, { onSettled: onClose })}
    />
  );
}
