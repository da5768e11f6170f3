import { Temporal } from 'temporal-polyfill';
import type { ModelSpending } from '../../../../shared/ai/ai.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/workspace/default-settings.ts';
import { GenerationError } from '../../generation-error.ts';
import { type Client, dataOf } from '../../stores/client.ts';
import type { Usage } from './call-model.ts';
import { MODEL_MESSAGES } from './messages.ts';

/** One call to a model; `model` is 'provider:model', `costUsd` is null when the price is unknown. */
export type ModelCall = Usage & { model: string; costUsd: number | null };

export type Ledger = ReturnType<typeof modelLedger>;

/**
 * Records and sums the model usage of this workspace. Methods throw GenerationError unavailable when the backend fails.
 */
export function modelLedger(client: Client, now: () => Temporal.Instant) {
  return {
    /** The usage since the start of the month in the settings' time zone. */
    async thisMonth(): Promise<ModelSpending> {
      const settings = client.from('app_settings').select('timezone').maybeSingle();
      const { timezone } = dataOf(await settings, 'reading the settings') ?? DEFAULT_SETTINGS;
      const since = monthStart(now(), timezone).toString();
      const [sum] = dataOf(await client.rpc('model_spending', { since }), 'adding up what models cost');
      return {
        calls: sum?.calls ?? 0,
        inputTokens: sum?.input_tokens ?? 0,
        outputTokens: sum?.output_tokens ?? 0,
        costUsd: sum?.cost_usd ?? 0,
        unpricedCalls: sum?.unpriced_calls ?? 0,
      };
    },

    async record({ model, inputTokens, outputTokens, costUsd }: ModelCall): Promise<void> {
      const row = { model, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
      dataOf(await client.from('model_calls').insert(row), 'noting what the model used');
    },
  };
}

/** The start of `now`'s month in a time zone. RangeError when the zone is unknown. */
export function monthStart(now: Temporal.Instant, timezone: string): Temporal.Instant {
  const { year, month } = now.toZonedDateTimeISO(timezone);
  return Temporal.PlainDate.from({ year, month, day: 1 }).toZonedDateTime(timezone).toInstant();
}

export type Budget = {
  /** The monthly spending limit; null for none. */
  monthlyCapUsd: number | null;
  ledger: Pick<Ledger, 'thisMonth' | 'record'>;
};

/** Throws GenerationError conflict when this month's spending has reached the cap. Called before each model call. */
export async function refuseOverCap({ monthlyCapUsd, ledger }: Budget): Promise<void> {
  if (monthlyCapUsd === null) return;
  const { costUsd } = await ledger.thisMonth();
  if (costUsd >= monthlyCapUsd)
    throw new GenerationError('conflict', MODEL_MESSAGES.capReached(costUsd, monthlyCapUsd));
}
