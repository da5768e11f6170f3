import { generationApi } from '../../shared/api/projects.ts';
import {
  GENERATION_EVENTS,
  type GenerationProgress,
  type GenerationRequest,
  type GenerationResult,
} from '../../shared/posts/generation.ts';
import { type Api, callForEvents } from './api.ts';
import { NO_RESULT } from './messages.ts';

/**
 * Generates posts and reports each step. AppError with the agent's message on failure. The result of a run without
 * posts has the reason in its message.
 */
export async function runGeneration(
  api: Api,
  body: Partial<GenerationRequest>,
  onProgress: (progress: GenerationProgress) => void,
): Promise<GenerationResult> {
  return callForEvents(api, generationApi.generatePosts, { body }, NO_RESULT, ({ event, value }) => {
    if (event === GENERATION_EVENTS.result) return value;
    onProgress(value);
    return undefined;
  });
}
