import { useId } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { Switch } from '@/components/switch.tsx';
import { type Member, useMembers } from '@/domain/workspace/members.ts';
import { membersMessages as words } from '@/features/settings/people/people-messages.ts';
import { useTrust } from '@/features/settings/people/use-trust.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { useConfig } from '@/lib/supabase.ts';

/** The members with their rights; owners decide who may run scripts. */
export function MembersCard() {
  const { mode } = useConfig();
  const members = useMembers();
  if (!members.data) return <WaitingCard words={words} error={members.error} onRetry={() => void members.refetch()} />;
  const { all, own } = members.data;
  const add = mode === 'embedded' ? words.addEmbedded : words.addHosted;
  return (
    <Card aria-labelledby="members-title">
      <CardHeader>
        <CardTitle id="members-title">{words.title}</CardTitle>
        <CardDescription>{words.description}</CardDescription>
      </CardHeader>
      <ul>
        {all.map((member) => (
          <MemberRow key={member.id} member={member} own={own} />
        ))}
      </ul>
      {own?.isOwner ? (
        <p className="border-t px-5 py-4 text-sm text-muted-foreground text-pretty sm:px-6">
          {add.words} <code className="font-mono text-xs [overflow-wrap:anywhere]">{add.command}</code>
        </p>
      ) : null}
    </Card>
  );
}

function MemberRow({ member, own }: { member: Member; own: Member | undefined }) {
  const email = member.email ?? words.noAddress;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-5 py-3.5 sm:px-6">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{email}</span>
        {member.id === own?.id ? <span className="text-muted-foreground">{words.you}</span> : null}
        {member.isOwner ? <Badge variant="secondary">{words.owner}</Badge> : null}
      </p>
      {own?.isOwner && !member.isOwner ? (
        <TrustSwitch member={member} email={email} />
      ) : (
        <span className="text-sm text-muted-foreground">{member.mayRunCode ? words.runs : words.runsNone}</span>
      )}
    </li>
  );
}

function TrustSwitch({ member, email }: { member: Member; email: string }) {
  const id = useId();
  const trust = useTrust();
  const isOn = trust.isPending ? trust.variables.isAllowed : member.mayRunCode;
  return (
    <span className="flex items-center gap-2.5 pointer-coarse:min-h-11">
      <label htmlFor={id} className="text-sm text-muted-foreground">
        {words.mayRun}
      </label>
      <Switch
        id={id}
        aria-label={words.mayRunOf(email)}
        checked={isOn}
        onCheckedChange={(isAllowed) => {
          if (!trust.isPending) trust.mutate({ member, isAllowed });
        }}
      />
    </span>
  );
}
