import type { ReactNode } from 'react';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { AiForm } from '@/features/settings/ai/ai-form.tsx';
import { aiMessages, capInWords, HOSTED_SECRETS, monthInWords } from '@/features/settings/ai/ai-messages.ts';
import { useAiState } from '@/features/settings/ai/use-ai.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import type { AiState } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';

/** The writer: the built-in one or a model. Stored by the agent on this machine, with a separate Save button. */
export function AiCard() {
  const state = useAiState();
  if (state.data) {
    return (
      <AiFrame>
        <Choice state={state.data} />
        <AiMonth state={state.data} />
      </AiFrame>
    );
  }
  return <WaitingCard words={aiMessages} error={state.error} onRetry={() => void state.refetch()} height="h-72" />;
}

function AiFrame({ children }: { children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{aiMessages.title}</CardTitle>
        <CardDescription>{aiMessages.writesNow}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-6">{children}</CardContent>
    </Card>
  );
}

function Choice({ state }: { state: AiState }) {
  if (state.source === 'function') return <AiHosted />;
  if (state.source === 'environment') return <AiByEnvironment state={state} />;
  return (
    <>
      <OwnersChoice />
      <AiForm state={state} />
    </>
  );
}

/** Tells members in advance that only the owner can change the writer. */
function OwnersChoice() {
  return useIsOwner() === false ? <p className="text-sm text-pretty">{aiMessages.ownersChoice}</p> : null;
}

/** This month's model usage, and the remaining cap; nothing without a model. */
function AiMonth({ state }: { state: AiState }) {
  if (!state.month || (state.provider === null && state.month.calls === 0)) return null;
  const cap = capInWords(state);
  return (
    <dl className="border-t pt-5 text-sm">
      <dt className="font-medium">{aiMessages.month}</dt>
      <dd className="mt-1 text-muted-foreground tabular-nums">{monthInWords(state.month)}</dd>
      {cap ? <dd className="mt-1 text-muted-foreground tabular-nums">{cap}</dd> : null}
    </dl>
  );
}

/** How to set the model of a hosted project, which uses the function's secrets. */
function AiHosted() {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="max-w-prose text-pretty">{aiMessages.hosted}</p>
      <pre className="rounded-md border bg-muted px-3 py-2.5 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap">
        {HOSTED_SECRETS}
      </pre>
      <p className="max-w-prose text-muted-foreground text-pretty">{aiMessages.hostedOr}</p>
    </div>
  );
}

/** The choice made by the environment, and where to change it. */
function AiByEnvironment({ state }: { state: AiState }) {
  const provider = state.provider && AI_PROVIDERS[state.provider].label;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium">
        {state.model} ({provider})
      </p>
      {state.pictureModel ? <p>{aiMessages.picturesBy(state.pictureModel)}</p> : null}
      <p className="max-w-prose text-muted-foreground text-pretty">{aiMessages.byEnvironment}</p>
    </div>
  );
}
