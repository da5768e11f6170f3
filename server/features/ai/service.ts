import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { AiChange, AiChoice, AiState, ModelChoice, ModelList, ModelSpending } from '../../../shared/ai/ai.ts';
import { AppError } from '../../errors.ts';
import { GenerationError } from '../../generation/generation-error.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import { modelLedger } from '../../generation/writers/model/ledger.ts';
import { costOf, priceOf } from '../../generation/writers/model/prices.ts';
import type { Shortening } from '../../generation/writers/model/rewrite.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import { modelOf, NO_AI, pictureModelOf, withChange } from './ai-settings.ts';
import { listModels } from './list-models.ts';
import { disobedient, IN_THE_FUNCTION, NO_PROVIDER } from './messages.ts';
import type { AiSettingsStore } from './settings-store.ts';

type Deps = { mode: SupabaseConnection['mode']; store: AiSettingsStore; engine: TextEngine };

/** A placeholder for requests that need only the provider. */
const ANY_MODEL = 'any';

/**
 * The AI settings as shown to users: without the key, with this month's usage. `client` is null when the database is
 * unavailable.
 */
export async function describeAi({ mode, store }: Omit<Deps, 'engine'>, client: Client | null): Promise<AiState> {
  const month = client && (await spendingOf(client));
  if (mode === 'hosted') return { ...shown({ ...NO_AI }), source: 'function', month };
  const { source, settings } = await store.current();
  return { ...shown(settings), source, month };
}

/**
 * Saves a change. AppError conflict in hosted mode, where the choice is made elsewhere, for settings that the
 * environment sets, and for a local model that is not installed.
 */
export async function changeAi({ mode, store }: Omit<Deps, 'engine'>, change: AiChange): Promise<void> {
  if (mode === 'hosted') throw new AppError('conflict', IN_THE_FUNCTION);
  await store.change(change);
}

/** The models for a new run. GenerationError conflict when the settings are incomplete. */
export async function chooseModel(store: AiSettingsStore): Promise<AiChoice> {
  try {
    const { settings } = await store.current();
    const model = modelOf(settings);
    return { model, pictureModel: pictureModelOf(settings, model), monthlyCapUsd: settings.monthlyCapUsd };
  } catch (error) {
    throw error instanceof AppError ? new GenerationError('conflict', error.message) : error;
  }
}

/**
 * Asks the model for a minimal answer in the format of posts, with `change` applied to the saved settings. Returns the
 * time taken in ms; AppError with the remedy on failure. The usage counts toward the month.
 */
export async function testAi({ mode, store, engine }: Deps, change: AiChange, client: Client | null): Promise<number> {
  if (mode === 'hosted') throw new AppError('conflict', IN_THE_FUNCTION);
  const choice = modelOf(withChange((await store.current()).settings, change));
  if (!choice) throw new AppError('conflict', NO_PROVIDER);
  const started = performance.now();
  try {
    await assertReady(choice, client, engine);
  } catch (error) {
    throw error instanceof GenerationError ? asAppError(error) : error;
  }
  return Math.round(performance.now() - started);
}

/**
 * Shortens a text with the chosen model; null when none is chosen, no result fits, or the model fails. Callers have a
 * fallback.
 */
export async function shortenText(
  { store, engine }: Omit<Deps, 'mode'>,
  shortening: Shortening,
  client: Client,
  log: FastifyBaseLogger,
): Promise<string | null> {
  try {
    const { model: choice, monthlyCapUsd } = await chooseModel(store);
    if (!choice) return null;
    const { shortenWithModel } = await import('../../generation/writers/model/rewrite.ts');
    const ledger = modelLedger(client, Temporal.Now.instant);
    return await shortenWithModel(shortening, { choice, monthlyCapUsd, ledger, engine });
  } catch (error) {
    if (!(error instanceof GenerationError)) throw error;
    log.warn({ err: error }, 'the model did not shorten a post');
    return null;
  }
}

/**
 * The models offered by the chosen provider, with `change` applied; no model has to be chosen. AppError with the remedy
 * on failure.
 */
export async function offeredModels({ mode, store }: Omit<Deps, 'engine'>, change: AiChange): Promise<ModelList> {
  if (mode === 'hosted') throw new AppError('conflict', IN_THE_FUNCTION);
  const settings = withChange((await store.current()).settings, change);
  const choice = modelOf({ ...settings, model: settings.model ?? ANY_MODEL });
  if (!choice) throw new AppError('conflict', NO_PROVIDER);
  if (choice.provider === 'local') return { writers: store.installedModels(), pictures: [] };
  return listModels(choice).catch((error) => {
    throw error instanceof GenerationError ? asAppError(error) : error;
  });
}

async function assertReady(choice: ModelChoice, client: Client | null, engine: TextEngine): Promise<void> {
  // The AI SDK is loaded on first use.
  const { openModel } = await import('../../generation/writers/model/call-model.ts');
  const ask = await openModel(choice, engine);
  const answer = await ask({
    system: 'You are asked whether you can be reached.',
    messages: [{ role: 'user', content: 'Answer with the object {"ready": true}.' }],
    schema: z.object({ ready: z.boolean() }),
  });
  if (client) {
    const call = { ...answer.usage, model: `${choice.provider}:${choice.model}` };
    await modelLedger(client, Temporal.Now.instant).record({ ...call, costUsd: costOf(call, priceOf(choice)) });
  }
  if (answer.kind === 'failure') throw answer.failure;
  if (answer.kind === 'unreadable') throw new GenerationError('bad_answer', disobedient(choice.model));
}

function shown({
  provider,
  model,
  pictureModel,
  baseUrl,
  price,
  apiKey,
  monthlyCapUsd,
}: typeof NO_AI): Omit<AiState, 'source' | 'month'> {
  const knownPrice = provider && model ? priceOf({ provider, model, baseUrl, price }) : null;
  return { provider, model, pictureModel, baseUrl, price, hasKey: apiKey !== null, knownPrice, monthlyCapUsd };
}

async function spendingOf(client: Client): Promise<ModelSpending | null> {
  return modelLedger(client, Temporal.Now.instant)
    .thisMonth()
    .catch(() => null);
}

export function asAppError({ code, message }: GenerationError): AppError {
  return new AppError(code === 'rate_limited' || code === 'conflict' ? code : 'unavailable', message);
}
