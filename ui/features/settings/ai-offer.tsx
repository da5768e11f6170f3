import { Button } from '@/components/button.tsx';
import { aiMessages } from '@/features/settings/ai-messages.ts';
import type { LocalServer } from '../../../shared/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../shared/ai-providers.ts';

type AiOfferProps = { servers: readonly LocalServer[]; onTake: (provider: AiProvider, model: string) => void };

/**
 * What could write without cost, because it runs on this machine already; nothing is chosen before somebody takes it.
 */
export function AiOffer({ servers, onTake }: AiOfferProps) {
  const usable = servers.filter(({ models }) => models.length > 0);
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-[0.8125rem] leading-snug text-muted-foreground text-pretty">
        {aiMessages.builtInHint}
      </p>
      {usable.map(({ provider, models }) => (
        <div key={provider} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 basis-56">{aiMessages.offer(AI_PROVIDERS[provider].label, models.length)}</p>
          <Button variant="outline" size="sm" onClick={() => onTake(provider, models[0] ?? '')}>
            {aiMessages.takeOffer(AI_PROVIDERS[provider].label)}
          </Button>
        </div>
      ))}
    </div>
  );
}
