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

/** The options of a run: only one project, and whether to proceed if none of its sources can be read. */
export type RunRequest = Pick<GenerationRequest, 'project' | 'withoutSources'>;

/** The edge function's name (§7). */
export const FUNCTION_NAME = 'auto-generate-content';

/** The call of the generation function itself failed (§4). `reason` is the function's own message, if it sent one. */
export class GenerationCallError extends Error {
  readonly reason: string | undefined;

  constructor(reason: string | undefined, cause?: unknown) {
    super(reason ?? 'The generation function could not be reached.', { cause });
    this.name = 'GenerationCallError';
    this.reason = reason;
  }
}

/**
 * Runs the generation function, POST without a body (§7) or with `request`, and reports its progress. Also works with a
 * function that answers plain JSON (an older one in a hosted project), without progress. Throws GenerationCallError if
 * the call fails or its event stream breaks off.
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
  throw new GenerationCallError('The run was interrupted before it finished.');
}

function parseResult(answer: unknown): GenerationResult {
  const result = generationResultSchema.safeParse(answer);
  if (!result.success)
    throw new GenerationCallError('The generation function sent an unexpected response.', result.error);
  return result.data;
}

/** The error of a failed call, with the function's own message if `response` contains one. */
export async function callFailed(response: Response | undefined, error: unknown): Promise<GenerationCallError> {
  return new GenerationCallError(await reasonOf(response), error);
}

/** The `error` of the function's JSON response, if any. */
async function reasonOf(response: Response | undefined): Promise<string | undefined> {
  const body: unknown = await response?.json().catch(() => null);
  const { error } = (body ?? {}) as Partial<AgentError>;
  return typeof error === 'string' ? error : undefined;
}
