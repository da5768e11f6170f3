import type { GenerationProgress, GenerationRequest, GenerationResult } from '../../../shared/posts/generation.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { type AutomationJob, enabledBySetting, type JobContext, TryLater } from '../../jobs/job.ts';

/** Failures that may be resolved within the day. A failed generation has made no posts. */
const PASSING_CODES: readonly ErrorCode[] = ['conflict', 'rate_limited', 'unavailable'];

export type AutopilotDeps = {
  /** Makes posts, calling `report` with each step. AppError on failure. */
  generate(
    request: GenerationRequest,
    context: { report(progress: GenerationProgress): void; signal: AbortSignal },
  ): Promise<GenerationResult>;
};

/** One post a day at the start of the posting hours, where auto_generate_daily is on (§2, §9). */
export function autopilotJob({ generate }: AutopilotDeps, share?: AutomationJob['share']): AutomationJob {
  return {
    ...(share && { share }),
    ...AUTOPILOT,
    ...enabledBySetting('auto_generate_daily'),
    name: 'autopilot',
    schedule: (settings) => ({ every: 'day', hour: settings.posting_hours_start }),
    async run(run) {
      const report = (progress: GenerationProgress) => run.report(stepInWords(progress));
      const result = await generate(requestOf(run), { report, signal: run.signal }).catch((error: unknown) => {
        const isPassing = error instanceof AppError && PASSING_CODES.includes(error.code);
        throw isPassing ? new TryLater(error.message, { cause: error }) : error;
      });
      // A retry would find the same sources.
      if (result.nothing === 'used_up') return result.message ?? nothingMade;
      if (!result.success) throw new TryLater(result.message ?? nothingMade);
      if (result.created === 0) return result.message ?? nothingMade;
      return made(result.created, result.template, result.message);
    },
  };
}

/** One post (§9), once: the agent may have been killed between making the post and recording it. */
function requestOf({ attempt, startedAt }: JobContext): GenerationRequest {
  return { reason: 'autopilot', count: 1, ...(attempt > 1 && { unlessMadeSince: startedAt.toString() }) };
}

const AUTOPILOT = {
  title: 'AI Autopilot',
  about:
    'Makes and schedules one post for the content project that lacks posts most, at the start of the posting hours.',
} as const;

const nothingMade = 'No post could be made.';

const made = (created: number, template: string | undefined, message: string | undefined) =>
  [`Made ${created} ${created === 1 ? 'post' : 'posts'} with the template ${template ?? 'General'}.`, message]
    .filter(Boolean)
    .join(' ');

const STEP_IN_WORDS: { [step in GenerationProgress['step']]: string } = {
  sources: 'Reading the sources',
  writing: 'Writing the post',
  media: 'Drawing the pictures',
  scheduling: 'Finding a free time',
};

const stepInWords = ({ step }: GenerationProgress) => STEP_IN_WORDS[step];
