import { type Platform, platformName } from '../posts/platforms.ts';
import type { Preparation, PreparationStep, PreparingStep } from './publishing-api.ts';

type Step = PreparationStep['step'];

/** What is filled in for a post, in the order of the platform's composer. */
export type PreparationPlan = {
  platform: Platform;
  order: readonly Exclude<PreparingStep, 'open' | 'composer'>[];
  media: readonly { kind: 'image' | 'video' }[];
};

/** The current state. `at`: the step that was started last. */
export type PreparationAt = { preparation: Preparation; at: PreparingStep; hasFiles: boolean };

/** The steps of a preparation: done, in progress, to do, or failed. The last one is left to the user. */
export function preparationSteps(plan: PreparationPlan, now: PreparationAt): PreparationStep[] {
  const { preparation } = now;
  const steps: Step[] = ['open', ...plan.order, 'publish'];
  const at = now.at === 'composer' ? 'open' : now.at;
  const stateOf = (step: Step): PreparationStep['state'] => {
    switch (preparation.is) {
      case 'posted':
        return 'done';
      case 'ready':
      case 'gone': {
        const isUploading = preparation.is === 'ready' && (preparation.percent ?? 100) < 100;
        return step === 'publish' || (step === 'upload' && isUploading) ? 'now' : 'done';
      }
      default: {
        const isPast = steps.indexOf(step) < steps.indexOf(at);
        const isThere = (step === 'text' && hasText(preparation)) || (step === 'media' && now.hasFiles);
        if (isPast || (isThere && step !== at)) return 'done';
        if (step !== at) return 'to_do';
        return preparation.is === 'stopped' ? 'failed' : 'now';
      }
    }
  };
  return steps.map((step) => ({ step, state: stateOf(step), words: wordsOf(step, plan, preparation) }));
}

const hasText = (preparation: Preparation) => preparation.is === 'stopped' && preparation.hasText;

function wordsOf(step: Step, { platform, media }: PreparationPlan, preparation: Preparation): string {
  switch (step) {
    case 'open':
      return `Open ${platformName(platform)}`;
    case 'text':
      return 'Fill in the text';
    case 'media':
      return `Add ${mediaInWords(media)}`;
    case 'options':
      return 'Set the options';
    case 'upload': {
      const percent = 'percent' in preparation ? preparation.percent : undefined;
      return percent === undefined ? 'Upload' : `Upload: ${percent}%`;
    }
    case 'publish':
      return preparation.is === 'ready' && preparation.press !== null
        ? `You press “${preparation.press}”`
        : 'You publish it';
  }
}

function mediaInWords(media: PreparationPlan['media']): string {
  const videos = media.filter(({ kind }) => kind === 'video').length;
  if (videos === 0) return media.length === 1 ? 'the picture' : `${media.length} pictures`;
  if (videos === media.length) return videos === 1 ? 'the video' : `${videos} videos`;
  return `${media.length} pictures and videos`;
}
