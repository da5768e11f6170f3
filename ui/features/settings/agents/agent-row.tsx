import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { agentsMessages as words } from '@/features/settings/agents/agent-messages.ts';
import { RemoveAgentQuestion, RenameAgentDialog } from '@/features/settings/agents/agent-questions.tsx';
import { formatDateTime } from '@/lib/time.ts';
import type { Agent } from '../../../../shared/agent/agents.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

const OVER_IT = { rename: RenameAgentDialog, remove: RemoveAgentQuestion };
const STATE_VARIANTS = { running: 'success', silent: 'warning', stopped: 'outline' } as const;

/** One agent: whether it runs, where it can post, and what else it can do. */
export function AgentRow({ agent, isOwner }: { agent: Agent; isOwner: boolean }) {
  const { name, isThis, state, version } = agent;
  const [open, setOpen] = useState<keyof typeof OVER_IT>();
  const timeZone = useTimeZone();
  const Dialog = open && OVER_IT[open];
  const isRunning = state === 'running';
  const time = formatDateTime(isRunning ? agent.startedAt : agent.seenAt, timeZone);
  return (
    <li className="flex items-start justify-between gap-3 border-t px-5 py-4 sm:px-6">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-col gap-1">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium [overflow-wrap:anywhere]">
            {name}
            {isThis ? <Badge variant="secondary">{words.thisOne}</Badge> : null}
            <Badge variant={STATE_VARIANTS[state]}>{words.states[state]}</Badge>
          </h3>
          <p className="text-xs text-muted-foreground tabular-nums">
            {isRunning ? words.runsSince(time, version) : words.lastSeen(time, version)}
          </p>
        </div>
        <Logins agent={agent} />
        <ul aria-label={words.can} className="flex flex-wrap gap-1.5">
          {abilities(agent).map((ability) => (
            <li key={ability}>
              <Badge variant="outline">{ability}</Badge>
            </li>
          ))}
        </ul>
      </div>
      {isOwner ? (
        <Menu trigger={<IconButton icon={Ellipsis} label={words.menuOf(name)} />}>
          <MenuItem icon={Pencil} onSelect={() => setOpen('rename')}>
            {words.rename}
          </MenuItem>
          {isThis || isRunning ? null : (
            <MenuItem icon={Trash2} onSelect={() => setOpen('remove')}>
              {words.remove}
            </MenuItem>
          )}
        </Menu>
      ) : null}
      {Dialog ? <Dialog agent={agent} onClose={() => setOpen(undefined)} /> : null}
    </li>
  );
}

function Logins({ agent: { logins } }: { agent: Agent }) {
  if (logins.length === 0) return <p className="text-sm text-muted-foreground">{words.noLogins}</p>;
  const groups = [
    { label: words.posts, held: logins.filter(({ posts }) => posts) },
    { label: words.standsBy, held: logins.filter(({ posts }) => !posts) },
  ];
  return groups.map(({ label, held }) =>
    held.length === 0 ? null : (
      <p key={label} className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
        {label}{' '}
        <span className="text-foreground">
          {held.map((one) => `${one.label} (${platformLabel(one.platform)})`).join(', ')}
        </span>
      </p>
    ),
  );
}

function abilities({ can, sessions }: Agent): string[] {
  return [
    can.browser ? words.browser : words.noBrowser,
    ...(sessions > 0 ? [words.signedIn(sessions)] : []),
    ...(can.screen ? [words.screen] : []),
    ...(can.localModel === null ? [] : [words.localModel(can.localModel)]),
    ...(can.alwaysOn ? [words.alwaysOn] : []),
  ];
}
