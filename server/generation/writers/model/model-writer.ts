import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS, runsHere } from '../../../../shared/ai/providers.ts';
import { GenerationError } from '../../generation-error.ts';
import type { WriteRequest, Writer, WrittenPost } from '../../post.ts';
import { writeOneByOne } from '../one-by-one.ts';
import { answerSchema } from './answer-schema.ts';
import { type Answer, type AskModel, openModel } from './call-model.ts';
import { type CheckedPost, checkPost } from './check-post.ts';
import { type Budget, refuseOverCap } from './ledger.ts';
import { MODEL_MESSAGES } from './messages.ts';
import { costOf, priceOf } from './prices.ts';
import type { AskOptions } from './retry.ts';
import { repairPrompt, writePrompt } from './write-prompt.ts';

type ModelWriterOptions = Budget & { choice: ModelChoice; options?: Pick<AskOptions, 'timeoutMs' | 'pause'> };

/**
 * Writes with a model, one post per call, so that each prompt shows the previous posts and each post has its own cost.
 * An unusable answer is sent back once. If a later post fails, returns those written so far; GenerationError with the
 * remedy if there are none.
 */
export function modelWriter(config: ModelWriterOptions): Writer {
  const { choice } = config;
  const name = `${choice.provider}:${choice.model}`;
  return {
    name,
    place: runsHere(choice) ? 'here' : 'elsewhere',
    async write(request) {
      if (AI_PROVIDERS[choice.provider].needsKey && !choice.apiKey)
        throw new GenerationError('conflict', MODEL_MESSAGES.noKey(choice));
      const ask = metered(await openModel(choice), name, config);
      return writeOneByOne(request, (known) => writeOne(known, ask, choice));
    },
  };
}

/** Checks the cap before each question, and records the usage of every answer, including unusable ones. */
export function metered(ask: AskModel, model: string, { choice, options, ...budget }: ModelWriterOptions): AskModel {
  const price = priceOf(choice);
  return async (question, { signal } = {}) => {
    await refuseOverCap(budget);
    const answer = await ask(question, { ...options, signal });
    await budget.ledger.record({ model, ...answer.usage, costUsd: costOf(answer.usage, price) });
    return answer;
  };
}

async function writeOne(request: WriteRequest, ask: AskModel, choice: ModelChoice): Promise<WrittenPost> {
  const { system, prompt } = writePrompt(request, crypto.randomUUID().slice(0, 8));
  const schema = answerSchema(request);
  const asked = { role: 'user' as const, content: prompt };
  const first = await ask({ system, schema, messages: [asked] }, { signal: request.signal });
  const checked = examine(first, request);
  if (checked.post && checked.problems.length + checked.limits.length === 0)
    return priced(checked.post, [first], choice);

  const messages = [
    asked,
    { role: 'assistant' as const, content: first.text || '{}' },
    { role: 'user' as const, content: repairPrompt([...checked.problems, ...checked.limits]) },
  ];
  const second = await ask({ system, schema, messages }, { signal: request.signal });
  const mended = examine(second, request);
  // A text that is still too long has lost its last sentences, as with the built-in writer.
  if (mended.post && mended.problems.length === 0) return priced(mended.post, [first, second], choice);
  throw new GenerationError('bad_answer', MODEL_MESSAGES.unusable(choice, mended.problems.join(' ')));
}

type Examined = Omit<CheckedPost, 'post'> & { post: WrittenPost | null };

function examine(answer: Answer<Parameters<typeof checkPost>[0]>, request: WriteRequest): Examined {
  if (answer.kind === 'failure') throw answer.failure;
  if (answer.kind === 'unreadable') return { post: null, problems: [answer.problem], limits: [] };
  return checkPost(answer.value, request);
}

/** The post with the total usage of its answers. */
export function priced(
  post: WrittenPost,
  answers: readonly Pick<Answer<unknown>, 'usage'>[],
  choice: ModelChoice,
): WrittenPost {
  const sum = (count: 'inputTokens' | 'outputTokens') => answers.reduce((total, { usage }) => total + usage[count], 0);
  const usage = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') };
  return { ...post, usage: { ...usage, costUsd: costOf(usage, priceOf(choice)) } };
}
