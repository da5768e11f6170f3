import {
  GENERATION_EVENTS,
  GENERATION_PATH,
  type GenerationProgress,
  type GenerationRequest,
  type GenerationResult,
  generationProgressSchema,
  generationResultSchema,
} from '../../shared/posts/generation.ts';
import { AppError } from '../errors.ts';
import { type Api, readEvents } from './api.ts';
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
  const response = await api({ method: 'POST', path: GENERATION_PATH, body, accept: 'text/event-stream' });
  for await (const { event, value } of readEvents(response, NO_RESULT)) {
    if (event === GENERATION_EVENTS.progress) onProgress(generationProgressSchema.parse(value));
    if (event === GENERATION_EVENTS.result) return generationResultSchema.parse(value);
  }
  throw new AppError('internal', NO_RESULT);
}
