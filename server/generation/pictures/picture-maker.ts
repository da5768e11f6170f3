import type { ModelChoice } from '../../../shared/ai/ai.ts';
import { GenerationError } from '../generation-error.ts';
import { type Budget, refuseOverCap } from '../writers/model/ledger.ts';
import { pictureCostOf } from '../writers/model/prices.ts';
import { type AskOptions, withRetries } from '../writers/model/retry.ts';
import { callPictureModel } from './call-picture-model.ts';
import { PICTURE_MESSAGES } from './messages.ts';
import { type Picture, readPicture } from './read-picture.ts';

/** A picture with its tokens and cost in US dollars (null when the price is unknown). */
export type MadePicture = Picture & { usage: { inputTokens: number; outputTokens: number; costUsd: number | null } };

/**
 * Makes pictures for posts. `name` is 'provider:model'. Rejects with GenerationError bad_answer if one post gets no
 * picture; after any other code, the run should make no more requests.
 */
export type PictureMaker = {
  name: string;
  make(request: PictureRequest, signal: AbortSignal | undefined): Promise<MadePicture>;
};

type PictureMakerOptions = Budget & { choice: ModelChoice; options?: Pick<AskOptions, 'timeoutMs' | 'pause'> };

/** Makes pictures with a model within the monthly cap. Records the usage of each, including damaged ones. */
export function pictureMaker({ choice, options, ...budget }: PictureMakerOptions): PictureMaker {
  const name = `${choice.provider}:${choice.model}`;
  return {
    name,
    async make(request, signal) {
      await refuseOverCap(budget);
      const { bytes, usage: counted } = await withRetries(choice, { ...options, signal }, () =>
        callPictureModel(choice, picturePrompt(request), { signal, timeoutMs: options?.timeoutMs }),
      );
      const tokens = counted ?? { inputTokens: 0, outputTokens: 0 };
      const usage = { ...tokens, costUsd: pictureCostOf(choice, counted) };
      await budget.ledger.record({ model: name, ...usage });
      const picture = readPicture(bytes);
      if (!picture) throw new GenerationError('bad_answer', PICTURE_MESSAGES.broken(choice));
      return { ...picture, usage };
    },
  };
}

/** The post to illustrate. `colour` is the brand's, as #rrggbb. */
export type PictureRequest = { niche: string; title: string; caption: string; colour: string | null };

/** Maximum caption length in characters; more only misleads a model. */
const CAPTION_MAX = 600;

/**
 * The prompt for a picture model. It asks for no words in the picture: models misspell them, and people who cannot see
 * the picture would miss them.
 */
function picturePrompt({ niche, title, caption, colour }: PictureRequest): string {
  return [
    `A picture that goes with a social media post about ${oneLine(niche)}.`,
    `The post is called “${oneLine(title)}” and says: ${oneLine(caption).slice(0, CAPTION_MAX)}`,
    'Show one clear scene or object that stands for it, in the middle of the picture, with quiet space around it.',
    `Style: calm editorial photograph, natural light, muted warm colours with one strong accent${colour ? ` of the colour ${colour}` : ''}.`,
    'Portrait format. No words, letters, numbers, logos, watermarks or screens anywhere in the picture, and nobody who could be recognised.',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
