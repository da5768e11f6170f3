import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import type { WriteRequest, Writer, WrittenPost } from '../../post.ts';
import { chooseLanguage } from '../languages/choose-language.ts';
import { type Answer, type AskModel, openModel } from '../model/call-model.ts';
import type { Budget } from '../model/ledger.ts';
import { metered, priced } from '../model/model-writer.ts';
import { writeOneByOne } from '../one-by-one.ts';
import { chooseExcerpt, type Excerpt, excerptsOf } from './excerpts.ts';
import { checkLocalPost, freeAnswerSchema, localAnswerSchema } from './local-answer.ts';
import { exampleFor, type LocalTask, localPrompt, secondChance } from './local-prompt.ts';
import type { TextEngine } from './text-engine.ts';

const ATTEMPTS = 2;

type LocalWriterOptions = Budget & { choice: ModelChoice; engine: TextEngine | undefined; fallback: Writer };

/**
 * Writes with a local model, one post at a time, each from a short excerpt. A post that fails its checks twice is
 * written by `fallback` and has its name. If the model fails altogether, returns the posts written so far;
 * GenerationError with the remedy if there are none.
 */
export function localWriter(config: LocalWriterOptions): Writer {
  const { choice, engine, fallback } = config;
  const name = `${choice.provider}:${choice.model}`;
  return {
    name,
    place: 'here',
    async write(request) {
      const ask = metered(await openModel(choice, engine), name, config);
      const excerpts = excerptsOf(request.sources);
      return writeOneByOne(
        request,
        async (known, index) =>
          (await writeOne(known, index, excerpts, ask, choice)) ?? (await writeInstead(fallback, known, index)),
      );
    },
  };
}

/** Null when both attempts failed their checks. */
async function writeOne(
  request: WriteRequest,
  index: number,
  excerpts: readonly Excerpt[],
  ask: AskModel,
  choice: ModelChoice,
): Promise<WrittenPost | null> {
  const task = taskFor(request, excerpts);
  const { system, prompt } = localPrompt(task, crypto.randomUUID().slice(0, 8));
  const schema = task.material ? localAnswerSchema : freeAnswerSchema;
  const example = exampleFor(request.template);
  const answers: Answer<unknown>[] = [];
  let problems: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const content = problems.length > 0 ? `${prompt}\n\n${secondChance(problems)}` : prompt;
    const answer = await ask({ system, schema, messages: [{ role: 'user', content }] }, { signal: request.signal });
    answers.push(answer);
    if (answer.kind === 'value') {
      const checked = checkLocalPost(answer.value, { task, request, index, example });
      if (checked.problems.length === 0) return priced(checked.post, answers, choice);
      problems = checked.problems;
    } else problems = [answer.kind === 'failure' ? 'Be brief.' : answer.problem];
  }
  return null;
}

async function writeInstead(fallback: Writer, request: WriteRequest, done: number): Promise<WrittenPost | undefined> {
  const seed = `${request.seed}:${done}`;
  const [post] = await fallback.write({ ...request, count: 1, seed, onPost: () => undefined });
  return post && { ...post, writer: fallback.name };
}

function taskFor(
  { niche, template, sources, avoid, earlier = [], voice = [] }: WriteRequest,
  excerpts: readonly Excerpt[],
): LocalTask {
  const excerpt = chooseExcerpt(excerpts, avoid);
  const source = excerpt && sources[excerpt.source];
  const language = source
    ? chooseLanguage(source.text, source.language)
    : chooseLanguage(`${niche} ${template.prompt}`, null);
  const material = excerpt && source ? { excerpt, source } : null;
  return { niche, template, language: language.tag, earlier, material, voice };
}
