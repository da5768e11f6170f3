import { Ellipsis, Share2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { loginsMessages as words } from '@/features/settings/logins/login-messages.ts';
import { TakeLoginQuestion } from '@/features/settings/logins/login-questions.tsx';
import { type Named, useShareLogin } from '@/features/settings/logins/use-logins.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { olderLoginsInWords } from '../../../../shared/publishing/older-login.ts';
import type { LoginHolder, SharedLogins } from '../../../../shared/publishing/shared-logins.ts';

type LoginRowProps = { login: SharedLogins['logins'][number]; paired: Named[]; isOwner: boolean };

/** An account, the agents that hold its login, and an owner's actions on them. */
export function LoginRow({ login, paired, isOwner }: LoginRowProps) {
  const { label, platform, holders, isPostingHere } = login;
  const [taking, setTaking] = useState<LoginHolder>();
  const sharing = useShareLogin(login);
  const shareable = isPostingHere ? paired.filter(({ id }) => !holders.some(({ agentId }) => agentId === id)) : [];
  const takeable =
    holders.length > 1 ? [...holders].sort((one, other) => Number(one.isHere) - Number(other.isHere)) : [];
  const canChange = isOwner && shareable.length + takeable.length > 0;
  return (
    <li className="flex items-start justify-between gap-3 border-t px-5 py-4 sm:px-6">
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="flex min-w-0 items-center gap-2 text-sm font-medium">
          <PlatformMark platform={platform} className="text-muted-foreground" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
          <span className="sr-only">{platformLabel(platform)}</span>
        </h3>
        <ul aria-label={words.holdersOf(label)} className="flex flex-col gap-1.5">
          {holders.map((holder) => (
            <li key={holder.agentId} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              <span className="min-w-0 [overflow-wrap:anywhere]">{nameOf(holder)}</span>
              <HolderState holder={holder} />
            </li>
          ))}
        </ul>
        {olderLoginsInWords(login).map((sentence) => (
          <p key={sentence} className="text-sm text-warning text-pretty">
            {sentence}
          </p>
        ))}
        {holders.length < 2 ? <p className="text-sm text-muted-foreground">{hintOf(login)}</p> : null}
      </div>
      {canChange ? (
        <Menu trigger={<IconButton icon={Ellipsis} label={words.menuOf(label)} />}>
          {shareable.map((agent) => (
            <MenuItem
              key={agent.id}
              icon={Share2}
              disabled={sharing.isPending}
              onSelect={() => void sharing.mutate(agent)}
            >
              {words.shareWith(agent.name)}
            </MenuItem>
          ))}
          {takeable.map((holder) => (
            <MenuItem key={holder.agentId} icon={Undo2} onSelect={() => setTaking(holder)}>
              {words.takeFrom(nameOf(holder))}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {taking ? (
        <TakeLoginQuestion
          login={login}
          from={{ id: taking.agentId, name: nameOf(taking) }}
          isPosting={taking.isPosting}
          onClose={() => setTaking(undefined)}
        />
      ) : null}
    </li>
  );
}

function HolderState({ holder: { isPosting, state } }: { holder: LoginHolder }) {
  if (isPosting) return <Badge variant="success">{words.posts}</Badge>;
  return <Badge variant={state === 'outdated' ? 'warning' : 'outline'}>{words.states[state]}</Badge>;
}

function nameOf({ name, isHere }: LoginHolder): string {
  if (isHere) return name ? `${name} (${words.here.toLowerCase()})` : words.here;
  return name ?? words.unknown;
}

function hintOf({ isPostingHere }: SharedLogins['logins'][number]): string {
  return isPostingHere ? words.noHolder : words.elsewhere;
}
