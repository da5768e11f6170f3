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
 * Makes posts and reports each step. AppError with the agent's message on failure; a run without posts says why in its
 * message.
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
