import { aiMessages, capInWords, monthInWords } from '@/features/settings/ai-messages.ts';
import type { AiState } from '../../../shared/ai.ts';

/** What models used this month, and what is left of the cap; nothing as long as there is no model. */
export function AiMonth({ state }: { state: AiState }) {
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
