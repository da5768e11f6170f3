import type { GenerationProgress, GenerationRequest, GenerationResult } from '../../../shared/posts/generation.ts';
import { AppError } from '../../errors.ts';
import { AUTOPILOT_JOB, autopilotRequest, endOfAutopilot, maySucceedLater } from '../../generation/autopilot/rule.ts';
import { type AutomationJob, enabledBySetting, TryLater } from '../../jobs/job.ts';

export type AutopilotDeps = {
  /** Makes posts, calling `report` with each step. AppError on failure. */
  generate(
    request: GenerationRequest,
    context: { report(progress: GenerationProgress): void; signal: AbortSignal },
  ): Promise<GenerationResult>;
};

/** One post a day at the start of the posting hours, if auto_generate_daily is on (§2, §9). */
export function autopilotJob({ generate }: AutopilotDeps, share?: AutomationJob['share']): AutomationJob {
  return {
    ...(share && { share }),
    ...AUTOPILOT,
    ...enabledBySetting('auto_generate_daily'),
    name: AUTOPILOT_JOB,
    schedule: (settings) => ({ every: 'day', hour: settings.posting_hours_start }),
    async run(run) {
      const report = (progress: GenerationProgress) => run.report(stepInWords(progress));
      const request = autopilotRequest(run.attempt, run.startedAt.toString());
      const made = await generate(request, { report, signal: run.signal }).catch((error: unknown) => {
        const isPassing = error instanceof AppError && maySucceedLater(error.code);
        throw isPassing ? new TryLater(error.message, { cause: error }) : error;
      });
      const { result, triesAgain } = endOfAutopilot(made);
      if (triesAgain) throw new TryLater(result);
      return result;
    },
  };
}

const AUTOPILOT = {
  title: 'AI Autopilot',
  about:
    'Makes and schedules one post for the content project that lacks posts most, at the start of the posting hours.',
} as const;

const STEP_IN_WORDS: { [step in GenerationProgress['step']]: string } = {
  sources: 'Reading the sources',
  writing: 'Writing the post',
  media: 'Drawing the pictures',
  scheduling: 'Finding a free time',
};

const stepInWords = ({ step }: GenerationProgress) => STEP_IN_WORDS[step];
