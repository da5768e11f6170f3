import { PlugZap } from 'lucide-react';
import { createContext, useContext } from 'react';
import { agentUnreachable as words } from '@/app/messages.ts';
import { CopyCommand } from '@/components/copy-command.tsx';
import { EmptyState } from '@/components/empty-state.tsx';

/** Whether the agent has stopped responding since the page was opened. */
export const AgentGoneContext = createContext(false);

export const useAgentGone = () => useContext(AgentGoneContext);

/** A banner over the screen, which keeps its input: the agent is not responding, and how to start it. */
export function AgentGoneBanner() {
  if (!useAgentGone()) return null;
  return (
    <div
      role="status"
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-3 gap-y-1.5 border-b border-warning/30 bg-card px-4 py-2 text-center text-sm text-warning"
    >
      <p className="font-medium">{words.reconnecting}</p>
      <p className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-muted-foreground">
        {words.start} <CopyCommand command={words.command} />
      </p>
    </div>
  );
}

/** Replaces the sign-in, which needs the agent. */
export function AgentGoneScreen() {
  return (
    <main className="flex min-h-dvh items-center justify-center" role="status">
      <EmptyState
        icon={PlugZap}
        title={words.title}
        description={`${words.start.replace(':', '.')} ${words.afterwards}`}
        action={<CopyCommand command={words.command} />}
      />
    </main>
  );
}
