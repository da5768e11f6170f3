import { agentErrorSchema } from '../../../shared/agent-api.ts';
import {
  GENERATION_EVENTS,
  type GenerationRequest,
  type GenerationResult,
  generationProgressSchema,
  generationResultSchema,
} from '../../../shared/generation.ts';
import { AppError } from '../../errors.ts';
import { type AutomationJob, onBy } from '../../jobs/automation-job.ts';
import { type RunInHand, TryLater } from '../../jobs/job.ts';
import { AUTOPILOT, made, NO_RESULT, nothingMade, stepInWords } from './messages.ts';

/** Failures that may be over within the day. A generation is all or nothing: one that failed has made nothing. */
const PASSING_CODES = ['conflict', 'rate_limited', 'unavailable'];

export type AutopilotDeps = {
  /** Runs the generation, passing on its GENERATION_EVENTS. Throws AppError when it cannot be begun. */
  generate(
    request: GenerationRequest,
    send: (event: string, data: unknown) => void,
    signal: AbortSignal,
  ): Promise<void>;
};

/** One post a day at the start of the posting hours, where auto_generate_daily is on (§2, §9). */
export function autopilotJob({ generate }: AutopilotDeps): AutomationJob {
  return {
    ...AUTOPILOT,
    ...onBy('auto_generate_daily'),
    name: 'autopilot',
    schedule: (settings) => ({ every: 'day', hour: settings.posting_hours_start }),
    async run(run) {
      const result = await generateOne(generate, run);
      if (!result.success) throw new TryLater(result.message ?? nothingMade);
      if (result.created === 0) return result.message ?? nothingMade;
      return made(result.created, result.template, result.message);
    },
  };
}

/** One post (§9), once: the agent may have been cut off between the post and the note that it is made. */
function requestOf({ attempt, startedAt }: RunInHand): GenerationRequest {
  return { reason: 'autopilot', count: 1, ...(attempt > 1 && { unlessMadeSince: startedAt.toString() }) };
}

async function generateOne(generate: AutopilotDeps['generate'], run: RunInHand): Promise<GenerationResult> {
  const outcome: { result?: GenerationResult; failure?: Error } = {};
  const hear = (event: string, data: unknown) => {
    if (event === GENERATION_EVENTS.progress) run.report(stepInWords(generationProgressSchema.parse(data)));
    if (event === GENERATION_EVENTS.result) outcome.result = generationResultSchema.parse(data);
    if (event === GENERATION_EVENTS.error) outcome.failure = failureOf(agentErrorSchema.parse(data));
  };
  await generate(requestOf(run), hear, run.signal).catch((error: unknown) => {
    throw error instanceof AppError ? failureOf({ error: error.message, code: error.code }, error) : error;
  });
  if (outcome.failure) throw outcome.failure;
  if (!outcome.result) throw new TryLater(NO_RESULT);
  return outcome.result;
}

function failureOf({ error, code }: { error: string; code: string }, cause?: Error): Error {
  return PASSING_CODES.includes(code) ? new TryLater(error, { cause }) : new AppError('internal', error, { cause });
}
