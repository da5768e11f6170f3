import { aiMessages, HOSTED_SECRETS } from '@/features/settings/ai-messages.ts';
import type { AiState } from '../../../shared/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai-providers.ts';

/** A hosted project's function has its model from secrets of its own: how to set them. */
export function AiHosted() {
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

/** A choice that the environment made: what it is, and where it is changed. */
export function AiByEnvironment({ state }: { state: AiState }) {
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
