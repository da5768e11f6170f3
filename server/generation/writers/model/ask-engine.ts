import type { ModelMessage } from 'ai';
import { z } from 'zod';
import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import { GenerationError } from '../../generation-error.ts';
import type { EngineTurn, TextEngine } from '../local/text-engine.ts';
import type { AskModel } from './call-model.ts';
import { MODEL_MESSAGES } from './messages.ts';
import { timeoutOf, withTimeout } from './retry.ts';

/** Enough for the longest text to rewrite, as JSON. A post needs a third of it. */
const MAX_OUTPUT_TOKENS = 1500;
/** High enough that posts differ, low enough that sentences stay coherent. */
const TEMPERATURE = 0.7;

/** Asks a local model like a provider's, except that a grammar enforces the schema. */
export function askEngine(engine: TextEngine, choice: ModelChoice): AskModel {
  return async (question, { signal, timeoutMs } = {}) => {
    const limitMs = timeoutMs ?? timeoutOf(choice);
    const tooSlow = () => new GenerationError('unavailable', MODEL_MESSAGES.tooSlow(choice, limitMs / 1000));
    const asked = {
      model: choice.model,
      system: question.system,
      turns: question.messages.map(turnOf),
      schema: z.toJSONSchema(question.schema),
      maxTokens: MAX_OUTPUT_TOKENS,
      temperature: TEMPERATURE,
    };
    const { text, isWhole, ...usage } = await withTimeout(limitMs, signal, tooSlow, (abort) =>
      engine.answer(asked, abort),
    );
    const said = { usage, text };
    if (!isWhole) {
      return { ...said, kind: 'failure', failure: new GenerationError('bad_answer', MODEL_MESSAGES.endless(choice)) };
    }
    const parsed = question.schema.safeParse(parseJson(text));
    if (parsed.success) return { ...said, kind: 'value', value: parsed.data };
    return { ...said, kind: 'unreadable', problem: 'The answer was not complete.' };
  };
}

function turnOf({ role, content }: ModelMessage): EngineTurn {
  const text =
    typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('');
  return { role: role === 'assistant' ? 'assistant' : 'user', text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
