import type { ReactNode } from 'react';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { AiForm } from '@/features/settings/ai-form.tsx';
import { aiMessages } from '@/features/settings/ai-messages.ts';
import { AiMonth } from '@/features/settings/ai-month.tsx';
import { AiByEnvironment, AiHosted } from '@/features/settings/ai-read-only.tsx';
import { useAiState } from '@/features/settings/use-ai.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import type { AiState } from '../../../shared/ai.ts';

/**
 * Who writes the posts: the built-in writer or a model. Kept by the agent on this machine, so it is saved apart from
 * the settings above.
 */
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
  if (state.isError) {
    return (
      <Card>
        <ErrorState
          title={aiMessages.loadFailed}
          description={failureReason(state.error)}
          onRetry={() => void state.refetch()}
        />
      </Card>
    );
  }
  return (
    <div role="status">
      <span className="sr-only">{aiMessages.loading}</span>
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
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
  return <AiForm state={state} />;
}
