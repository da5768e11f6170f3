import { GenerationError } from '../../generation-error.ts';
import type { Ledger } from './ledger.ts';
import { MODEL_MESSAGES } from './messages.ts';

export type Budget = {
  /** No call is made once the month has cost this; null without a cap. */
  monthlyCapUsd: number | null;
  ledger: Pick<Ledger, 'thisMonth' | 'record'>;
};

/** GenerationError conflict once the month has cost as much as the cap allows. Asked before each call. */
export async function refuseOverCap({ monthlyCapUsd, ledger }: Budget): Promise<void> {
  if (monthlyCapUsd === null) return;
  const { costUsd } = await ledger.thisMonth();
  if (costUsd >= monthlyCapUsd)
    throw new GenerationError('conflict', MODEL_MESSAGES.capReached(costUsd, monthlyCapUsd));
}
