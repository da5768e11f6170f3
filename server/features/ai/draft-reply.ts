import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../errors.ts';
import { GenerationError } from '../../generation/generation-error.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import { modelLedger } from '../../generation/writers/model/ledger.ts';
import type { Answering } from '../../generation/writers/model/reply.ts';
import type { Client } from '../../supabase/connection.ts';
import { NO_REPLY_FITS, needsModel } from './messages.ts';
import { asAppError, chooseModel } from './service.ts';
import type { AiSettingsStore } from './settings-store.ts';

/**
 * Drafts a reply with the chosen model, within its monthly cap. AppError with the remedy if no model is chosen or it
 * fails.
 */
export async function draftReply(
  { store, engine }: { store: AiSettingsStore; engine: TextEngine },
  answering: Answering,
  client: Client,
): Promise<{ text: string; by: string }> {
  const { model: choice, monthlyCapUsd } = await chooseModel(store);
  if (!choice) throw new AppError('conflict', needsModel('Drafting a reply'));
  // The AI SDK is loaded on first use.
  const { replyWithModel } = await import('../../generation/writers/model/reply.ts');
  const ledger = modelLedger(client, Temporal.Now.instant);
  const text = await replyWithModel(answering, { choice, monthlyCapUsd, ledger, engine }).catch((error: unknown) => {
    throw error instanceof GenerationError ? asAppError(error) : error;
  });
  if (text === null) throw new AppError('bad_answer', NO_REPLY_FITS);
  return { text, by: `${choice.provider}:${choice.model}` };
}
