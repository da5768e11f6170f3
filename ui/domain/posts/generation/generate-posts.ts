import type { Supabase } from '@/lib/supabase.ts';
import type { AgentError } from '../../../../shared/agent/agent-api.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import {
  GENERATION_EVENTS,
  type GenerationProgress,
  type GenerationRequest,
  type GenerationResult,
  generationProgressSchema,
  generationResultSchema,
} from '../../../../shared/posts/generation.ts';

/** What a run may be asked for: posts of one project, also where none of its sources can be read. */
export type RunRequest = Pick<GenerationRequest, 'project' | 'withoutSources'>;

/** The edge function's name (§7). */
export const FUNCTION_NAME = 'auto-generate-content';

/** The call of the generation function itself failed (§4). `reason` is the function's own words, when it had any. */
export class GenerationCallError extends Error {
  readonly reason: string | undefined;

  constructor(reason: string | undefined, cause?: unknown) {
    super(reason ?? 'The generation function could not be reached.', { cause });
    this.name = 'GenerationCallError';
    this.reason = reason;
  }
}

/**
 * Runs the generation function, POST without a body (§7) or with what `request` asks for, and reports each step of the
 * run as it comes. A function that answers plain JSON (an older one in a hosted project) works too, without progress.
 * Throws GenerationCallError when the call fails or its answer breaks off.
 */
export async function generatePosts(
  supabase: Supabase,
  onProgress: (progress: GenerationProgress) => void,
  request?: RunRequest,
): Promise<GenerationResult> {
  const { data, error, response } = await supabase.functions.invoke<unknown>(FUNCTION_NAME, {
    headers: { Accept: 'text/event-stream' },
    ...(request && { body: request }),
  });
  if (error) throw await callFailed(response, error);
  if (data instanceof Response) return followRun(data, onProgress);
  return parseResult(data);
}

async function followRun(response: Response, onProgress: (progress: GenerationProgress) => void) {
  if (!response.body) throw new GenerationCallError(undefined);
  try {
    for await (const { event, data } of readEventStream(response.body)) {
      if (event === GENERATION_EVENTS.result) return parseResult(JSON.parse(data));
      if (event === GENERATION_EVENTS.error) throw new GenerationCallError((JSON.parse(data) as AgentError).error);
      const progress = generationProgressSchema.safeParse(event === GENERATION_EVENTS.progress && JSON.parse(data));
      if (progress.success) onProgress(progress.data);
    }
  } catch (error) {
    throw error instanceof GenerationCallError ? error : new GenerationCallError(undefined, error);
  }
  throw new GenerationCallError('The run broke off before it was finished.');
}

function parseResult(answer: unknown): GenerationResult {
  const result = generationResultSchema.safeParse(answer);
  if (!result.success) throw new GenerationCallError('The generation function answered something else.', result.error);
  return result.data;
}

/** A call that failed with `error`, in the function's own words where `response` holds some. */
export async function callFailed(response: Response | undefined, error: unknown): Promise<GenerationCallError> {
  return new GenerationCallError(await reasonOf(response), error);
}

/** The `error` of the function's JSON answer, where it gave one. */
async function reasonOf(response: Response | undefined): Promise<string | undefined> {
  const body: unknown = await response?.json().catch(() => null);
  const { error } = (body ?? {}) as Partial<AgentError>;
  return typeof error === 'string' ? error : undefined;
}
