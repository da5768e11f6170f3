import { Temporal } from 'temporal-polyfill';
import { runsHere } from '../../../shared/ai/providers.ts';
import { graphemeLength } from '../../../shared/posts/grapheme-length.ts';
import { PLATFORM_LIMITS, textLength } from '../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { AppError } from '../../errors.ts';
import { GenerationError } from '../../generation/generation-error.ts';
import { voiceFor } from '../../generation/run/voice.ts';
import { workspaceStore } from '../../generation/stores/workspace-store.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import { modelLedger } from '../../generation/writers/model/ledger.ts';
import type { Client } from '../../supabase/connection.ts';
import { GIVEN_UP } from './messages.ts';
import { asAppError, chooseModel } from './service.ts';
import type { AiSettingsStore } from './settings-store.ts';

/** Texts of one post to rephrase, each with its platforms, and the platforms and accounts of the whole post. */
export type Rewording = {
  texts: readonly { text: string; platforms: readonly Platform[] }[];
  goal: { platforms: Platform[]; account_ids: string[] | null };
  /** The id of the content with these texts, which is left out of the examples of the user's voice. */
  not: string;
};

/** The rephrased texts, in order; null for a text without a usable result. `writer` is the provider and model. */
export type Reworded = { texts: (string | null)[]; writer: string };

const TASK =
  'Say what this post says in new words: another opening and other sentences, with the same facts, in the same tone and at about the same length. Keep each form feed character where it is: there the next part begins.';
/** The factor by which a text may grow if its platforms have room. */
const GROWTH = 1.3;
/** Local models have small contexts. */
const LOCAL_EXAMPLES = 1;
const LOCAL_EXAMPLE_CHARS = 300;
const NEXT_PART = '\f';

/**
 * Has the chosen model rephrase texts, within its monthly cap and in the user's voice as far as the settings allow;
 * null if no model is chosen. AppError with the remedy on failure.
 */
export async function newWords(
  { store, engine }: { store: AiSettingsStore; engine: TextEngine },
  { texts, goal, not }: Rewording,
  client: Client,
  signal: AbortSignal,
): Promise<Reworded | null> {
  try {
    const { model: choice, monthlyCapUsd } = await chooseModel(store);
    if (!choice) return null;
    const workspace = workspaceStore(client);
    const place = runsHere(choice) ? 'here' : 'elsewhere';
    const found = await voiceFor({ place }, { project: goal, settings: await workspace.settings() }, workspace);
    const own = found.filter(({ id }) => id !== not);
    const voice = choice.provider === 'local' ? own.slice(0, LOCAL_EXAMPLES).map(short) : own;
    // The AI SDK is loaded on first use.
    const { rewriteWithModel } = await import('../../generation/writers/model/rewrite.ts');
    const config = { choice, monthlyCapUsd, ledger: modelLedger(client, Temporal.Now.instant), engine };
    const made: (string | null)[] = [];
    for (const { text, platforms } of texts) {
      const said = await rewriteWithModel({ text, task: TASK, ...roomFor(text, platforms), voice, signal }, config);
      made.push(said !== null && said !== text && partsOf(said) === partsOf(text) ? said : null);
    }
    return { texts: made, writer: `${choice.provider}:${choice.model}` };
  } catch (error) {
    if (signal.aborted) throw new AppError('unavailable', GIVEN_UP, { cause: error });
    throw error instanceof GenerationError ? asAppError(error) : error;
  }
}

/**
 * A text may grow by GROWTH, up to the lowest limit of its platforms. A text that already exceeds that limit is a
 * thread, to which it does not apply.
 */
function roomFor(text: string, platforms: readonly Platform[]): { limit: number; count: (text: string) => number } {
  const count = (words: string) => Math.max(graphemeLength(words), ...platforms.map((one) => textLength(words, one)));
  const most = Math.min(...platforms.map((platform) => PLATFORM_LIMITS[platform].textLength));
  const grown = Math.ceil(count(text) * GROWTH);
  return { limit: count(text) > most ? grown : Math.min(grown, most), count };
}

function short({ id, text }: { id: string; text: string }) {
  return { id, text: text.slice(0, LOCAL_EXAMPLE_CHARS) };
}

const partsOf = (text: string) => text.split(NEXT_PART).length;
